import type { ImportLine } from '@mi-portal/contract/agenda/calendar-import'
import { newProfessional, type WeeklyBlock, weekdayNames } from '@mi-portal/contract/agenda/professionals'
import { foldText } from '@mi-portal/contract/fields/accents'
import { type Day, isDay, readDay } from '@mi-portal/contract/values/dates'
import { cleanRun } from '@mi-portal/contract/values/run'

export const unreadableFile = 'El archivo no se pudo leer: guárdalo como CSV'

/** The columns of the file. Those after `minutos` are optional. */
export const columns = [
  'rut',
  'nombre',
  'dia',
  'desde',
  'hasta',
  'sede',
  'especialidad',
  'minutos',
  'sala',
  'modalidad',
  'vigente_desde',
  'vigente_hasta',
  'feriados',
] as const
export type Column = (typeof columns)[number]
export const neededColumns = columns.slice(0, 8)

export type FileRow = {
  readonly row: number
  readonly cells: Readonly<Partial<Record<Column, string>>>
  readonly overlong: boolean
}

type Known = WeeklyBlock & { readonly rut: string }
type Reference = {
  readonly today: Day
  readonly offices: readonly { readonly id: number; readonly office_id: string; readonly name: string }[]
  readonly services: readonly { readonly code: string; readonly name: string }[]
  readonly professionals: readonly { readonly rut: string; readonly name: string }[]
  readonly schedules: readonly Known[]
}

type NewBlock = { readonly rut: string; readonly name: string; readonly block: WeeklyBlock }

const foldedDays = weekdayNames.map(foldText)
const yes = ['si', 's', '1', 'x']
const no = ['no', 'n', '0', '']

function readTime(text: string): string {
  const match = /^(\d{1,2}):(\d{2})(:00)?$/.exec(text)
  return match ? `${(match[1] ?? '').padStart(2, '0')}:${match[2]}` : text
}

function readDate(text: string): Day | null {
  return isDay(text) ? text : readDay(text)
}

function indexOrNull(index: number): number | null {
  return index === -1 ? null : index
}

const columnsByField: Readonly<Record<string, Column>> = {
  rut: 'rut',
  name: 'nombre',
  weekday: 'dia',
  starts: 'desde',
  ends: 'hasta',
  office_id: 'sede',
  specialty: 'especialidad',
  slot_minutes: 'minutos',
  room: 'sala',
  modality: 'modalidad',
  valid_from: 'vigente_desde',
  valid_to: 'vigente_hasta',
  on_holidays: 'feriados',
}

const words: Readonly<Partial<Record<Column, string>>> = {
  dia: 'Escribe el día de la semana, de lunes a domingo',
  desde: 'Escribe la hora de inicio como 09:00',
  hasta: 'Escribe la hora de término como 13:00',
  sede: 'No existe esa sede',
  especialidad: 'No existe esa especialidad',
  modalidad: 'Escribe presencial o telemedicina',
  vigente_desde: 'Escribe la fecha como 01/03/2027',
  vigente_hasta: 'Escribe la fecha como 01/03/2027',
  feriados: 'Escribe si o no',
}
// Messages that are shown as they are: for a well-formed cell that does not fit the other cells.
const ownWords = /posterior a la de inicio|no cabe|Digita Sala/

type Catalogue<Row> = (cell: string) => Row | undefined

function createCatalogue<Row extends { readonly name: string }>(
  rows: readonly Row[],
  getCode: (row: Row) => string,
): Catalogue<Row> {
  const found = new Map<string, Row>()
  for (const row of rows)
    for (const key of [getCode(row), row.name].map(foldText)) if (!found.has(key)) found.set(key, row)
  return (cell) => found.get(foldText(cell))
}

type Catalogues = {
  readonly findOffice: Catalogue<Reference['offices'][number]>
  readonly findService: Catalogue<Reference['services'][number]>
}

type Read = { readonly value: NewBlock | null; readonly errors: { column: Column; msg: string }[] }

function readRow({ cells, overlong }: FileRow, today: Day, { findOffice, findService }: Catalogues): Read {
  const of = (column: Column) => (cells[column] ?? '').trim()
  const office = findOffice(of('sede'))
  const service = findService(of('especialidad'))
  const holidays = foldText(of('feriados'))
  const minutes = /^\d{1,3}$/.test(of('minutos')) ? Number(of('minutos')) : null
  const from = of('vigente_desde') === '' ? today : readDate(of('vigente_desde'))
  const to = of('vigente_hasta') === '' ? null : (readDate(of('vigente_hasta')) ?? '')
  const parsed = newProfessional.safeParse({
    rut: of('rut'),
    name: of('nombre'),
    schedules: [
      {
        weekday: indexOrNull(foldedDays.indexOf(foldText(of('dia')))),
        starts: readTime(of('desde')),
        ends: readTime(of('hasta')),
        office_id: office?.id,
        specialty: service?.code,
        slot_minutes: minutes,
        room: of('sala'),
        modality: of('modalidad') === '' ? 'presencial' : foldText(of('modalidad')),
        valid_from: from,
        valid_to: to,
        on_holidays: yes.includes(holidays) ? true : no.includes(holidays) ? false : null,
      },
    ],
  })
  const long = overlong
    ? [{ column: 'rut' as const, msg: 'La fila tiene más celdas que el encabezado: revisa comas y comillas' }]
    : []
  if (parsed.success) {
    const [block] = parsed.data.schedules
    const { rut, name } = parsed.data
    return { value: block && long.length === 0 ? { rut, name, block } : null, errors: long }
  }
  const errors = parsed.error.issues.map(({ path, message }) => {
    const column = columnsByField[String(path.at(-1))] ?? 'rut'
    return { column, msg: ownWords.test(message) ? message : (words[column] ?? message) }
  })
  return { value: null, errors: [...long, ...errors] }
}

