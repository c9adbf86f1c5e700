/** The schema of a typed code. It is apart from its rule, which pages use without zod. */
import * as z from 'zod/mini'
import { atMost } from '../../fields/text.ts'
import { cleanCode } from './clean-code.ts'

/** A code in any of its spellings; the result is clean and matches the pattern. */
export function typedCode(pattern: RegExp, wrong: string, missing = wrong) {
  return z
    .string(missing)
    .check(atMost(60, wrong), z.overwrite(cleanCode), z.minLength(1, missing), z.regex(pattern, wrong))
}
