/**
 * JSON in which a number of FHIR's `value` keeps its original digits. A parsed number would not: `5.0` becomes 5.
 */
import { withoutDirectionMarks } from '../fields/text.ts'

const exactTexts = new WeakMap<object, string>()

type Source = { readonly source?: string }

/**
 * Parses JSON of other systems. A number named `value` that a number cannot represent exactly becomes the original text. Texts lose the
 * signs that would turn round the line in which they are shown.
 */
export function parseExactJson(text: string): unknown {
  return JSON.parse(text, (key: string, value: unknown, context?: Source) => {
    if (typeof value === 'string') return withoutDirectionMarks(value)
    const { source } = context ?? {}
    return key === 'value' && typeof value === 'number' && source !== undefined && source !== String(value)
      ? source
      : value
  })
}

/** Returns the same object, whose `value` `stringifyExactJson` writes with these digits. */
export function withExactValue<T extends { readonly value?: number }>(quantity: T, digits: string): T {
  exactTexts.set(quantity, digits)
  return quantity
}

const rawJson: unknown = Reflect.get(JSON, 'rawJSON')

export function stringifyExactJson(value: unknown): string {
  return JSON.stringify(value, function (this: unknown, key: string, member: unknown): unknown {
    if (key !== 'value' || typeof member !== 'number' || typeof this !== 'object' || this === null)
      return member
    const digits = exactTexts.get(this)
    return digits === undefined || typeof rawJson !== 'function' ? member : rawJson(digits)
  })
}
