import { expect, test } from 'vitest'
import { createSealer } from './seal.ts'
import type { Secrets } from './secrets.ts'
import { createKeyedHash, createSigner } from './tokens.ts'

const [old, fresh] = ['o'.repeat(48), 'f'.repeat(48)]
const [before, between, after]: Secrets[] = [[old], [fresh, old], [fresh]]

test('data that was sealed under a previous secret can be opened, and is sealed again under the current secret', () => {
  const [one, two, three] = [before, between, after].map((secrets) => createSealer(secrets ?? [''], 'tests'))
  const sealed = one?.seal(Buffer.from('secreto'), 'aquí') ?? Buffer.alloc(0)
  expect(two?.open(sealed, 'aquí')?.toString()).toBe('secreto')
  expect(two?.open(sealed, 'allá')).toBeNull()
  expect(three?.open(sealed, 'aquí')).toBeNull()
  const renewed = two?.renew(sealed, 'aquí') ?? Buffer.alloc(0)
  expect(three?.open(renewed, 'aquí')?.toString()).toBe('secreto')
  expect(two?.renew(renewed, 'aquí')).toBeNull()
  expect(three?.renew(sealed, 'aquí')).toBeNull()
  expect([two?.id === three?.id, two?.id === one?.id]).toEqual([true, false])
})

test('a key that was signed under a previous secret is accepted, and new keys are signed under the current secret', () => {
  const [one, two, three] = [before, between, after].map((secrets) => createSigner(secrets ?? [''], 'tests'))
  const signed = one?.sign([7, 40]) ?? ''
  expect([two?.open(signed), three?.open(signed)]).toEqual([[7, 40], null])
  expect(three?.open(two?.sign([8]) ?? '')).toEqual([8])
  expect(two?.open(`${signed}x`)).toBeNull()
})

test('a keyed hash is stored under the current secret, and looked up under the current and the previous one', () => {
  const [one, two, three] = [before, between, after].map((secrets) =>
    createKeyedHash(secrets ?? [''], 'tests'),
  )
  expect(two?.candidates('123456')).toEqual([three?.of('123456'), one?.of('123456')])
  expect(two?.of('123456')).toEqual(three?.of('123456'))
})
