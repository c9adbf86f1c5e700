/** The numbers of a clinic over whole months, which name no patient: small counts are left out. */
import * as z from 'zod/mini'
import { endpoints } from './calls/endpoint.ts'
import { textLike } from './fields/text.ts'

/** A count below this one, unless it is 0, could lead to a patient. */
export const smallestCount = 5

export const longestPeriod = 12

/** A number as table and chart: its columns, and the share that a bar shows. */
type ClinicNumber = {
  readonly title: string
  readonly columns: Readonly<Record<string, string>>
  readonly share: { readonly label: string; readonly part: string; readonly whole: readonly string[] }
}

export const clinicNumbers = {
  attendance: {
    title: 'Asistencia',
    columns: { attended: 'Se atendieron', missed: 'No se presentaron', unrecorded: 'Sin registro' },
    share: { label: 'No se presentaron', part: 'missed', whole: ['attended', 'missed'] },
  },
  occupancy: {
    title: 'Ocupación de las agendas',
    columns: { taken: 'Horas reservadas', slots: 'Horas ofrecidas' },
    share: { label: 'Ocupación', part: 'taken', whole: ['slots'] },
  },
  waiting: {
    title: 'Lista de espera',
    columns: {
      added: 'Se anotaron',
      waiting: 'Esperan hoy',
      offered: 'Horas liberadas que se ofrecieron',
      recovered: 'Horas recuperadas',
    },
    share: { label: 'Horas recuperadas', part: 'recovered', whole: ['offered'] },
  },
  answers: {
    title: 'Respuestas a solicitudes',
    columns: { in_time: 'A tiempo', late: 'Fuera de plazo', pending: 'En plazo, sin responder' },
    share: { label: 'A tiempo', part: 'in_time', whole: ['in_time', 'late'] },
  },
  validations: {
    title: 'Validaciones de identidad',
    columns: { in_time: 'A tiempo', late: 'Fuera de plazo' },
    share: { label: 'A tiempo', part: 'in_time', whole: ['in_time', 'late'] },
  },
} as const satisfies Record<string, ClinicNumber>

export type NumberName = keyof typeof clinicNumbers
export const numberNames = Object.keys(clinicNumbers) as readonly NumberName[]

const groupings = ['all', 'specialty', 'site', 'department'] as const
export type Grouping = (typeof groupings)[number]
export const groupingNames: Readonly<Record<Grouping, string>> = {
  all: 'Todo',
  specialty: 'Especialidad',
  site: 'Sede',
  department: 'Departamento',
}

const row = z.object({
  grouping: z.enum(groupings),
  name: z.string(),
  /** In the order of the columns. Null: hidden, because it or a count beside it is small. */
  counts: z.array(z.nullable(z.int())),
})
export type NumberRow = z.output<typeof row>

/** Returns the share that a row shows, in whole percent; null if a count is hidden or nothing was counted. */
export function findShare(name: NumberName, counts: NumberRow['counts']): number | null {
  const { columns, share }: ClinicNumber = clinicNumbers[name]
  const keys = Object.keys(columns)
  const count = (key: string) => counts[keys.indexOf(key)] ?? null
  const part = count(share.part)
  const whole = share.whole.map(count)
  if (part === null || whole.includes(null)) return null
  const sum = whole.reduce<number>((total, one) => total + (one ?? 0), 0)
  return sum === 0 ? null : Math.round((100 * part) / sum)
}

const month = (message: string) => textLike(/^20\d\d-(0[1-9]|1[0-2])$/, 7, message)

const countMonths = (text: string) => 12 * Number(text.slice(0, 4)) + Number(text.slice(5))

/** Returns a period's months, both included; less than 1 if it ends before it begins. */
function countPeriodMonths({ desde, hasta }: { desde: string; hasta: string }): number {
  return countMonths(hasta) - countMonths(desde) + 1
}

const query = z.object({ desde: month('Elige desde qué mes'), hasta: month('Elige hasta qué mes') }).check(
  z.refine((period) => countPeriodMonths(period) >= 1, {
    path: ['hasta'],
    error: 'El período termina antes de comenzar',
  }),
  z.refine((period) => countPeriodMonths(period) <= longestPeriod, {
    path: ['hasta'],
    error: `Elige como máximo ${longestPeriod} meses`,
  }),
)

export const numberEndpoints = endpoints({ access: 'staff', permission: 'overview.read' })({
  all: {
    route: 'GET /admin/numbers',
    summary:
      'Returns attendance, occupancy, waiting list, answers and validations of a period of whole months, as far as the caller may see them',
    query,
    reply: z.object({ numbers: z.array(z.object({ name: z.enum(numberNames), rows: z.array(row) })) }),
  },
  export: {
    route: 'GET /admin/numbers/{name}/file',
    summary: 'Returns one of the numbers of a period as a CSV file; 404 if the caller may not see it',
    params: z.object({ name: z.enum(numberNames) }),
    query,
    reply: z.object({ name: z.string(), csv: z.string() }),
  },
})
