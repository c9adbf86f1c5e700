import * as z from 'zod/mini'
import { requiredText } from '../fields/text.ts'

// Exactly one address: no list, group, comment, quote or line break may reach a mailer.
const pattern =
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}$/

/** Maximum length of an address in characters (RFC 5321, 4.5.3.1.3 without its angle brackets). */
export const emailMax = 254

export function isEmail(text: string): boolean {
  return (
    text.length <= emailMax &&
    pattern.test(text) &&
    !text.includes('..') &&
    !text.startsWith('.') &&
    !text.includes('.@')
  )
}

const wrongEmail = 'Digita E-mail válido'

export function email() {
  return requiredText('Digita E-mail', emailMax, wrongEmail, z.refine(isEmail, wrongEmail))
}

/** Masks an address for its owner and for staff: `ca•••••@ejemplo.cl`. */
export function maskEmail(text: string): string {
  const at = text.lastIndexOf('@')
  const shown = text.slice(0, Math.min(2, Math.max(1, at - 1)))
  return `${shown}•••••${text.slice(at)}`
}

/**
 * Masks an address for callers who may be strangers: `c•••••@•••••`. The length, the domain and a mailbox of one letter stay hidden, so
 * that an address of staff looks like any other.
 */
export function maskEmailForStrangers(text: string): string {
  const shown = text.lastIndexOf('@') > 1 ? text.slice(0, 1) : ''
  return `${shown}•••••@•••••`
}
