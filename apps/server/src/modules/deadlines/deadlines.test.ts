/** Every time to answer that people read is a promise of the clinic's own, and its due moment is stored with what arrives. */

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { dueAt } from '@mi-portal/contract/clinic/promise'
import { mailingEndpoints } from '@mi-portal/contract/mailing'
import { overviewEndpoints } from '@mi-portal/contract/overview'
import { contactEndpoints } from '@mi-portal/contract/service-requests/contact'
import { documentEndpoints } from '@mi-portal/contract/service-requests/documents'
import { inboxEndpoints } from '@mi-portal/contract/service-requests/inbox'
import { quoteEndpoints } from '@mi-portal/contract/service-requests/quotes'
import { expect, test } from 'vitest'
import { threeSitesFiles } from '../../../test/clinic/packages.ts'
import { formWith } from '../../../test/departments.ts'
import { startPortal } from '../../../test/portal.ts'
import { readValidPackage } from '../clinic/package/read-package.ts'

const threeSites = await readValidPackage(threeSitesFiles)

/** Limits of the product itself, which the clinic does not promise. */
const ownLimits = [
  '10 minutos', // The code at sign-in.
  '30 minutos', // A temporary password, and a free slot that is held for a patient who waits.
  '2 horas', // The link that locks an account.
  '7 días', // Links to confirm a mailbox, the first password, and a change that waits for a second person.
  '28 días', // What the weekly report on pairs of confirmers looks at.
  '30 días', // Offers of a family group or of access.
  ...['3 horas', '17 días'], // What the review of sign-ins measured in its sample.
]

/** Returns the numbers of minutes, hours and days that a text names. */
const spansIn = (text: string) => [...text.matchAll(/\d+ (?:minutos?|horas?|días?)/g)].map(([span]) => span)

/** Sends one request of each matter on a Friday at noon. On the Monday after it the clinic is closed. */
async function withRequests() {
  const portal = await startPortal({ parts: threeSites })
  portal.clock.set('2026-11-27T15:00:00Z')
  const patient = await portal.person({ email: 'rosa@ejemplo.cl' })
  const director = await portal.person({ rol: 'SUPER_ADMIN_ROLE' })
  await portal.db.ask(
    `insert into holidays (day, name, source, added_by, added_at) values ('2026-11-30', 'Aniversario', 'staff', $1, now())`,
    [director.id],
  )
  const call = await portal.as(patient)
  const [kind] = (await call(documentEndpoints.kinds)).documents
  await call(documentEndpoints.request, { body: { document: kind?.id ?? 0 } })
  const [insurer] = (await call(quoteEndpoints.forecasts)).forecasts
  const quote = {
    ...{ id_intervencion: 3, c_prevision: insurer?.id ?? 0, h_pabellon: 2, fecha_estimada: '2026-12-20' },
  }
  await call(quoteEndpoints.request, { form: formWith(quote) })
  const [reason] = (await call(contactEndpoints.reasons)).reasons
  const message = { reason_contact_id: reason?.id ?? 0, message: 'Gracias', patient_id: patient.id }
  await call(contactEndpoints.send, { form: formWith(message) })
  return { ...portal, director, call, staff: await portal.as(director) }
}

