/**
 * Chile's national identity number: up to eight digits and a check digit, modulo 11 with factors 2 to 7 from the
 * right (r = 11 − s mod 11; 11 is written 0 and 10 is written K). The wire has it without dots or dash, with K in
 * upper case.
 */
import { cleanCode } from './codes/clean-code.ts'

export const runMaxLength = 10

/** Length of the longest spelling of a run. A longer text is rejected before it is processed. */
export const longestSpelling = 32

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

/** Removes what is no letter or digit and the leading zeros of older cards, and writes K in upper case; does not validate. */
export function cleanRun(text: string): string {
  return cleanCode(text).replace(/^0+(?=.)/, '')
}

/** Returns whether a clean run has five to eight digits, is not zero and has the correct check digit. */
export function isRun(clean: string): boolean {
  if (!/^\d{5,8}[\dK]$/.test(clean)) return false
  const body = clean.slice(0, -1)
  return Number(body) > 0 && checkDigit(body) === clean.slice(-1)
}

export function formatRun(clean: string): string {
  return clean.length < 2 ? clean : `${clean.slice(0, -1)}-${clean.slice(-1)}`
}

/**
 * Returns what the field shows while the user types: a dash before the last character from three characters on, and
 * no dots.
 */
export function typeRun(text: string): string {
  const clean = cleanRun(text)
    .replace(/[^\dK]/g, '')
    .replace(/K(?=.)/g, '')
    .slice(0, 9)
  return clean.length >= 3 ? formatRun(clean) : clean
}
