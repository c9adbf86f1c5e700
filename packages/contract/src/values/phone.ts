import * as z from 'zod/mini'
import { atMost, requiredText } from '../fields/text.ts'
import { toPlainCharacters } from './codes/clean-code.ts'

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

/**
 * Returns the nine digits of a Chilean phone in any spelling, as `+56 9 8765 4321`, `9.8765.4321` or `tel: (02) 2654-3210`. Eight digits lack
 * the 9 of mobile phones, or the 2 of Santiago. Any other text has none, also a RUN with its dots.
 */
export function readPhones(text: string): readonly string[] {
  const typed = toPlainCharacters(text)
    .trim()
    .replace(/^(?:tel|fono|cel|m\p{L}vil)\p{L}*[\s.:]*/iu, '')
  if (!/^[\d\s()+./-]+$/.test(typed) || /^\d{1,2}\.\d{3}\.\d{3}-?\d?$/.test(typed)) return []
  const digits = typed.replace(/\D/g, '').replace(/^(00)?(56)?0?(?=\d{8,9}$)/, '')
  return [digits, `9${digits}`, `2${digits}`].filter((phone) => phonePattern.test(phone))
}

/** Returns whether a Chilean phone of nine digits is a mobile one: only those receive text messages. */
export function isMobile(phone: string): boolean {
  return /^9\d{8}$/.test(phone)
}

/**
 * The mobile number of a registration's draft: eight digits, with or without the leading 9 and 56. The result has eight digits.
 */
export function cellphone() {
  const wrong = 'Digita celular válido'
  return z.pipe(
    z.string(wrong).check(z.trim(), atMost(16, wrong), z.regex(/^(\+?56)?\s?9?\d{8}$/, wrong)),
    z.transform((text: string) => text.slice(-8)),
  )
}
