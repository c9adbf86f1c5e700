import type { Copy, CopyKind } from '@mi-portal/contract/exports'
import { santiago, showDay } from '@mi-portal/contract/values/dates'

/** `queue`: copies that wait or are being created, on all servers together. `attempts`: how often one copy is tried. */
export const exportLimits = { queue: 100, attempts: 3 } as const

type Line = { readonly lead: string; readonly text: string; readonly level?: 'entry' | 'detail' }
export type Section = {
  readonly key: string
  readonly title: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly (string | null)[])[]
}

export function writeLines({ columns, rows }: Section): Line[] {
  return rows.map((cells) => {
    const [lead = '', ...rest] = cells.map((cell) => cell ?? '')
    const named = rest.flatMap((cell, index) => (cell === '' ? [] : [`${columns[index + 1]}: ${cell}`]))
    return { lead, text: named.join('. ') }
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

export function getConsentTitle(kind: string): string {
  return consentTitles[kind] ?? kind
}

export function getConsentPath(kind: string): string {
  return kind === 'terms' ? '/terminos' : '/privacidad'
}

type StoredExport = {
  readonly state: 'waiting' | 'running' | 'ready' | 'failed'
  readonly expires_at: Date | null
  readonly pdf_taken_at: Date | null
  readonly bundle_taken_at: Date | null
}

export function listFilesLeft(
  { state, expires_at, pdf_taken_at, bundle_taken_at }: StoredExport,
  now: Date,
): CopyKind[] {
  if (state !== 'ready' || expires_at === null || expires_at <= now) return []
  return [
    ...(pdf_taken_at === null ? (['pdf'] as const) : []),
    ...(bundle_taken_at === null ? (['fhir'] as const) : []),
  ]
}

export function getShownState(stored: StoredExport, now: Date): Copy['state'] {
  if (stored.state === 'waiting' || stored.state === 'running') return 'waiting'
  if (stored.state === 'failed') return 'failed'
  return listFilesLeft(stored, now).length === 0 ? 'over' : 'ready'
}
