import { installationEndpoints } from '@mi-portal/contract/installation'
import { expect, test } from 'vitest'
import { ask } from '../../../test/ask.ts'
import { freePort } from '../../../test/free-port.ts'
import { startSmtp } from '../../../test/mail/smtp.ts'
import { startPortal } from '../../../test/portal.ts'
import { rejectionOf } from '../../../test/rejection.ts'

async function withMailServer(SMTP_URL: string) {
  const portal = await startPortal({ environment: { SMTP_URL } })
  const person = await portal.person({ rol: 'SUPER_ADMIN_ROLE', email: 'rodrigo@ejemplo.cl' })
  const call = await portal.as(person)
  return { portal, send: () => call(installationEndpoints.sendTestMail) }
}

test('a test message goes to the own address at once, with an audit entry, and not through the outbox', async () => {
  const smtp = await startSmtp()
  const { portal, send } = await withMailServer(smtp.url)
  expect(await send()).toMatchObject({ result: 'sent', recipient: 'rodrigo@ejemplo.cl', reason: null })
  expect(smtp.received.map(({ envelope, mail }) => [envelope.to, mail.subject])).toEqual([
    [['rodrigo@ejemplo.cl'], `Correo de prueba de ${portal.clinic.current().clinic.product}`],
  ])
  expect(await ask(portal.db, 'select id from outbox')).toEqual([])
  expect(await ask(portal.db, `select detail from audit_events where action = 'mailing.test'`)).toEqual([
    { detail: { result: 'sent' } },
  ])
})

test('the answer of a mail server that rejects the message is shown', async () => {
  const smtp = await startSmtp({ behave: () => 550 })
  const { send } = await withMailServer(smtp.url)
  const { result, reason } = await send()
  expect(result).toBe('refused')
  expect(reason).toContain('550')
})

test('a mail server that does not answer is named as unreachable', async () => {
  const { send } = await withMailServer(`smtp://127.0.0.1:${await freePort()}`)
  const { result, reason } = await send()
  expect(result).toBe('unreachable')
  expect(reason).toContain('ECONNREFUSED')
})

test('without a mail server the result says so', async () => {
  const { send } = await withMailServer('')
  expect(await send()).toMatchObject({ result: 'noServer', reason: null })
})

test('fifty test messages can be sent in a day', async () => {
  const smtp = await startSmtp()
  const { send } = await withMailServer(smtp.url)
  for (let count = 0; count < 50; count += 1) await send()
  expect((await rejectionOf(send())).status).toBe(429)
})
