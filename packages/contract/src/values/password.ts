import * as z from 'zod/mini'
import { atMost } from '../fields/text.ts'

const passwordMin = 8
const passwordMax = 128

/** The four rules that are shown live beside a new password, each with its label. */
export const passwordRules = [
  { label: 'Mínimo 8 caracteres', met: (text: string) => text.length >= passwordMin },
  { label: '1 mayúscula', met: (text: string) => /\p{Lu}/u.test(text) },
  { label: '1 minúscula', met: (text: string) => /\p{Ll}/u.test(text) },
  { label: '1 número', met: (text: string) => /\d/.test(text) },
] as const

export function newPassword(empty = 'Digita Contraseña') {
  return z.string(empty).check(
    z.minLength(1, empty),
    z.minLength(passwordMin, `Digita mínimo ${passwordMin} caracteres`),
    atMost(passwordMax, `Digita máximo ${passwordMax} caracteres`),
    z.refine((text) => passwordRules.every((rule) => rule.met(text)), 'Digita Contraseña válida'),
  )
}

/** The password of a sign-in. Any text is accepted, so that a newer rule never locks out an old account. */
export function givenPassword() {
  return z
    .string('Digita Contraseña')
    .check(z.minLength(1, 'Digita Contraseña'), atMost(1024, 'Digita Contraseña válida'))
}
