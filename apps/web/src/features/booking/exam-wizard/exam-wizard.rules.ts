/**
 * The names of the wizard's steps in the address. They are apart from the step table, because the code of every page
 * includes the addresses.
 */
import { portal } from '../../../lib/portal-config.ts'

/** The entry pages of single services. */
export const serviceEntries = ['imagenologia', 'laboratorio', 'vacunatorio', 'banco_sangre'] as const

/** The ending of the entry pages of single sites, such as `nunoa_examenes`. */
const siteEnding = '_examenes'
type SiteEntry = `${string}_examenes`
export type Entry = (typeof serviceEntries)[number] | SiteEntry

/** Returns the entry page of a site. */
export function entryOfSite(code: string): SiteEntry {
  return `${code.toLowerCase()}${siteEnding}`
}

/** Returns the code of the site that an entry page belongs to; null for a page of a service. */
export function siteOfEntry(entry: string): string | null {
  return portal.clinic.exam_sites.find((code) => entryOfSite(code) === entry) ?? null
}

/** Reads an entry page from an address; undefined for an unknown one. */
export function readEntry(value: unknown): Entry | undefined {
  const code = typeof value === 'string' ? siteOfEntry(value) : null
  return code === null ? serviceEntries.find((service) => service === value) : entryOfSite(code)
}

/** The steps after the exam is chosen. */
export const laterSteps = [
  'questions',
  'presencial',
  'callcenter',
  'reserva',
  'solicitar-contacto',
  'thank-you-page',
] as const
