import * as z from 'zod/mini'
import { atMost } from '../../fields/text.ts'
import { plainDecimal } from '../decimals.ts'
import type { Amount, ReportedConcept } from '../reported-result.ts'

export const text = z.string().check(z.minLength(1), atMost(10_000))
const coding = z.object({ system: z.optional(text), code: z.optional(text), display: z.optional(text) })
export const concept = z.object({ coding: z.optional(z.array(coding)), text: z.optional(text) })
export type FhirConcept = z.output<typeof concept>
// `parseExactJson` returns text when a number would lose digits.
const number = z.union([z.number(), z.string()])
export const quantity = z.object({
  value: z.optional(number),
  comparator: z.optional(z.enum(['<', '<=', '>=', '>'])),
  unit: z.optional(text),
  system: z.optional(text),
  code: z.optional(text),
})
export const span = z.object({ low: z.optional(quantity), high: z.optional(quantity) })
export const ratio = z.object({ numerator: quantity, denominator: quantity })
export const period = z.object({ start: z.optional(text), end: z.optional(text) })
export const range = z.object({
  low: z.optional(quantity),
  high: z.optional(quantity),
  type: z.optional(concept),
  appliesTo: z.optional(z.array(concept)),
  age: z.optional(span),
  text: z.optional(text),
})
export const note = z.object({ text })
export const fhirDate = z
  .string()
  .check(atMost(40), z.regex(/^\d{4}(-\d{2}(-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})?)?)?)?$/))
export const fhirTime = z.string().check(atMost(40), z.regex(/^\d{2}:\d{2}(:\d{2}(\.\d+)?)?$/))

const unitsOfMeasure = 'http://unitsofmeasure.org'

export type Resource = Readonly<Record<string, unknown>>

export function isResource(given: unknown): given is Resource {
  return typeof given === 'object' && given !== null && !Array.isArray(given)
}

/** Returns a function that reads an element with its schema, and adds the path of one that cannot be read to `unread`. */
export function reader(unread: string[], prefix: string) {
  return <T extends z.ZodMiniType>(
    resource: Resource,
    element: string,
    schema: T,
  ): z.output<T> | undefined => {
    const given = resource[element]
    if (given === undefined || given === null) return undefined
    const read = z.safeParse(schema, given)
    if (read.success) return read.data
    const [issue] = read.error.issues
    const deeper = (issue?.path ?? []).map((part) =>
      typeof part === 'number' ? `[${part}]` : `.${String(part)}`,
    )
    unread.push(`${prefix}${element}${deeper.join('')}`)
    return undefined
  }
}
export type Read = ReturnType<typeof reader>

/** Returns the text of a concept, or else its first display; null when it has only codes. */
export function conceptWords(
  given:
    | {
        readonly text?: string | undefined
        readonly coding?: readonly { readonly display?: string | undefined }[] | undefined
      }
    | undefined,
): string | null {
  return given?.text?.trim() || given?.coding?.map(({ display }) => display?.trim()).find(Boolean) || null
}

export function wordsOrCode(given: FhirConcept | undefined): string | null {
  return given === undefined ? null : (conceptWords(given) ?? given.coding?.[0]?.code ?? null)
}

export function reportedConcept({ text: words, coding: codings = [] }: FhirConcept): ReportedConcept {
  return {
    text:
      words ??
      codings.find(({ code, display }) => code === undefined && display !== undefined)?.display ??
      null,
    codes: codings.flatMap(({ system, code, display }) =>
      code === undefined ? [] : [{ system: system ?? null, code, display: display ?? null }],
    ),
  }
}

export const hasWords = ({ text: words, codes }: ReportedConcept) => words !== null || codes.length > 0

export type Quantity = z.output<typeof quantity>

const readUnit = ({ unit, code }: Quantity) => unit ?? code ?? null
const readUcum = ({ system, code }: Quantity) =>
  system === undefined || system === unitsOfMeasure ? (code ?? null) : null

export function toAmount(one: Quantity | undefined): Amount | null {
  const plain = one?.value === undefined ? null : plainDecimal(one.value)
  if (one === undefined || plain === null) return null
  return { number: plain, comparator: one.comparator ?? null, unit: readUnit(one), ucum: readUcum(one) }
}
