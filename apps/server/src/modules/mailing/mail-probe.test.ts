import { installationEndpoints } from '@mi-portal/contract/installation'
import { expect, test } from 'vitest'
import { ask } from '../../../test/ask.ts'
import { listAuditEvents } from '../../../test/audit-events.ts'
import { freePort } from '../../../test/free-port.ts'
import { startSmtp } from '../../../test/mail/smtp.ts'
import { startPortal } from '../../../test/portal.ts'
import { expectRejected } from '../../../test/rejection.ts'

async function withMailServer(SMTP_URL: string) {
  const portal = await startPortal({ environment: { SMTP_URL } })
  const person = await portal.person({ rol: 'SUPER_ADMIN_ROLE', email: 'rodrigo@ejemplo.cl' })
  const call = await portal.as(person)
  return { portal, send: () => call(installationEndpoints.sendTestMail) }
}

test('a test message goes to the own address at once, not through the outbox, and at most fifty times a day', async () => {
  const smtp = await startSmtp()
  const { portal, send } = await withMailServer(smtp.url)
  expect(await send()).toMatchObject({ result: 'sent', recipient: 'rodrigo@ejemplo.cl', reason: null })
  expect(smtp.received.map(({ envelope }) => envelope.to)).toEqual([['rodrigo@ejemplo.cl']])
  expect(await ask(portal.db, 'select id from outbox')).toEqual([])
  expect(await listAuditEvents(portal.db, 'mailing.test')).toMatchObject([{ detail: { result: 'sent' } }])
  for (let count = 1; count < 50; count += 1) await send()
  await expectRejected(send(), 429)
})

test('the cause is shown if the mail server rejects the message, does not answer or is not configured', async () => {
  const smtp = await startSmtp({ behave: () => 550 })
  for (const [url, result, reason] of [
    [smtp.url, 'refused', expect.stringContaining('550')],
    [`smtp://127.0.0.1:${await freePort()}`, 'unreachable', expect.stringContaining('ECONNREFUSED')],
    ['', 'noServer', null],
  ] as const) {
    const { send } = await withMailServer(url)
    expect(await send()).toMatchObject({ result, reason })
  }
})
