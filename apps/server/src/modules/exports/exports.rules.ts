/** What a copy of somebody's data says in words, and when it may be taken; pure. */
import type { Copy, CopyKind } from '@mi-portal/contract/exports'
import { santiago, showDay } from '@mi-portal/contract/values/dates'

/** Of all portals together, and how often one copy is tried. */
export const exportLimits = { queue: 100, attempts: 3 } as const

type Line = { readonly lead: string; readonly text: string; readonly level?: 'entry' | 'detail' }
export type Section = {
  readonly key: string
  readonly title: string
  readonly none: string
  /** The same in columns, for programs. */
  readonly columns: readonly string[]
  readonly rows: readonly (readonly (string | null)[])[]
}

/** What a section's columns are called; the first stands out. */
const sectionWords = {
  documents: {
    title: 'Solicitudes de documentos',
    columns: ['Fecha', 'Documento', 'Comentario', 'Estado', 'Respuesta', 'Respondida'],
  },
  budgets: {
    title: 'Presupuestos solicitados',
    columns: [
      'Fecha',
      'Intervención',
      'Médico tratante',
      'Previsión',
      'Fecha estimada',
      'Comentarios',
      'Estado',
      'Respuesta',
    ],
  },
  contacts: {
    title: 'Contactos con servicio al cliente',
    columns: ['Fecha', 'Motivo', 'Mensaje', 'Formulario', 'Estado', 'Respuesta'],
  },
  waiting: { title: 'Lista de espera', columns: ['Fecha', 'Atención', 'Estado'] },
  shares: {
    title: 'Exámenes compartidos',
    columns: ['Fecha', 'Con quién', 'Comentario', 'Vence', 'Terminado'],
  },
  notices: { title: 'Notificaciones', columns: ['Fecha', 'Texto', 'Leída'] },
  mails: { title: 'Correos enviados por el portal', columns: ['Fecha', 'Asunto', 'A'] },
  favourites: { title: 'Favoritos', columns: ['Nombre'] },
  survey: { title: 'Encuestas', columns: ['Fecha', 'Respuesta', 'Comentario'] },
  sessions: { title: 'Sesiones', columns: ['Inicio', 'Último uso', 'Término'] },
  accesses: { title: 'Quién vio o cambió los datos', columns: ['Fecha', 'Quién', 'Qué'] },
} as const

const noneWords = 'No hay registros.'

export function section(
  key: keyof typeof sectionWords,
  rows: readonly (readonly (string | null)[])[],
): Section {
  return { key, ...sectionWords[key], none: noneWords, rows }
}

/** A section as lines to read: one for each row, what is empty left out. */
export function linesOf({ columns, rows }: Section): Line[] {
  return rows.map((cells) => {
    const [lead = '', ...rest] = cells.map((cell) => cell ?? '')
    const told = rest.flatMap((cell, index) => (cell === '' ? [] : [`${columns[index + 1]}: ${cell}`]))
    return { lead, text: told.join('. ') }
  })
}

export function showMoment(at: Date): string {
  const { day, time } = santiago(at)
  return `${showDay(day)} ${time}`
}

const consentTitles: Readonly<Record<string, string>> = {
  terms: 'Términos y condiciones',
  privacy: 'Política de privacidad',
  family_group: 'Texto legal del grupo familiar',
}

export function consentTitle(kind: string): string {
  return consentTitles[kind] ?? kind
}

/** The page on which the text of a consent stands. */
export function consentPath(kind: string): string {
  return kind === 'terms' ? '/terminos' : '/privacidad'
}

type Measured = {
  readonly name: string
  readonly value: number | null
  readonly text: string | null
  readonly unit: string | null
  readonly low: number | null
  readonly high: number | null
  readonly reference_text: string | null
}

function decimal(value: number): string {
  return String(value).replace('.', ',')
}

/** `10,2 g/dL (referencia 12 a 16)`. */
export function measureText({ value, text, unit, low, high, reference_text }: Measured): string {
  const told = value === null ? (text ?? 'Sin valor') : `${decimal(value)}${unit ? ` ${unit}` : ''}`
  const range =
    reference_text ??
    (low !== null && high !== null
      ? `${decimal(low)} a ${decimal(high)}`
      : low !== null
        ? `desde ${decimal(low)}`
        : high !== null
          ? `hasta ${decimal(high)}`
          : '')
  return range === '' ? told : `${told} (referencia ${range})`
}

type Kept = {
  readonly state: 'waiting' | 'running' | 'ready' | 'failed'
  readonly expires_at: Date | null
  readonly pdf_taken_at: Date | null
  readonly bundle_taken_at: Date | null
}

/** What can still be taken of a copy. */
export function filesLeft({ state, expires_at, pdf_taken_at, bundle_taken_at }: Kept, now: Date): CopyKind[] {
  if (state !== 'ready' || expires_at === null || expires_at <= now) return []
  return [
    ...(pdf_taken_at === null ? (['pdf'] as const) : []),
    ...(bundle_taken_at === null ? (['fhir'] as const) : []),
  ]
}

export function stateTold(kept: Kept, now: Date): Copy['state'] {
  if (kept.state === 'waiting' || kept.state === 'running') return 'waiting'
  if (kept.state === 'failed') return 'failed'
  return filesLeft(kept, now).length === 0 ? 'over' : 'ready'
}
