import * as z from 'zod/mini'
import type { FhirClient } from './fhir-client.ts'
import { findDocuments } from './resource-fields.ts'
import { patientResource } from './resources.ts'

export type PatientRecord =
  | { readonly kind: 'one'; readonly source: string }
  | { readonly kind: 'none' }
  | { readonly kind: 'several'; readonly sources: readonly string[] }

function isSameCountry(issuer: string | null, countryCodes: readonly string[]): boolean {
  const bare = (code: string) => code.replace(/^0+/, '').toUpperCase()
  return issuer === null || countryCodes.length === 0 || countryCodes.map(bare).includes(bare(issuer))
}

function dotted(digits: string): string {
  const head = digits.length % 3
  const groups = digits.slice(head).match(/\d{3}/g) ?? []
  return [...(head === 0 ? [] : [digits.slice(0, head)]), ...groups].join('.')
}

/**
 * Returns every spelling of a RUN that servers are known to store: with or without dots, with or without dash, the check digit
 * `K` in upper or lower case or in an extension, and with one leading zero.
 */
function spellingsOfRun(number: string): string[] {
  const [digits, check] = [number.slice(0, -1), number.slice(-1)]
  const bodies = [digits, dotted(digits), `0${digits}`, `0${dotted(digits)}`]
  const ends = [...new Set([check, check.toLowerCase()])].flatMap((one) => [`-${one}`, one])
  return bodies.flatMap((body) => [...ends.map((end) => `${body}${end}`), body])
}

/**
 * Finds the active record with this document. A record that was replaced by another one does not count, nor one with a passport of
 * another country. `countryCodes` are all codes of the country that issued the passport; empty if it is not known.
 */
export async function findPatient(
  client: Pick<FhirClient, 'search'>,
  kind: 1 | 2,
  number: string,
  runSystem: string | undefined,
  countryCodes: readonly string[] = [],
): Promise<PatientRecord> {
  const system = kind === 1 && runSystem !== undefined ? `${runSystem}|` : ''
  const spellings = kind === 1 ? spellingsOfRun(number) : [number]
  const query = { identifier: spellings.map((one) => `${system}${one}`).join(','), _count: '10' }
  const sources = new Set<string>()
  for await (const page of client.search('Patient', query)) {
    for (const one of page) {
      const read = z.safeParse(patientResource, one)
      if (!read.success || read.data.active === false) continue
      if (read.data.link?.some(({ type }) => type === 'replaced-by')) continue
      const documents = findDocuments(read.data.identifier, runSystem)
      const isSame = (one: (typeof documents)[number]) =>
        one.kind === kind && one.number === number && isSameCountry(one.issuer, countryCodes)
      if (documents.some(isSame)) sources.add(read.data.id)
    }
  }
  const [source] = sources
  if (source === undefined) return { kind: 'none' }
  return sources.size === 1 ? { kind: 'one', source } : { kind: 'several', sources: [...sources] }
}
