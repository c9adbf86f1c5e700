import * as z from 'zod/mini'
import { atMost } from '../text.ts'

/** Returns whether a passport number has 6 to 15 letters or digits and is not all zeros. */
export function isPassport(text: string): boolean {
  return /^[A-Za-z0-9]{6,15}$/.test(text) && !/^0+$/.test(text)
}

/** A passport number. Letters are converted to upper case, so that it is found in any spelling. */
export function passport() {
  return z.pipe(
    z
      .string('Digita Pasaporte')
      .check(
        z.trim(),
        z.minLength(1, 'Digita Pasaporte'),
        atMost(15, 'Digita Pasaporte válido'),
        z.refine(isPassport, 'Digita Pasaporte válido'),
      ),
    z.transform((text: string) => text.toUpperCase()),
  )
}
