import * as z from 'zod/mini'

const passwordMin = 8
const passwordMax = 128

/** The four rules shown live beside a new password, each with its own words. */
export const passwordRules = [
  { label: 'Mínimo 8 caracteres', met: (text: string) => text.length >= passwordMin },
  { label: '1 mayúscula', met: (text: string) => /\p{Lu}/u.test(text) },
  { label: '1 minúscula', met: (text: string) => /\p{Ll}/u.test(text) },
  { label: '1 número', met: (text: string) => /\d/.test(text) },
] as const

/** A new password; `empty` is the message of an empty field. */
export function newPassword(empty = 'Digita Contraseña') {
  return z.string(empty).check(
    z.minLength(1, empty),
    z.minLength(passwordMin, `Digita mínimo ${passwordMin} caracteres`),
    z.maxLength(passwordMax, `Digita máximo ${passwordMax} caracteres`),
    z.refine((text) => passwordRules.every((rule) => rule.met(text)), 'Digita Contraseña válida'),
  )
}

/** The password of a sign-in: any text, so that an old rule never locks anybody out. */
export function givenPassword() {
  return z
    .string('Digita Contraseña')
    .check(z.minLength(1, 'Digita Contraseña'), z.maxLength(1024, 'Digita Contraseña válida'))
}
