/** What the forms of publications have in common: all of a form is text, and what it says is judged by the contract. */
import * as z from 'zod/mini'

/** A typed number as the contract wants it: nothing is absent, what is no number stays text and is refused as such. */
export function typedNumber(text: string): number | string | undefined {
  const trimmed = text.trim()
  if (trimmed === '') return undefined
  return /^\d{1,9}$/.test(trimmed) ? Number(trimmed) : trimmed
}

/** The first message for each field that a schema finds at fault. */
export function faultsOf(schema: z.ZodMiniType, value: unknown): Record<string, string> {
  const result = z.safeParse(schema, value)
  const faults: Record<string, string> = {}
  for (const issue of result.error?.issues ?? []) {
    const field = String(issue.path[0] ?? '')
    faults[field] ??= issue.message
  }
  return faults
}
