import { expect, test } from 'vitest'
import { createClientToken } from './client-token.ts'

const credentials = {
  kind: 'client',
  tokenUrl: 'https://idp.example/token',
  clientId: 'portal',
  clientSecret: 'secret',
  scope: '',
} as const

test('a rejected token is forgotten, but a newer token that another request got meanwhile is not', async () => {
  let given = 0
  const token = createClientToken(
    credentials,
    () => 0,
    async () => {
      given += 1
      return { access_token: `token-${given}`, expires_in: 300 }
    },
    () => new Error('no token'),
  )
  expect(await token.get()).toBe('token-1')
  token.forget('token-1')
  expect(await token.get()).toBe('token-2')
  token.forget('token-1')
  expect(await token.get()).toBe('token-2')
})
