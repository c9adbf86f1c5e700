import * as z from 'zod/mini'
import { requiredText } from '../text.ts'

export const phonePlaceholder = '9XXXXXXXX'

export const phonePattern = /^[1-9]\d{8}$/

/** A Chilean phone, mobile or landline, as typed in forms: exactly nine digits, the first of which is not 0. */
export function phone() {
  return requiredText(
    'Digita Teléfono',
    9,
    'Digita Teléfono válido',
    z.regex(phonePattern, 'Digita Teléfono válido'),
  )
}

/** Returns whether a Chilean phone of nine digits is a mobile one: only those receive text messages. */
export function isMobile(phone: string): boolean {
  return /^9\d{8}$/.test(phone)
}
