/** What the forms of publications have in common: all values are text, and the contract validates them. */
import { isDay, santiago, toInstant } from '@mi-portal/contract/values/dates'
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

/** Returns what a field of date and time shows of a timestamp: `2026-11-26T09:00` in Santiago; empty for null. */
export function toLocalText(moment: string | null): string {
  if (moment === null) return ''
  const { day, time } = santiago(new Date(moment))
  return `${day}T${time}`
}

/** Returns the timestamp of a field of date and time: null if it is empty, and its text if that is none. */
export function parseLocalText(text: string): string | null {
  if (text === '') return null
  const [day = '', time = ''] = text.split('T')
  return isDay(day) && /^\d{2}:\d{2}$/.test(time) ? toInstant(day, time).toISOString() : text
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
