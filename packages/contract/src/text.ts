/** The length of a text or a list, checked before anything else is. */
import * as z from 'zod/mini'

/**
 * Rejects a text of more than `max` UTF-16 code units, or a list of more than `max` items, and skips every later
 * check, including those of the surrounding object. Each field places it before `z.regex` and `z.refine`, so that
 * no pattern runs on a text of unlimited length.
 */
export function atMost(max: number, message?: string) {
  return z.maxLength(max, { error: message, abort: true })
}
