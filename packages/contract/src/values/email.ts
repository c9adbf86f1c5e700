import * as z from 'zod/mini'

// One address and nothing else: no list, group, comment, quote or line break ever reaches a mailer.
const pattern =
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}$/

/** Whether the text is exactly one e-mail address, of at most 254 characters. */
export function isEmail(text: string): boolean {
  return (
    text.length <= 254 &&
    pattern.test(text) &&
    !text.includes('..') &&
    !text.startsWith('.') &&
    !text.includes('.@')
  )
}

/** One strict address; `label` names the field in its messages. */
export function email(label = 'E-mail') {
  return z
    .string(`Digita ${label}`)
    .check(z.trim(), z.minLength(1, `Digita ${label}`), z.refine(isEmail, `Digita ${label} válido`))
}

/** An address fit to be shown to who may not read it: `ca•••••@ejemplo.cl`. */
export function maskEmail(text: string): string {
  const at = text.lastIndexOf('@')
  const shown = text.slice(0, Math.min(2, Math.max(1, at - 1)))
  return `${shown}•••••${text.slice(at)}`
}
