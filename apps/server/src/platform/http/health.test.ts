import { expect, test } from 'vitest'
import { startPortal } from '../../../test/portal.ts'
import { productVersion } from '../version.ts'

const never = new Promise<never>(() => {})

test('a ready server shows its version and details only to callers on this machine', async () => {
  const detail = async () => ({ jobs: 'not running', warnings: ['SMTP_URL is absent'] })
  const { app } = await startPortal({ health: { detail } })
  const url = '/health/ready'
  expect((await app.inject({ url })).json()).toEqual({
    status: 'Ok',
    version: productVersion,
    jobs: 'not running',
    warnings: ['SMTP_URL is absent'],
  })
  expect((await app.inject({ method: 'HEAD', url: '/health/live' })).statusCode).toBe(200)
  const short = { status: 'Ok' }
  expect((await app.inject({ url, remoteAddress: '203.0.113.7' })).json()).toEqual(short)
  expect((await app.inject({ url, headers: { 'x-forwarded-for': '127.0.0.1' } })).json()).toEqual(short)
})

test.each([
  ['finds trouble', async () => 'the database lacks migrations of this version', /lacks migrations/],
  ['fails to look', () => Promise.reject(new Error('relation')), /does not answer$/],
  ['gets no answer', () => never, /in time/],
])(
  'a server that %s is not ready, and shows the reason only to callers on this machine',
  async (_case, trouble, reason) => {
    const { app } = await startPortal({ health: { trouble } })
    const here = await app.inject({ url: '/health/ready' })
    expect([here.statusCode, here.headers['retry-after'], here.json().reason]).toEqual([
      503,
      '2',
      expect.stringMatching(reason),
    ])
    const elsewhere = await app.inject({ url: '/health/ready', remoteAddress: '203.0.113.7' })
    expect([elsewhere.statusCode, elsewhere.json()]).toEqual([
      503,
      {
        status: 'Error',
        errors: [{ msg: 'El servicio se está preparando', code: 'unavailable' }],
      },
    ])
  },
)

test('a server is ready even if its details are not available in time', async () => {
  const { app } = await startPortal({ health: { detail: () => never } })
  const answer = await app.inject({ url: '/health/ready' })
  expect([answer.statusCode, answer.json()]).toEqual([200, { status: 'Ok', version: productVersion }])
})
