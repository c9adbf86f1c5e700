/** What the forms of publications have in common: all values are text, and the contract validates them. */
import * as z from 'zod/mini'

/**
 * Converts typed text to the number that the contract expects: empty text becomes undefined; text that is not a
 * number stays text and is rejected.
 */
export function parseTypedNumber(text: string): number | string | undefined {
  const trimmed = text.trim()
  if (trimmed === '') return undefined
  return /^\d{1,9}$/.test(trimmed) ? Number(trimmed) : trimmed
}

/** Returns the first message of each field with an error. */
export function listFieldErrors(schema: z.ZodMiniType, value: unknown): Record<string, string> {
  const result = z.safeParse(schema, value)
  const fieldErrors: Record<string, string> = {}
  for (const issue of result.error?.issues ?? []) {
    const field = String(issue.path[0] ?? '')
    fieldErrors[field] ??= issue.message
  }
  return fieldErrors
}
