/** The name that a person gives a passkey. */
import * as z from 'zod/mini'
import { atMost } from './text.ts'

/** Characters of a name. */
export const passkeyNameLength = 60

const noName = 'Digita un nombre'
export const passkeyName = z.object({
  name: z
    .string(noName)
    .check(
      z.trim(),
      z.minLength(1, noName),
      atMost(passkeyNameLength, `Digita máximo ${passkeyNameLength} caracteres`),
    ),
})
