import * as z from 'zod/mini'

/**
 * Rejects a text of more than `max` UTF-16 code units, or a list of more than `max` items, and skips every later
 * check, including those of the surrounding object. Each field places it before `z.regex` and `z.refine`, so that
 * no pattern runs on a text of unlimited length.
 */
export function atMost(max: number, message?: string) {
  return z.maxLength(max, { error: message, abort: true })
}

/** A text that has to be given, read without the spaces around it. */
export function requiredText(
  missing: string,
  max: number,
  tooLong = `Digita máximo ${max} caracteres`,
  ...further: (z.core.CheckFn<string> | z.core.$ZodCheck<string>)[]
) {
  return z.string(missing).check(z.trim(), z.minLength(1, missing), atMost(max, tooLong), ...further)
}

export function textLike(pattern: RegExp, max: number, wrong: string) {
  return z.string(wrong).check(atMost(max, wrong), z.regex(pattern, wrong))
}

type FieldErrors = readonly (readonly [field: string, message: string])[]

/** Checks fields of a form together. `isPartial`: also while other fields are wrong, so that the form says everything at once. */
export function checkForm<T>(find: (form: T) => FieldErrors, isPartial = false) {
  return z.check<T>(
    ({ value, issues }) => {
      for (const [field, message] of find(value))
        issues.push({ code: 'custom', message, path: [field], input: value })
    },
    isPartial ? { when: () => true } : {},
  )
}

const directionMarks = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g

/** Returns a text without the invisible signs that turn round what follows: with them «001» would be read as «100». */
export function withoutDirectionMarks(text: string): string {
  return text.replace(directionMarks, '')
}

/** Returns the same JSON value, whose texts have no such signs. */
export function withoutDirectionMarksInside<T>(value: T): T {
  const text = JSON.stringify(value)
  const cleaned = withoutDirectionMarks(text)
  return cleaned === text ? value : JSON.parse(cleaned)
}
