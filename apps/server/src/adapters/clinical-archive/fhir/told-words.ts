/** Words and numbers out of FHIR's nested data: names, codes, days, the run. */
import type { Concept, Identifier, Practitioner, Reference } from './resources.ts'

/** CL Core tells a run and a passport apart by the identifier's type (EIS kinds of identifier). */
const kinds: Readonly<Record<string, 1 | 2>> = { 1: 1, '01': 1, RUN: 1, NNCHL: 1, 3: 2, '03': 2, PPN: 2 }

function kindOf(identifier: Identifier): 1 | 2 | null {
  for (const { code } of identifier.type?.coding ?? []) {
    const kind = code === undefined ? undefined : kinds[code.toUpperCase()]
    if (kind !== undefined) return kind
  }
  return null
}

/**
 * The number of an identifier as the portal keeps it. CL Core leaves a run's check digit to an extension; where there is
 * none and no dash, eight digits may be a run of seven with its digit or one of eight without: that is nobody's.
 */
function numberOf(identifier: Identifier, kind: 1 | 2): string | null {
  const number = bare(identifier.value ?? '')
  if (kind === 2) return number
  const digit = identifier.extension?.find(({ url }) => /checkdigit|digitoverificador/i.test(url ?? ''))
  if (digit?.valueString !== undefined && !identifier.value?.includes('-'))
    return number + digit.valueString.toUpperCase()
  return /-/.test(identifier.value ?? '') || /K$|^\d{9}$/.test(number) ? number : null
}

/** The documents that identifiers name; `runSystem` is what the clinic calls runs where they carry no type. */
export function documentsOf(
  identifiers: readonly Identifier[] | undefined,
  runSystem: string | undefined,
): { readonly kind: 1 | 2; readonly number: string }[] {
  return (identifiers ?? []).flatMap((one) => {
    const isNamedRun = runSystem !== undefined && one.system === runSystem
    const kind = kindOf(one) ?? (isNamedRun ? 1 : null)
    const number = kind === null ? null : numberOf(one, kind)
    return kind === null || number === null ? [] : [{ kind, number }]
  })
}

/** A document as the portal keeps it: without dots, dash and spaces, in upper case. */
function bare(document: string): string {
  return document.replace(/[.\-\s]/g, '').toUpperCase()
}

export function wordsOf(concept: Concept | undefined): string | undefined {
  const text = concept?.text?.trim()
  if (text) return text
  return concept?.coding?.map(({ display }) => display?.trim()).find(Boolean)
}

export function codesOf(concepts: readonly Concept[] | undefined): string[] {
  return (concepts ?? []).flatMap(({ coding }) => (coding ?? []).flatMap(({ code }) => code ?? []))
}

/** What one thing is measured as, the same from exam to exam: its LOINC code where it has one. */
export function mainCode(concept: Concept): { readonly search: string; readonly code: string } | null {
  const codings = concept.coding ?? []
  const chosen = codings.find(({ system }) => system === 'http://loinc.org') ?? codings[0]
  if (chosen?.code === undefined) return null
  const spelled = [chosen.system, chosen.code].flatMap((part) => part?.replace(/[\\$,|]/g, '\\$&') ?? [])
  return { search: spelled.join('|'), code: chosen.code }
}

export function nameOf(practitioner: Practitioner | undefined): string | undefined {
  const name = practitioner?.name?.[0]
  if (name === undefined) return undefined
  const whole = [...(name.prefix ?? []), ...(name.given ?? []), name.family].filter(Boolean).join(' ')
  return name.text?.trim() || whole || undefined
}

/** A run without dots or dash, or nothing where none is told. */
export function runOf(identifiers: readonly Identifier[] | undefined): string {
  const run = identifiers?.find((one) => kindOf(one) === 1)
  return (run && numberOf(run, 1)) ?? ''
}

/** `Type/id` of a reference to a resource of the server itself, whole address or not. */
export function targetOf(reference: Reference | undefined): string | null {
  const match = /(?:^|\/)([A-Z][A-Za-z]+\/[A-Za-z0-9\-.]{1,64})(?:\/_history\/[^/]+)?$/.exec(
    reference?.reference ?? '',
  )
  return match?.[1] ?? null
}

/** A moment; of a day alone its noon, so that it stays that day in Chile. */
export function momentOf(text: string | undefined): Date | null {
  if (text === undefined) return null
  const whole = /^\d{4}$/.test(text) ? `${text}-01-01` : /^\d{4}-\d{2}$/.test(text) ? `${text}-01` : text
  const moment = new Date(/^\d{4}-\d{2}-\d{2}$/.test(whole) ? `${whole}T15:00:00Z` : whole)
  return Number.isNaN(moment.getTime()) ? null : moment
}
