import { mailPlaceholders } from '@mi-portal/contract/clinic/mail-wording'
import { installationEndpoints } from '@mi-portal/contract/installation'
import { mailingEndpoints } from '@mi-portal/contract/mailing'
import { expect, test } from 'vitest'
import { ask } from '../../../test/ask.ts'
import { listAuditEvents } from '../../../test/audit-events.ts'
import { testBranding } from '../../../test/mail/branding.ts'
import { listMails } from '../../../test/mail/mails.ts'
import { countTemplates, readSamples } from '../../../test/mail/samples.ts'
import { startSmtp } from '../../../test/mail/smtp.ts'
import { startPortal } from '../../../test/portal.ts'
import { expectRejected, rejectionOf } from '../../../test/rejection.ts'

async function superAdministrator() {
  const portal = await startPortal()
  const call = await portal.as(await portal.person({ rol: 'SUPER_ADMIN_ROLE' }))
  const recipients = async () => (await listMails(portal.db)).map(({ recipient }) => recipient)
  return { ...portal, call, recipients }
}

test('every mail of every module can be previewed with synthetic data', async () => {
  const { call } = await superAdministrator()
  const { templates } = await call(mailingEndpoints.templates)
  expect(templates).toHaveLength(await countTemplates())
  expect(new Set(templates.map(({ title }) => title)).size).toBe(templates.length)
  for (const { id } of templates) {
    const { subject, html, text } = await call(mailingEndpoints.preview, { params: { id } })
    expect(subject).not.toBe('')
    expect(html).toContain('<h1')
    expect(text).not.toMatch(/undefined|null|\[object|NaN/)
  }
  // Before a clinic is published it has neither phone nor address.
  const nameless = { ...testBranding, supportEmail: '', supportPhone: '', product: 'Portal', brand: 'Portal' }
  for (const { name, render } of await readSamples())
    expect([name, render(nameless).text]).toEqual([
      name,
      expect.not.stringMatching(/ {2}|(?<!\p{L})(?:al|a|en|el|y|o) (?:[.,]|o |y |$)|Portal, de Portal/mu),
    ])
  const unknown = call(mailingEndpoints.preview, { params: { id: templates.length + 1 } })
  await expectRejected(unknown, 404)
})

test('a test mail goes to each of several valid addresses once, and to at most fifty a day', async () => {
  const { call, recipients, db } = await superAdministrator()
  for (const [changes, param] of [
    [{ emails: ['ana@a.cl,luis@b.cl'] }, 'emails'],
    [{ emails: Array.from({ length: 11 }, (_, index) => `a${index}@a.cl`) }, 'emails'],
    [{ emailId: 9999 }, 'emailId'],
  ] as [object, string][]) {
    const body = { emails: ['ana@ejemplo.cl'], emailId: 1, ...changes }
    const rejected = await rejectionOf(call(mailingEndpoints.send, { body }))
    expect(rejected).toMatchObject({ status: 400, fieldErrors: [{ param }] })
  }
  const emails = ['ana@ejemplo.cl', 'luis@ejemplo.cl', 'ana@ejemplo.cl']
  expect(await call(mailingEndpoints.send, { body: { emails, emailId: 1 } })).toMatchObject({ sent: 2 })
  expect(await recipients()).toEqual(['ana@ejemplo.cl', 'luis@ejemplo.cl'])
  expect(await listAuditEvents(db, 'mailing.test')).toMatchObject([{ detail: { messages: 2 } }])
  const eight = Array.from({ length: 8 }, (_, index) => `a${index}@ejemplo.cl`)
  for (let count = 0; count < 6; count += 1)
    await call(mailingEndpoints.send, { body: { emails: eight, emailId: 2 } })
  const over = call(mailingEndpoints.send, { body: { emails: ['b@ejemplo.cl'], emailId: 2 } })
  await expectRejected(over, 429)
  expect(await recipients()).toHaveLength(50)
})

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

const placeholders = ['first_name', 'doctor_name', 'place']

test('a clinic can word every mail of the product, with exactly the placeholders that the mail fills', async () => {
  const filled = (await readSamples()).map((sample) => {
    const isFilled = (name: string) => {
      const { text } = sample.render({ ...testBranding, wordingOf: () => ({ opening: `<{${name}}>` }) })
      return !text.includes('<>')
    }
    return [sample.name, placeholders.filter(isFilled)] as const
  })
  expect(Object.fromEntries(filled)).toEqual(mailPlaceholders)
})