test('the due moment of a request is by the promise of its matter, and mails, lists and counts show it', async () => {
  const portal = await withRequests()
  const { call, staff } = portal
  const [documents, budgets, contact] = ['2026-11-30T15:00', '2026-12-03T15:00', '2026-11-28T15:00'].map(
    (moment) => `${moment}:00.000Z`,
  )
  expect((await call(documentEndpoints.list)).requests[0]?.due_at).toBe(documents)
  expect((await call(quoteEndpoints.list)).budgets[0]?.due_at).toBe(budgets)
  expect((await call(contactEndpoints.pages, { body: {} })).contactUs[0]?.due_at).toBe(contact)
  for (const [matter, due_at] of Object.entries({ documents, budgets, contact })) {
    const { requests } = await staff(inboxEndpoints.tray, { query: { matter: matter as 'documents' } })
    expect([matter, requests[0]?.due_at]).toEqual([matter, due_at])
  }
  const days = (await portal.db.listMails()).map(
    ({ body_text }) => /a más tardar el (\S+ a las \S+)\./.exec(body_text)?.[1],
  )
  expect(days).toEqual(
    ['30/11/2026', '03/12/2026', '28/11/2026'].flatMap((day) => [`${day} a las 12:00`, `${day} a las 12:00`]),
  )
  portal.clock.set('2026-11-28T15:00:00Z')
  const later = await portal.as(portal.director)
  const { requests } = await later(overviewEndpoints.summary)
  const late = requests?.matters.filter((one) => one.late > 0).map((one) => [one.matter, one.late])
  expect(late).toEqual([['contact', 1]])
  const overdue = await later(inboxEndpoints.tray, { query: { matter: 'contact', state: 'atrasada' } })
  expect(overdue.total).toBe(1)
})

test('every number of minutes, hours and days in a mail is in the clinic’s package or a limit of the product itself', async () => {
  const portal = await withRequests()
  const { templates } = await portal.staff(mailingEndpoints.templates)
  const previews = await Promise.all(
    templates.map(({ id }) => portal.staff(mailingEndpoints.preview, { params: { id } })),
  )
  const texts = [
    ...previews.map(({ text }) => text),
    ...(await portal.db.listMails()).map((mail) => mail.body_text),
  ]
  const promised = Object.values(threeSites.clinic.promises).map(({ hours }) => `${hours} horas`)
  promised.push(`${threeSites.clinic.arrive_minutes} minutos`)
  const foreign = texts.flatMap(spansIn).filter((span) => ![...promised, ...ownLimits].includes(span))
  expect(texts.length).toBeGreaterThan(40)
  expect(foreign).toEqual([])
})

/** Numbers in the sources of screens: limits of the product and of the law, which no clinic promises. */
const limitsOnScreens = [
  ...['1 hora', '1 día'], // The singular of a count.
  ...['2 horas', '10 minutos', '30 minutos', '7 días', '30 días'], // As in mails.
  '5 minutos', // A held slot, and an opened document.
  '60 minutos', // From when an arrival is marked.
  ...['24 horas', '240 minutos'], // A link of the first start, answers before an exam, and the longest appointment.
  ...['15 días', '2 días'], // Complaints and blocking by law.
  '180 días', // How far back late results are listed.
]

test('every number of minutes, hours and days in a screen is a promise of the clinic or a limit of the product itself', () => {
  const root = join(import.meta.dirname, '../../../../..')
  const sources = globSync('{apps/web,packages/contract}/src/**/*.{ts,tsx}', { cwd: root })
  const lines = sources
    // The page of all parts has examples, and what is said to editors of a package has examples too.
    .filter((path) => !/\.test\.|\/parts\.page|more-parts|\/clinic\/(contradictions|parts)\//.test(path))
    .flatMap((path) => readFileSync(join(root, path), 'utf8').split('\n'))
    .filter((line) => !/^\s*(\*|\/\/|\/\*)/.test(line))
  const found = new Set(lines.flatMap(spansIn))
  expect([...found].filter((span) => !limitsOnScreens.includes(span))).toEqual([])
  expect(limitsOnScreens.filter((span) => !found.has(span))).toEqual([])
})

test('the business hours of a promise stop on weekends and on holidays of the law and of the clinic', () => {
  const friday = new Date('2026-12-04T15:00:00Z')
  const closed = new Set(['2026-12-07' as const])
  const promise = { hours: 24, business_hours: true }
  // Tuesday, 8 December is a holiday of the law.
  expect(dueAt(promise, friday, closed).toISOString()).toBe('2026-12-09T15:00:00.000Z')
  expect(dueAt(promise, friday, new Set()).toISOString()).toBe('2026-12-07T15:00:00.000Z')
  const running = { hours: 24, business_hours: false }
  expect(dueAt(running, friday, closed).toISOString()).toBe('2026-12-05T15:00:00.000Z')
})
