/**
 * Chile's national run: up to eight digits and a check digit, modulo 11 with factors 2 to 7 from the right
 * (r = 11 − s mod 11; 11 is written 0 and 10 is written K). It travels without dots or dash, K in upper case.
 */
import * as z from 'zod/mini'

/** The longest run as typed, dash included. */
export const runMaxLength = 10

// No spelling of a run is longer; what is longer is refused before any work is done on it.
const longestSpelling = 16

/** The check digit of a run's body (digits only): `0` to `9` or `K`. */
export function checkDigit(body: string): string {
  let sum = 0
  let factor = 2
  for (let i = body.length - 1; i >= 0; i--) {
    sum += Number(body[i]) * factor
    factor = factor === 7 ? 2 : factor + 1
  }
  const rest = 11 - (sum % 11)
  if (rest === 11) return '0'
  return rest === 10 ? 'K' : String(rest)
}

/** Takes dots, dash and blanks away and writes K in upper case; does not judge. */
export function cleanRun(text: string): string {
  return text
    .slice(0, longestSpelling * 4)
    .replace(/[.\-\s‐-―]/g, '')
    .toUpperCase()
}

/** Whether a clean run has five to eight digits, is not zero and carries its right check digit. */
export function isRun(clean: string): boolean {
  if (!/^\d{5,8}[\dK]$/.test(clean)) return false
  const body = clean.slice(0, -1)
  return Number(body) > 0 && checkDigit(body) === clean.slice(-1)
}

/** `123456785` as a person reads it: `12345678-5`. */
export function formatRun(clean: string): string {
  return clean.length < 2 ? clean : `${clean.slice(0, -1)}-${clean.slice(-1)}`
}

/** What the field shows while a person types: dash before the last character once there are three, no dots. */
export function typeRun(text: string): string {
  const clean = cleanRun(text)
    .replace(/[^\dK]/g, '')
    .replace(/K(?=.)/g, '')
    .slice(0, 9)
  return clean.length >= 3 ? formatRun(clean) : clean
}

/** A run in any of its spellings, given on clean. */
export function run(label = 'RUT') {
  return z
    .pipe(
      z
        .string(`Digita ${label}`)
        .check(z.minLength(1, `Digita ${label}`), z.maxLength(longestSpelling, `Digita ${label} válido`)),
      z.pipe(z.transform(cleanRun), z.string().check(z.refine(isRun, `Digita ${label} válido`))),
    )
    .register(z.globalRegistry, { examples: ['12345678-5', '12.345.678-5', '123456785'] })
}
