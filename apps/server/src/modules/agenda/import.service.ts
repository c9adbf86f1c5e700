/** Imports professionals and calendars from a file: first a preview, then everything is written or nothing. */
import { foldText } from '@mi-portal/contract/accents'
import { type ImportPlan, importLimits } from '@mi-portal/contract/agenda/calendar-import'
import { ApiError } from '@mi-portal/contract/api-error'
import { dayOf } from '@mi-portal/contract/values/dates'
import { cleanRun } from '@mi-portal/contract/values/run'
import { parse } from 'csv-parse/sync'
import type { Audit } from '../../platform/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import { brokenConstraint } from '../../platform/database/constraint-errors.ts'
import type { Database, Queries } from '../../platform/database/database.ts'
import type { CalendarService } from '../booking/calendar/calendar.service.ts'
import type { CalendarsStore } from './calendars.store.ts'
import { type Column, columns, type FileRow, neededColumns, planOf } from './import.rules.ts'
import { requireEverySite } from './sites.rules.ts'
import type { Staff } from './staff-appointments.service.ts'

type ImportDependencies = {
  readonly db: Database
  readonly store: CalendarsStore
  readonly calendar: CalendarService
  readonly audit: Audit
  readonly clock: Clock
}

function reject(msg: string): never {
  throw new ApiError('invalid', { param: 'content', msg })
}

/** Decodes a file. Spreadsheet programs write UTF-8, and old ones Windows-1252. */
function textOf(bytes: Uint8Array): string {
  if (bytes.includes(0)) reject('El archivo no se pudo leer: guárdalo como CSV')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Returns the delimiter of cells. Chilean spreadsheets use semicolons, because the comma is the decimal sign. */
function delimiterOf(text: string): string {
  const heading = text.split('\n').find((line) => line.trim() !== '') ?? ''
  return heading.split(';').length >= heading.split(',').length ? ';' : ','
}

type Parsed = { readonly record: readonly string[]; readonly line: number }

function recordsOf(text: string): readonly Parsed[] {
  const found: Parsed[] = []
  try {
    parse(text, {
      delimiter: delimiterOf(text),
      bom: true,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      trim: true,
      on_record: (record: string[], { lines }) => {
        found.push({ record, line: lines })
        return record
      },
    })
    return found
  } catch {
    return reject('El archivo no se pudo leer: revisa sus comillas')
  }
}

function rowsOf(content: string): FileRow[] {
  const bytes = Buffer.from(content, 'base64')
  if (bytes.length > importLimits.bytes) reject('Selecciona un archivo de hasta 150 KB')
  const [heading, ...records] = recordsOf(textOf(bytes))
  const names = (heading?.record ?? []).map((name) => foldText(name).replace(/[\s-]+/g, '_'))
  const missing = neededColumns.filter((column) => !names.includes(column))
  if (missing.length > 0) reject(`Faltan columnas en el encabezado: ${missing.join(', ')}`)
  if (records.length === 0) reject('El archivo no tiene filas')
  if (records.length > importLimits.rows) reject(`El archivo tiene más de ${importLimits.rows} filas`)
  const isColumn = (name: string): name is Column => columns.some((column) => column === name)
  return records.map(({ record, line }) => {
    const cells: Partial<Record<Column, string>> = {}
    names.forEach((name, index) => {
      if (isColumn(name)) cells[name] = record[index] ?? ''
    })
    return { row: line, cells, overlong: record.length > names.length }
  })
}

type Catalogue = {
  readonly offices: Awaited<ReturnType<CalendarsStore['offices']>>
  readonly services: Awaited<ReturnType<CalendarsStore['services']>>
}

export function createImportService({ db, store, calendar, audit, clock }: ImportDependencies) {
  const catalogueOf = async (): Promise<Catalogue> => ({
    offices: await store.offices(),
    services: await store.services(),
  })

  async function planWith(rows: readonly FileRow[], catalogue: Catalogue, queries: Queries | null) {
    const ruts = [...new Set(rows.map(({ cells }) => cleanRun(cells.rut ?? '')))]
    const rooms = [...new Set(rows.map(({ cells }) => (cells.sala ?? '').trim()))]
    const professionals = await store.known(queries, ruts)
    const schedules = await store.schedulesAbout(queries, ruts, rooms)
    const { lines, blocks } = planOf(rows, {
      today: dayOf(clock.now()),
      ...catalogue,
      professionals,
      schedules,
    })
    const idOf = new Map(professionals.map(({ rut, id }) => [rut, id]))
    const fresh = new Map(blocks.filter(({ rut }) => !idOf.has(rut)).map(({ rut, name }) => [rut, name]))
    const plan: ImportPlan = {
      lines,
      new_professionals: fresh.size,
      new_blocks: blocks.length,
      unchanged: lines.filter(({ state }) => state === 'unchanged').length,
      faulty: lines.filter(({ state }) => state === 'error').length,
    }
    return { plan, blocks, idOf, fresh }
  }

  type Planned = Awaited<ReturnType<typeof planWith>>

  async function write(tx: Queries, { blocks, idOf, fresh }: Planned): Promise<void> {
    const ids = new Map(idOf)
    for (const [rut, name] of fresh) ids.set(rut, await store.insert(tx, rut, name, clock.now()))
    const rows = blocks.map(({ rut, block }) => ({ ...block, professional_id: ids.get(rut) ?? 0 }))
    if ((await store.addSchedules(tx, rows)) < rows.length) throw new ApiError('changedMeanwhile')
    const touched = [...new Set(rows.map(({ professional_id }) => professional_id))].sort((a, b) => a - b)
    await store.touch(tx, touched, clock.now())
    await store.settlePractices(tx, touched)
    for (const id of touched) await calendar.refresh(tx, id)
    const clash = await store.clash(tx, touched)
    if (clash !== null) throw new ApiError(clash === 'room' ? 'roomTaken' : 'attendsThen')
  }

  function rejectInvalidRows({ lines, faulty: invalid }: ImportPlan): void {
    if (invalid === 0) return
    const fieldErrors = lines.flatMap(({ row, errors }) =>
      errors.map(({ msg }) => ({ msg: `Fila ${row}: ${msg}`, param: 'content' })),
    )
    throw new ApiError('invalid', { fieldErrors })
  }

  return {
    preview: async (staff: Staff, content: string): Promise<ImportPlan> => {
      requireEverySite(staff)
      return (await planWith(rowsOf(content), await catalogueOf(), null)).plan
    },

    /** Imports a file. Throws 400 with all rows that have errors, and then nothing is written. */
    run: async ({ actor, origin }: Staff, content: string): Promise<ImportPlan> => {
      requireEverySite({ actor })
      const rows = rowsOf(content)
      const catalogue = await catalogueOf()
      try {
        return await db.transaction(async (tx) => {
          // Concurrent changes of calendars wait, so that the checked data are still true when they are written.
          await store.lockRooms(tx)
          const planned = await planWith(rows, catalogue, tx)
          rejectInvalidRows(planned.plan)
          if (planned.blocks.length === 0) return planned.plan
          await write(tx, planned)
          const { new_professionals, new_blocks } = planned.plan
          await audit.add(tx, {
            actorId: actor.id,
            actorRole: actor.rol,
            action: 'agenda.import',
            patientId: null,
            object: `blocks=${new_blocks}`,
            detail: { new_professionals, new_blocks },
            origin,
          })
          return planned.plan
        })
      } catch (error) {
        if (brokenConstraint(error) !== null) throw new ApiError('changedMeanwhile')
        throw error
      }
    },
  }
}

export type ImportService = ReturnType<typeof createImportService>
