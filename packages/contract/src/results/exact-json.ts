/**
 * JSON in which a number of FHIR's `value` keeps its original digits. A parsed number would not: `5.0` becomes 5.
 */

const exactTexts = new WeakMap<object, string>()

type Source = { readonly source?: string }

/** Parses JSON. A number named `value` that a number cannot represent exactly becomes the original text. */
export function parseExactJson(text: string): unknown {
  return JSON.parse(text, (key: string, value: unknown, context?: Source) =>
    key === 'value' &&
    typeof value === 'number' &&
    context?.source !== undefined &&
    context.source !== String(value)
      ? context.source
      : value,
  )
}

/** Returns the same object, whose `value` `stringifyExactJson` writes with these digits. */
export function withExactValue<T extends { readonly value?: number }>(quantity: T, digits: string): T {
  exactTexts.set(quantity, digits)
  return quantity
}

const rawJson: unknown = Reflect.get(JSON, 'rawJSON')

/** Writes JSON, with the exact digits of each object given to `withExactValue`. */
export function stringifyExactJson(value: unknown): string {
  return JSON.stringify(value, function (this: unknown, key: string, member: unknown): unknown {
    if (key !== 'value' || typeof member !== 'number' || typeof this !== 'object' || this === null)
      return member
    const digits = exactTexts.get(this)
    return digits === undefined || typeof rawJson !== 'function' ? member : rawJson(digits)
  })
}
