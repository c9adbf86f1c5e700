import { mailPlaceholders } from '@mi-portal/contract/clinic/mail-wording'
import { installationEndpoints } from '@mi-portal/contract/installation'
import { mailingEndpoints } from '@mi-portal/contract/mailing'
import { expect, test } from 'vitest'
import { testBranding } from '../../../test/mail/branding.ts'
import { countTemplates, readSamples } from '../../../test/mail/samples.ts'
import { startSmtp } from '../../../test/mail/smtp.ts'
import { startPortal } from '../../../test/portal.ts'
import { expectRejected } from '../../../test/rejection.ts'
import { renderMail } from '../../platform/mail-layout.ts'

async function superAdministrator() {
  const portal = await startPortal()
  const call = await portal.as(await portal.person({ rol: 'SUPER_ADMIN_ROLE' }))
  const recipients = async () => (await portal.db.listMails()).map(({ recipient }) => recipient)
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

/** The fields that mails print whole, by what they are. */
const printedWhole: Readonly<Record<string, string>> = {
  'first names, and the name of a professional, which the clinic publishes':
    'first_name patient_name doctor_name',
  'the name that its owner gave a device': 'name',
  'when, at which site of the clinic, and from which device and network':
    'hour old_hour time until day date place address network device home',
  'how to act': 'linkPath offPath reportPath path key code number',
  'the mailbox to which a share went, so that a wrong one is noticed while it can be ended': 'recipient',
  'the new mailbox of the account, masked, and the document of an offered access, of which only the end is known':
    'masked document',
  'words of closed lists about accounts, accesses, files and family links':
    'about access relationship sites changed requested decision matters kind signature',
  'what the law demands in a letter about a breach (Ley 19.628, art. 14 sexies)': 'nature effects measures',
}
/** The names of other people, of which mails print the first word and initials. */
const otherPeople =
  'owner member full_name guardian grantor delegate giver requester booked_by shared_by changedBy one other staff_name'

const listFields = (...groups: readonly string[]) => groups.flatMap((group) => group.split(' ')).sort()

type Canary = { readonly field: string; readonly first: string; readonly last: string }

/** Replaces each text of a mail's data by a long name with a clinical word. Words of a closed list and days stay. */
function writeWorstCase(sampled: unknown, field: string, written: Canary[]): unknown {
  // Samples of mails about relatives may be those to the patient, without a name.
  const value = sampled ?? (field === 'patient_name' ? 'Martina Soto' : null)
  if (typeof value === 'string') {
    if (/^[a-z][\w-]*$/.test(value) || /^\d{4}-\d\d-\d\d/.test(value)) return value
    const canary = { field, first: `VIH${written.length}positivo`, last: `Errázuriz${written.length}` }
    written.push(canary)
    return `${canary.first} ${'Fuenzalida '.repeat(20)}${canary.last}`
  }
  if (Array.isArray(value)) return value.map((one) => writeWorstCase(one, field, written))
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, writeWorstCase(one, name, written)]),
  )
}

test('a mail prints no full name of another person and nothing clinical, and its subject nothing of its data', async () => {
  const whole = new Set<string>()
  const shortened = new Set<string>()
  for (const sample of await readSamples()) {
    const written: Canary[] = []
    const mail = sample.send((template, data) => {
      const worst = writeWorstCase(data, '', written) as typeof data
      return renderMail(template, worst, testBranding)
    }, testBranding)
    expect([sample.name, mail.subject]).toEqual([
      sample.name,
      expect.not.stringMatching(/positivo|Errázuriz/),
    ])
    for (const { field, first, last } of written)
      if (mail.text.includes(last)) whole.add(field)
      else if (mail.text.includes(first)) shortened.add(field)
  }
  expect([...whole].sort()).toEqual(listFields(...Object.values(printedWhole)))
  expect([...shortened].sort()).toEqual(listFields(otherPeople))
})

test('a test mail goes to each of several valid addresses once, and to at most fifty a day', async () => {
  const { call, recipients, db } = await superAdministrator()
  for (const [changes, param] of [
    [{ emails: ['ana@a.cl,luis@b.cl'] }, 'emails'],
    [{ emails: Array.from({ length: 11 }, (_, index) => `a${index}@a.cl`) }, 'emails'],
    [{ emailId: 9999 }, 'emailId'],
  ] as [object, string][]) {
    const body = { emails: ['ana@ejemplo.cl'], emailId: 1, ...changes }
    await expectRejected(call(mailingEndpoints.send, { body }), 400, { fieldErrors: [{ param }] })
  }
  const emails = ['ana@ejemplo.cl', 'luis@ejemplo.cl', 'ana@ejemplo.cl']
  expect(await call(mailingEndpoints.send, { body: { emails, emailId: 1 } })).toMatchObject({ sent: 2 })
  expect(await recipients()).toEqual(['ana@ejemplo.cl', 'luis@ejemplo.cl'])
  expect(await db.listAuditEvents('mailing.test')).toMatchObject([{ detail: { messages: 2 } }])
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
  expect(await portal.db.ask('select id from outbox')).toEqual([])
  expect(await portal.db.listAuditEvents('mailing.test')).toMatchObject([{ detail: { result: 'sent' } }])
  for (let count = 1; count < 50; count += 1) await send()
  await expectRejected(send(), 429)
})

const placeholders = ['first_name', 'doctor_name', 'place']

test('a clinic can word every mail of the product, with exactly the placeholders that the mail fills', async () => {
  const filled = (await readSamples()).map((sample) => {
    const isFilled = (name: string) => {
      const { text } = sample.render({ ...testBranding, getWording: () => ({ opening: `<{${name}}>` }) })
      return !text.includes('<>')
    }
    return [sample.name, placeholders.filter(isFilled)] as const
  })
  expect(Object.fromEntries(filled)).toEqual(mailPlaceholders)
})
