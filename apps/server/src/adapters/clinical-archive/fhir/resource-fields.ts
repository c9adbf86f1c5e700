import type { Concept, Identifier, Practitioner, Reference } from './resources.ts'

/** CL Core distinguishes RUN and passport by the identifier's type (EIS kinds of identifier). */
const kinds: Readonly<Record<string, 1 | 2>> = { 1: 1, '01': 1, RUN: 1, NNCHL: 1, 3: 2, '03': 2, PPN: 2 }

function findKind(identifier: Identifier): 1 | 2 | null {
  for (const { code } of identifier.type?.coding ?? []) {
    const kind = code === undefined ? undefined : kinds[code.toUpperCase()]
    if (kind !== undefined) return kind
  }
  return null
}

/**
 * Returns the number of an identifier as the portal stores it. CL Core has the check digit of a RUN in an extension. Without the
 * extension and without a dash eight digits are ambiguous: a RUN of seven with its check digit, or one of eight without. Such a
 * number is not used (null).
 */
function findNumber(identifier: Identifier, kind: 1 | 2): string | null {
  const number = bare(identifier.value ?? '')
  if (kind === 2) return number
  return findRunNumber(identifier, number.replace(/^0+/, ''))
}

function findRunNumber(identifier: Identifier, number: string): string | null {
  const digit = identifier.extension?.find(({ url }) => /checkdigit|digitoverificador/i.test(url ?? ''))
  if (digit?.valueString !== undefined && !identifier.value?.includes('-'))
    return number + digit.valueString.toUpperCase()
  return /-/.test(identifier.value ?? '') || /K$|^\d{9}$/.test(number) ? number : null
}

/** FHIR's identifier system of passports, and CL Core's extension of an identifier's type, name the country that issued a passport. */
function findIssuer({ system, type }: Identifier): string | null {
  const [, letters] = /\/sid\/passport-([A-Za-z]{3})$/.exec(system ?? '') ?? []
  if (letters !== undefined) return letters.toUpperCase()
  const coded = type?.extension?.find(({ url }) => url?.endsWith('/CodigoPaises'))
  return coded?.valueCodeableConcept?.coding?.find(({ code }) => code)?.code ?? null
}

/**
 * Returns the documents of identifiers. `issuer` is the code of the country that issued a passport, as the server writes it, or null.
 * `runSystem` is the clinic's system for RUNs whose identifiers have no type.
 */
export function findDocuments(
  identifiers: readonly Identifier[] | undefined,
  runSystem: string | undefined,
): { readonly kind: 1 | 2; readonly number: string; readonly issuer: string | null }[] {
  return (identifiers ?? []).flatMap((one) => {
    const isNamedRun = runSystem !== undefined && one.system === runSystem
    const kind = findKind(one) ?? (isNamedRun ? 1 : null)
    const number = kind === null ? null : findNumber(one, kind)
    return kind === null || number === null
      ? []
      : [{ kind, number, issuer: kind === 2 ? findIssuer(one) : null }]
  })
}

function bare(document: string): string {
  return document.replace(/[.\-\s]/g, '').toUpperCase()
}

export function describeConcept(concept: Concept | undefined): string | undefined {
  const text = concept?.text?.trim()
  if (text) return text
  return concept?.coding?.map(({ display }) => display?.trim()).find(Boolean)
}

export function listCodes(concepts: readonly Concept[] | undefined): string[] {
  return (concepts ?? []).flatMap(({ coding }) => (coding ?? []).flatMap(({ code }) => code ?? []))
}

export function listConceptNames(concepts: readonly Concept[]): string[] {
  return concepts.flatMap(({ coding, text }) =>
    [text, ...(coding ?? []).map(({ display }) => display)].flatMap((name) => name ?? []),
  )
}

export function mainCode(concept: Concept): { readonly search: string; readonly code: string } | null {
  const codings = concept.coding ?? []
  const chosen = codings.find(({ system }) => system === 'http://loinc.org') ?? codings[0]
  if (chosen?.code === undefined) return null
  const spelled = [chosen.system, chosen.code].flatMap((part) => part?.replace(/[\\$,|]/g, '\\$&') ?? [])
  return { search: spelled.join('|'), code: chosen.code }
}

export function firstText(...texts: readonly (string | undefined)[]): string | undefined {
  return texts.map((text) => text?.trim()).find(Boolean)
}

export function formatPractitionerName(practitioner: Practitioner | undefined): string | undefined {
  const name = practitioner?.name?.[0]
  if (name === undefined) return undefined
  const whole = [...(name.prefix ?? []), ...(name.given ?? []), name.family].filter(Boolean).join(' ')
  return firstText(name.text, whole)
}

export function findRun(identifiers: readonly Identifier[] | undefined): string {
  const run = identifiers?.find((one) => findKind(one) === 1)
  return (run && findNumber(run, 1)) ?? ''
}

export type ReadTarget = (reference: Reference | undefined) => string | null

export function createTargetReader(base: string): ReadTarget {
  const root = new URL(`${base}/`)
  return (reference) => {
    const text = reference?.reference ?? ''
    const there = URL.canParse(text) ? new URL(text) : null
    const isOwn = there?.origin === root.origin && there.pathname.startsWith(root.pathname)
    if (there !== null && !isOwn) return null
    const path = there === null ? text : there.pathname.slice(root.pathname.length)
    return /^([A-Z][A-Za-z]+\/[A-Za-z0-9\-.]{1,64})(?:\/_history\/[^/]+)?$/.exec(path)?.[1] ?? null
  }
}

/** Parses a timestamp. A date without a time becomes its noon, so that it stays the same day in Chile. */
export function parseInstant(text: string | undefined): Date | null {
  if (text === undefined) return null
  const whole = /^\d{4}$/.test(text) ? `${text}-01-01` : /^\d{4}-\d{2}$/.test(text) ? `${text}-01` : text
  const moment = new Date(/^\d{4}-\d{2}-\d{2}$/.test(whole) ? `${whole}T15:00:00Z` : whole)
  return Number.isNaN(moment.getTime()) ? null : moment
}