const lastDay = '9999-12-31'

function meet(one: WeeklyBlock, other: WeeklyBlock): boolean {
  return (
    one.weekday === other.weekday &&
    one.starts < other.ends &&
    other.starts < one.ends &&
    one.valid_from <= (other.valid_to ?? lastDay) &&
    other.valid_from <= (one.valid_to ?? lastDay)
  )
}

function covers(known: WeeklyBlock, row: WeeklyBlock): boolean {
  const same = [
    'weekday',
    'starts',
    'ends',
    'office_id',
    'specialty',
    'slot_minutes',
    'room',
    'modality',
    'on_holidays',
  ] as const
  return (
    same.every((field) => known[field] === row[field]) &&
    known.valid_from <= row.valid_from &&
    (known.valid_to ?? lastDay) >= (row.valid_to ?? lastDay)
  )
}

const inRoom = (one: WeeklyBlock, other: WeeklyBlock) =>
  one.modality === 'presencial' &&
  other.modality === 'presencial' &&
  one.office_id === other.office_id &&
  one.room === other.room

const spell = ({ weekday, starts, ends }: WeeklyBlock) =>
  `${(weekdayNames[weekday] ?? '').toLowerCase()} de ${starts} a ${ends}`

/** `folded`: the name of the professional without case and accents. */
type Judged = { readonly row: number; readonly value: NewBlock; readonly folded: string }

function findConflict({ value, folded }: Judged, before: readonly Judged[], reference: Reference) {
  const { rut, block } = value
  const known = reference.professionals.find((one) => one.rut === rut)
  if (known && foldText(known.name) !== folded) return `Ese RUT es de ${known.name}`
  const named = before.find((other) => other.value.rut === rut && other.folded !== folded)
  if (named) return `Ese RUT tiene otro nombre en la fila ${named.row}`
  const own = reference.schedules.find((other) => other.rut === rut && meet(other, block))
  if (own) return `Se superpone con su calendario: ${spell(own)}`
  const twin = before.find((other) => other.value.rut === rut && meet(other.value.block, block))
  if (twin) return `Se superpone con la fila ${twin.row}`
  const room = (other: WeeklyBlock) => inRoom(other, block) && meet(other, block)
  if (reference.schedules.some((other) => other.rut !== rut && room(other)))
    return 'La sala está ocupada por otro profesional ese día y a esa hora'
  const shared = before.find((other) => other.value.rut !== rut && room(other.value.block))
  return shared ? `La sala está ocupada ese día y a esa hora por la fila ${shared.row}` : null
}

export function planImport(
  rows: readonly FileRow[],
  reference: Reference,
): { lines: ImportLine[]; blocks: NewBlock[] } {
  const catalogues = {
    findOffice: createCatalogue(reference.offices, ({ office_id }) => office_id),
    findService: createCatalogue(reference.services, ({ code }) => code),
  }
  const judged: Judged[] = []
  const lines = rows.map((row): ImportLine => {
    const of = (column: Column) => (row.cells[column] ?? '').trim()
    // Names in place of codes, so that a wrong code that exists is noticed.
    const specialty = catalogues.findService(of('especialidad'))?.name ?? of('especialidad')
    const site = catalogues.findOffice(of('sede'))?.name ?? of('sede')
    const facts = {
      row: row.row,
      rut: cleanRun(of('rut')),
      name: of('nombre'),
      what: [of('dia'), `${of('desde')}–${of('hasta')}`, specialty, site].join(' · '),
    }
    const { value, errors } = readRow(row, reference.today, catalogues)
    if (value === null) return { ...facts, state: 'error', errors }
    const isKnown = reference.schedules.some((known) => known.rut === value.rut && covers(known, value.block))
    if (isKnown) return { ...facts, state: 'unchanged', errors: [] }
    const mine = { row: row.row, value, folded: foldText(value.name) }
    const conflict = findConflict(mine, judged, reference)
    if (conflict !== null) return { ...facts, state: 'error', errors: [{ column: 'dia', msg: conflict }] }
    judged.push(mine)
    return { ...facts, state: 'new', errors: [] }
  })
  return { lines, blocks: judged.map(({ value }) => value) }
}
