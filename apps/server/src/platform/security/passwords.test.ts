import { ApiError } from '@mi-portal/contract/calls/api-error'
import { expect, test } from 'vitest'
import { decoyHash } from './decoy-hash.ts'
import { createPasswords } from './passwords.ts'

test('a password matches its hash whichever way its accents are composed, and another password does not', async () => {
  const { hash, verify } = createPasswords()
  const stored = await hash('Ñandú 2026')
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await verify(stored, 'Ñandú 2026'.normalize('NFD'))).toBe(true)
  expect(await verify(stored, 'ñandú 2026')).toBe(false)
})

test('without a stored hash every password is wrong, and the check takes as long as with a hash', async () => {
  const { hash, verify } = createPasswords()
  expect(await verify(null, 'Cordillera2026')).toBe(false)
  const settingsOf = (stored: string) => stored.split('$').slice(0, 4)
  expect(settingsOf(decoyHash)).toEqual(settingsOf(await hash('Cordillera2026')))
})

test('a hash that was made with less memory or fewer passes than now is outdated', async () => {
  const { hash, isOutdated } = createPasswords()
  const current = await hash('Cordillera2026')
  expect(isOutdated(current)).toBe(false)
  expect(isOutdated(current.replace('m=19456', 'm=12288'))).toBe(true)
  expect(isOutdated(current.replace('t=2', 't=1'))).toBe(true)
  expect(isOutdated(current.replace('m=19456', 'm=65536'))).toBe(false)
})

test('password checks run one after the other, and one that finds the queue full is rejected', async () => {
  const { verify } = createPasswords({ concurrent: 1, queue: 2 })
  const outcomes = await Promise.allSettled(['a', 'b', 'c', 'd'].map((password) => verify(null, password)))
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected'])
  const [rejected] = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
  expect(rejected).toBeInstanceOf(ApiError)
  expect(await verify(null, 'e')).toBe(false)
})
