import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { estimateBits } from './secret-strength.ts'

test.each([
  'a'.repeat(48),
  'abcdefghijklmnopqrstuvwxyz0123456789',
  'Clinica2026Clinica2026Clinica2026',
  '0123456789abcdef0123456789abcdef',
  'mi-clave-secreta-para-el-portal-de-la-clinica',
  '12345678901234567890123456789012345678901234',
  'cambiame-por-favor-cambiame-por-favor',
  'x'.repeat(40) + 'y'.repeat(40),
])('the secret %s, which is not random, is estimated as weak', (secret) => {
  expect(estimateBits(secret)).toBeLessThan(128)
})

/** Returns bytes without any pattern that are the same in every run: a random secret is misjudged about once in 10,000. */
function scatteredBytes(seed: string, length: number): Buffer {
  return createHash('sha512').update(seed).digest().subarray(0, length)
}

test('a random secret is estimated as strong in every usual encoding', () => {
  for (let round = 0; round < 500; round += 1) {
    expect(estimateBits(scatteredBytes(`a${round}`, 36).toString('base64'))).toBeGreaterThanOrEqual(128)
    expect(estimateBits(scatteredBytes(`b${round}`, 32).toString('base64url'))).toBeGreaterThanOrEqual(128)
    expect(estimateBits(scatteredBytes(`c${round}`, 24).toString('base64'))).toBeGreaterThanOrEqual(128)
    expect(estimateBits(scatteredBytes(`d${round}`, 20).toString('hex'))).toBeGreaterThanOrEqual(128)
  }
})
