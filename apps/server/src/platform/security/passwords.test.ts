import { Failure } from '@mi-portal/contract/failure'
import { expect, test } from 'vitest'
import { hashOfNobody } from './hash-of-nobody.ts'
import { createPasswords } from './passwords.ts'

test('a password is known again, however its accents are composed, and no other is', async () => {
  const { hash, verify } = createPasswords()
  const stored = await hash('Ñandú 2026')
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await verify(stored, 'Ñandú 2026'.normalize('NFD'))).toBe(true)
  expect(await verify(stored, 'ñandú 2026')).toBe(false)
})

test('without a hash nothing is right, after as much work as with one', async () => {
  const { hash, verify } = createPasswords()
  expect(await verify(null, 'Cordillera2026')).toBe(false)
  const settingsOf = (stored: string) => stored.split('$').slice(0, 4)
  expect(settingsOf(hashOfNobody)).toEqual(settingsOf(await hash('Cordillera2026')))
})

test('hashes take turns, and what would wait too long is refused', async () => {
  const { verify } = createPasswords({ concurrent: 1, queue: 2 })
  const outcomes = await Promise.allSettled(['a', 'b', 'c', 'd'].map((password) => verify(null, password)))
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected'])
  const [refused] = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
  expect(refused).toBeInstanceOf(Failure)
  expect(await verify(null, 'e')).toBe(false)
})
