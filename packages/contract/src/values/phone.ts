import * as z from 'zod/mini'

export const phonePlaceholder = '9XXXXXXXX'

/** A Chilean mobile of exactly nine digits, as typed in forms. */
export function phone() {
  return z
    .string('Digita Teléfono')
    .check(z.trim(), z.minLength(1, 'Digita Teléfono'), z.regex(/^9\d{8}$/, 'Digita Teléfono válido'))
}
