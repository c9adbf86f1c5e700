import { expect, test } from 'vitest'
import { startPortal } from '../../../test/portal.ts'

const path = '/api/policy-reports'

async function startReporting() {
  const log: string[] = []
  const portal = await startPortal({ log })
  const send = (type: string, body: unknown, ip = '203.0.113.9') =>
    portal.app.inject({
      method: 'POST',
      url: path,
      remoteAddress: ip,
      headers: { 'content-type': type },
      payload: typeof body === 'string' ? body : JSON.stringify(body),
    })
  const lines = () => log.map((line) => JSON.parse(line)).filter(({ event }) => event === 'policy violation')
  return { portal, log, send, lines }
}

const token = 'zJ8v2Q-no-debe-estar-en-el-registro'

const older = {
  'csp-report': {
    'document-uri': `https://portal.example/compartido/${token}?rut=123456785`,
    referrer: '',
    'violated-directive': 'script-src-elem',
    'effective-directive': 'script-src-elem',
    'original-policy': "default-src 'none'",
    'blocked-uri': `https://evil.example/robar.js?${token}`,
    'source-file': 'https://portal.example/assets/pages-DkQ1.js',
    'line-number': 12,
    'script-sample': `Camila ${token}`,
  },
}

const newer = {
  type: 'csp-violation',
  age: 3,
  url: `https://portal.example/correo/${token}`,
  user_agent: `Firefox de Camila ${token}`,
  body: {
    documentURL: `https://portal.example/correo/${token}`,
    effectiveDirective: 'require-trusted-types-for',
    blockedURL: 'trusted-types-sink',
    sourceFile: 'chrome-extension://abcdef/content.js',
    lineNumber: 1,
    sample: `Element innerHTML|Camila ${token}`,
  },
}

test('a policy report of either format becomes a line of the security log, without the page’s address or a sample', async () => {
  const { log, send, lines } = await startReporting()
  expect((await send('application/csp-report', older)).statusCode).toBe(204)
  expect((await send('application/reports+json', [newer, { type: 'deprecation' }])).statusCode).toBe(204)
  expect(lines()).toMatchObject([
    {
      msg: 'security',
      page: '/compartido',
      directive: 'script-src-elem',
      blocked: 'https://evil.example',
      file: '/assets/pages-DkQ1.js',
      line: 12,
      network: '203.0.113.0/24',
    },
    {
      page: '/correo',
      directive: 'require-trusted-types-for',
      blocked: 'trusted-types-sink',
      file: 'other',
      line: 1,
    },
  ])
  for (const secret of [token, 'Camila', '123456785', '203.0.113.9']) expect(log.join()).not.toContain(secret)
})

test('the security log holds no free text of a policy report, and a large, malformed or other report is rejected', async () => {
  const { portal, log, send, lines } = await startReporting()
  const personalText = 'María González 12.345.678-5'
  const odd = {
    'csp-report': {
      'document-uri': `https://portal.example/${personalText}`,
      'effective-directive': personalText,
      'blocked-uri': personalText,
      'source-file': `https://portal.example/assets/${personalText}`,
      'line-number': personalText,
    },
  }
  expect((await send('application/csp-report', odd)).statusCode).toBe(204)
  expect(lines()).toMatchObject([{ page: '/', directive: null, blocked: null, file: 'other', line: null }])
  expect(log.join()).not.toContain('Mar')
  const large = { 'csp-report': { 'blocked-uri': 'x'.repeat(17_000) } }
  expect((await send('application/csp-report', large)).statusCode).toBe(413)
  for (const wrong of ['{', '{"a":1}'])
    expect((await send('application/csp-report', wrong)).statusCode).toBe(400)
  expect((await send('text/plain', '{}')).statusCode).toBe(415)
  expect((await portal.app.inject({ url: path })).statusCode).toBe(405)
  expect(lines()).toHaveLength(1)
})
