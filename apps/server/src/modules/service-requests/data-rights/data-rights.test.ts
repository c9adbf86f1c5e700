import { frontDeskEndpoints } from '@mi-portal/contract/front-desk'
import { overviewEndpoints } from '@mi-portal/contract/overview'
import { peopleEndpoints } from '@mi-portal/contract/people'
import { profileEndpoints } from '@mi-portal/contract/profile'
import {
  dataRightEndpoints,
  extendedDue,
  getDueInstant,
  lastDay,
} from '@mi-portal/contract/service-requests/data-rights'
import { inboxEndpoints } from '@mi-portal/contract/service-requests/inbox'
import { expect, test } from 'vitest'
import { formWith, readAuditLog, startDepartments } from '../../../../test/departments.ts'
import { pdfFile } from '../../../../test/files/attachments.ts'
import { expectRejected, getRejection } from '../../../../test/rejection.ts'

const { request, claim, list } = dataRightEndpoints
const { tray, find, open, answer, note, assign, extend } = inboxEndpoints
const access = (rest: object = {}) => ({ body: { right: 'access' as const, ...rest } })
const erasure = (rest: object = {}) => ({
  body: { right: 'erasure' as const, message: 'Mi teléfono', read_what_is_kept: true, ...rest },
})

// Days of Santiago. A deadline ends at midnight after its last day.
test.each([
  ['access', '2026-11-26T15:00:00Z', '2026-12-26'],
  ['erasure', '2026-11-27T02:59:59Z', '2026-12-26'],
  ['erasure', '2026-11-27T03:00:00Z', '2026-12-27'],
  // The clocks go forward in September and back in April.
  ['access', '2026-08-20T12:00:00Z', '2026-09-19'],
  ['access', '2027-03-20T12:00:00Z', '2027-04-19'],
  ['access', '2028-02-01T12:00:00Z', '2028-03-02'],
  // A Thursday, a Friday, a Saturday, the day before a holiday, Independence Day, and the day before a weekend with
  // two holidays.
  ['blocking', '2026-11-26T15:00:00Z', '2026-11-30'],
  ['blocking', '2026-11-27T15:00:00Z', '2026-12-01'],
  ['blocking', '2026-11-28T15:00:00Z', '2026-12-01'],
  ['blocking', '2026-12-07T15:00:00Z', '2026-12-10'],
  ['blocking', '2026-09-17T15:00:00Z', '2026-09-22'],
  ['blocking', '2026-12-24T15:00:00Z', '2026-12-29'],
] as const)('%s asked at %s is answered by %s', (right, at, day) => {
  const due = getDueInstant(right, new Date(at))
  expect(lastDay(due)).toBe(day)
  expect(lastDay(new Date(due.getTime() + 1))).not.toBe(day)
})

test('an extension adds thirty days to the deadline', () => {
  expect(lastDay(extendedDue(getDueInstant('access', new Date('2026-11-26T15:00:00Z'))))).toBe('2027-01-25')
})

test('a request is stored with receipt and last day, confirmed by mail, and announced to its department without its content', async () => {
  const portal = await startDepartments()
  const { request: made } = await portal.call(request, erasure())
  expect(made).toEqual({
    id: made.id,
    receipt: `DP-2026-${String(made.id).padStart(6, '0')}`,
    due_on: '2026-12-26',
  })
  expect((await portal.call(list)).requests).toEqual([
    {
      ...{ id: made.id, receipt: made.receipt, right: 'erasure', message: 'Mi teléfono', is_own: true },
      ...{ patient_full_name: 'Camila Fuentes Rojas', created_at: '2026-11-26T15:00:00.000Z' },
      ...{ due_on: '2026-12-26', extension_reason: null, state: 'pendiente', answer: null },
      ...{ answered_at: null, files: [] },
    },
  ])
  const mails = await portal.db.listMails()
  expect(mails.map(({ recipient, template }) => [recipient, template])).toEqual([
    ['datos@clinica.example', 'requests.arrived'],
    ['camila@ejemplo.cl', 'requests.received'],
  ])
  for (const { body_text } of mails) {
    expect(body_text).toContain(made.receipt)
    expect(body_text).toContain('26/12/2026')
    expect(body_text).not.toMatch(/teléfono|Supresión|48 horas/)
  }
  expect(await readAuditLog(portal, portal.mother.id)).toContainEqual(
    expect.objectContaining({
      action: 'privacy.request',
      actor_role: 'STANDART_ROLE',
      patient_id: portal.mother.id,
      object: `privacy=${made.id}`,
      outcome: 'done',
    }),
  )
})

test('a guardian requests and reads the answer, and the child sees the request', async () => {
  const portal = await startDepartments()
  await portal.call(request, erasure({ family_member_id: portal.child.id }))
  expect((await portal.call(list)).requests[0]).toMatchObject({
    patient_full_name: 'Martina Soto Fuentes',
    is_own: true,
  })
  const asChild = await portal.as(portal.child)
  expect((await asChild(list)).requests[0]).toMatchObject({ right: 'erasure', is_own: false })
  await asChild(request, access())
  expect((await (await portal.as(portal.mother))(list)).total).toBe(1)
  await portal.db.ask(`update family_links set state = 'ended' where id = $1`, [portal.link.id])
  expect((await (await portal.as(portal.mother))(list)).requests, 'after the family link ended').toEqual([])
})

test('a request has its own deadline, is late only after it, and the most urgent comes first', async () => {
  const portal = await startDepartments()
  await portal.call(request, access())
  portal.clock.advance({ minutes: 5 })
  await portal.call(request, { body: { right: 'blocking', message: 'Mi dirección' } })
  const staff = await portal.as(portal.clerk)
  const shown = await staff(tray, { query: { matter: 'privacy' } })
  expect(shown.requests.map(({ subject, due_at }) => [subject, due_at])).toEqual([
    ['Bloqueo', '2026-12-01T03:00:00.000Z'],
    ['Acceso', '2026-12-27T03:00:00.000Z'],
  ])
  expect(shown.pending.privacy).toBe(2)
  const late = async () =>
    (
      await (
        await portal.as(portal.clerk)
      )(tray, { query: { matter: 'privacy', state: 'atrasada' } })
    ).requests.map(({ subject }) => subject)
  portal.clock.set('2026-12-01T02:59:59Z')
  expect(await late()).toEqual([])
  portal.clock.set('2026-12-01T03:00:00Z')
  expect(await late()).toEqual(['Bloqueo'])
  portal.clock.set('2026-12-27T03:00:00Z')
  expect(await late()).toEqual(['Bloqueo', 'Acceso'])
})

test('staff of both roles open and answer a request with files, and the person is notified and reads it', async () => {
  const portal = await startDepartments()
  const { request: made } = await portal.call(request, erasure())
  const staff = await portal.as(portal.clerk)
  const params = { matter: 'privacy' as const, id: made.id }
  expect((await staff(open, { params })).request).toMatchObject({
    receipt: made.receipt,
    subject: 'Supresión',
    message: 'Mi teléfono',
    may_extend: true,
    facts: [{ label: 'Responder a más tardar', value: '26/12/2026' }],
  })
  await staff(answer, { params, form: formWith({ answer: 'Lo eliminamos' }, { file: pdfFile('datos.pdf') }) })
  await expectRejected(staff(answer, { params, form: formWith({ answer: 'Otra cosa', seen: 2 }) }), 409)
  const [shown] = (await (await portal.as(portal.mother))(list)).requests
  expect(shown).toMatchObject({
    state: 'respondida',
    answer: 'Lo eliminamos',
    files: [{ name: 'datos.pdf' }],
  })
  expect((await portal.db.listMails()).at(-1)).toMatchObject({
    recipient: 'camila@ejemplo.cl',
    template: 'requests.answered',
    body_text: expect.stringContaining(made.receipt),
  })
  // The answer is only for the person who requested it.
  const stranger = await portal.as(await portal.person())
  const url = shown?.files[0]?.url ?? ''
  expect((await portal.fetchAs(portal.mother, url)).statusCode).toBe(200)
  expect((await stranger(list)).requests).toEqual([])
  expect((await portal.fetchAs(await portal.person(), url)).statusCode).toBe(404)
})

test('the deadline is extended once with a reason, and the person is notified', async () => {
  const portal = await startDepartments()
  const { request: made } = await portal.call(request, access())
  const staff = await portal.as(portal.clerk)
  const sent = { params: { id: made.id }, body: { reason: 'Falta un antecedente' } }
  expect(await staff(extend, sent)).toMatchObject({ due_at: '2027-01-26T03:00:00.000Z' })
  await expectRejected(staff(extend, sent), 409)
  const [mail] = (await portal.db.listMails()).slice(-1)
  expect(mail).toMatchObject({ recipient: 'camila@ejemplo.cl', template: 'privacy.extended' })
  expect(mail?.body_text).toContain('25/01/2027')
  expect(mail?.body_text).not.toContain('antecedente')
  expect((await (await portal.as(portal.mother))(list)).requests[0]).toMatchObject({
    due_on: '2027-01-25',
    extension_reason: 'Falta un antecedente',
  })
  expect(await readAuditLog(portal, portal.clerk.id)).toContainEqual(
    expect.objectContaining({ action: 'privacy.extend', patient_id: portal.mother.id }),
  )
  expect((await staff(open, { params: { matter: 'privacy', id: made.id } })).request.may_extend).toBe(false)
})

test('only one of two concurrent extensions is made', async () => {
  const portal = await startDepartments()
  const { request: made } = await portal.call(request, access())
  const staff = await portal.as(portal.clerk)
  const sent = { params: { id: made.id }, body: { reason: 'Falta un antecedente' } }
  const outcomes = await Promise.allSettled([staff(extend, sent), staff(extend, sent)])
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(
    (await portal.db.listMails()).filter(({ template }) => template === 'privacy.extended'),
  ).toHaveLength(1)
})

test('a deadline is not extended for a blocking, after its end or answer, without a reason, or by a patient', async () => {
  const portal = await startDepartments()
  const { request: blocking } = await portal.call(request, {
    body: { right: 'blocking', message: 'Mi dirección' },
  })
  const { request: late } = await portal.call(request, access())
  const body = { reason: 'Falta un antecedente' }
  const rejected = async (id: number, sent = body) =>
    (await getRejection((await portal.as(portal.clerk))(extend, { params: { id }, body: sent }))).status
  expect(await rejected(blocking.id)).toBe(409)
  expect(await rejected(999_999)).toBe(404)
  expect(await rejected(late.id, { reason: ' ' })).toBe(400)
  await expectRejected(portal.call(extend, { params: { id: late.id }, body }), 403)
  const { request: answered } = await portal.call(request, access())
  await (await portal.as(portal.clerk))(answer, {
    params: { matter: 'privacy', id: answered.id },
    form: formWith({ answer: 'Adjuntamos tus datos' }),
  })
  expect(await rejected(answered.id)).toBe(409)
  portal.clock.set('2026-12-27T03:00:00Z')
  expect(await rejected(late.id)).toBe(409)
})

/** The name of a claim for staff. */
const claimed = 'Reclamo de un acceso'

/** Lets the clerk open a request of the mother, which «Quién vio mis datos» then shows. */
async function withAccess() {
  const portal = await startDepartments()
  const { request: made } = await portal.call(request, access())
  await (await portal.as(portal.clerk))(open, { params: { matter: 'privacy', id: made.id } })
  const readAccesses = async () =>
    (await portal.call(profileEndpoints.accesses, { query: { others: 'true' } })).accesses
  const access_id = (await readAccesses())[0]?.id ?? 0
  return { ...portal, readAccesses, access_id, claimed: { body: { access_id, message: 'No la conozco' } } }
}

test('a patient claims an access, and a member of staff who did not have it extends and answers the claim', async () => {
  const portal = await withAccess()
  const { request: made, ...rest } = await portal.call(claim, portal.claimed)
  expect(made).toMatchObject({ due_on: '2026-12-26', receipt: expect.stringMatching(/^DP-2026-\d{6}$/) })
  expect(rest).toMatchObject({ notified: [], not_notified: 'no_mail_server' })
  for (const { body_text } of (await portal.db.listMails()).slice(-2)) {
    expect(body_text).toContain(made.receipt)
    expect(body_text).not.toMatch(/conozco|Andrea|Reclamo/)
  }
  expect((await readAuditLog(portal, portal.mother.id)).map(({ action }) => action)).toContain(
    'privacy.claim',
  )
  const shown = { receipt: made.receipt, due_on: '2026-12-26', state: 'pendiente', answer: null }
  expect((await portal.readAccesses())[0]).toMatchObject({ claim: shown, may_claim: false })

  const params = { matter: 'privacy' as const, id: made.id }
  const extension = { params: { id: made.id }, body: { reason: 'Falta un antecedente' } }
  const reply = { params, form: formWith({ answer: 'Lo revisamos' }) }
  const officer = await portal.as(await portal.person({ rol: 'ADMIN_ROLE' }))
  const { facts, ...opened } = (await officer(open, { params })).request
  expect(opened).toMatchObject({
    subject: 'Reclamo de un acceso',
    message: 'No la conozco',
  })
  expect(facts.slice(1)).toEqual([
    { label: 'Quién accedió', value: 'Andrea Morales Lagos · Administrador' },
    { label: 'Cuándo', value: '26/11/2026 a las 12:00' },
    { label: 'Qué hizo', value: 'Abrió una de sus solicitudes' },
  ])
  await officer(extend, extension)
  await officer(answer, reply)
  const seen = (await portal.readAccesses()).find(({ id }) => id === portal.access_id)
  expect(seen).toMatchObject({ claim: { state: 'respondida', answer: 'Lo revisamos' }, may_claim: true })
  expect((await portal.call(list)).requests[0]).toMatchObject({
    right: 'access_claim',
    answer: 'Lo revisamos',
  })
})

test('whoever had a claimed access does not find or read the claim, adds nothing to it and is not assigned to it', async () => {
  const portal = await withAccess()
  const { request: made } = await portal.call(claim, portal.claimed)
  const params = { matter: 'privacy' as const, id: made.id }
  const officer = await portal.as(await portal.person({ rol: 'ADMIN_ROLE' }))
  const { assignees } = await officer(inboxEndpoints.assignees, { params })
  expect(assignees.map(({ id }) => id)).not.toContain(portal.clerk.id)
  await expectRejected(officer(assign, { params, body: { assignee_id: portal.clerk.id } }), 400)
  const form = formWith({ answer: 'Lo revisamos' }, { file: pdfFile('informe.pdf') })
  await officer(answer, { params, form })
  const { request: next } = await portal.call(claim, portal.claimed)

  const clerk = await portal.as(portal.clerk)
  for (const id of [made.id, next.id]) {
    const of = { params: { ...params, id } }
    await expectRejected(clerk(open, of), 404)
    await expectRejected(clerk(answer, { ...of, form: formWith({ answer: 'Está bien' }) }), 404)
    await expectRejected(clerk(note, { ...of, body: { text: 'Fui yo' } }), 404)
    await expectRejected(clerk(inboxEndpoints.assignees, of), 404)
    await expectRejected(clerk(assign, { ...of, body: { assignee_id: null } }), 404)
    await expectRejected(clerk(extend, { params: { id }, body: { reason: 'Falta un antecedente' } }), 404)
  }

  const readLists = async (call: typeof clerk) => {
    const waiting = await call(tray, { query: { matter: 'privacy' } })
    const done = await call(tray, { query: { matter: 'privacy', state: 'respondida' } })
    const found = await call(find, { body: { filter: 'Camila' } })
    const listed = [...waiting.requests, ...done.requests, ...found.requests]
    const csv = await call(inboxEndpoints.export, { body: { matter: 'privacy', state: 'pendiente' } })
    const { requests } = await call(overviewEndpoints.summary)
    const { requests: ofPatient } = await call(frontDeskEndpoints.patient, {
      params: { id: portal.mother.id },
    })
    return {
      listed: listed.filter(({ subject }) => subject === claimed).length,
      pending: waiting.pending.privacy,
      csv: JSON.stringify(csv).split(claimed).length - 1,
      summary: requests?.matters.find(({ matter }) => matter === 'privacy')?.waiting,
      patient: ofPatient?.filter(({ subject }) => subject === claimed).length,
    }
  }
  expect(await readLists(officer)).toEqual({ listed: 4, pending: 2, csv: 1, summary: 2, patient: 2 })
  expect(await readLists(clerk)).toEqual({ listed: 0, pending: 1, csv: 0, summary: 1, patient: 0 })

  const { request } = await officer(open, { params })
  const url = request.answer?.files[0]?.url ?? ''
  expect((await portal.fetchAs(portal.clerk, url)).statusCode).toBe(404)

  const { id } = portal.clerk
  for (const [constraint, statement] of [
    ['answered_by_another', `update data_requests set answered_by = $2 where id = $1`],
    ['answered_by_another', `update data_requests set extended_by = $2 where id = $1`],
    [
      'claimed_person',
      `update request_threads set assignee_id = $2 where request_kind = 'privacy' and request_id = $1`,
    ],
    [
      'claimed_person',
      `insert into request_messages (request_kind, request_id, kind, author_id, text, created_at)
       values ('privacy', $1, 'note', $2, 'Fui yo', now())`,
    ],
  ] as const)
    await expect(portal.db.ask(statement, [made.id, id])).rejects.toThrow(`data_requests_${constraint}`)
})

test('nobody claims an own act, a sign-in, what was denied, what concerns others, or the same access twice', async () => {
  const portal = await withAccess()
  const others = await portal.as(await portal.person())
  await portal.call(peopleEndpoints.self)
  await getRejection(others(peopleEndpoints.one, { params: { id: portal.mother.id } }))
  await (await portal.as(portal.clerk))(tray, { query: { matter: 'privacy' } })
  const idOf = async (condition: string) =>
    (await portal.db.ask<{ id: number }>(`select id::int from audit_events where ${condition} limit 1`))[0]
      ?.id ?? 0
  const mother = portal.mother.id
  const statusOf = async (access_id: number, message = '', call = portal.call) =>
    (await getRejection(call(claim, { body: { access_id, message } }))).status
  await portal.db.ask(
    `insert into audit_events (at, actor_id, actor_role, action) values (now(), $1, 'STANDART_ROLE', 'session.open')`,
    [mother],
  )
  expect(await statusOf(await idOf(`actor_id = ${mother} and action = 'people.read'`))).toBe(409)
  expect(await statusOf(await idOf(`actor_id = ${mother} and action = 'session.open'`))).toBe(404)
  expect(await statusOf(await idOf(`outcome = 'refused'`))).toBe(404)
  expect(await statusOf(portal.access_id, '', others)).toBe(404)
  expect(await statusOf(999_999)).toBe(404)
  expect(await statusOf(portal.access_id, 'x'.repeat(2001))).toBe(400)
  const both = await Promise.allSettled([
    portal.call(claim, portal.claimed),
    portal.call(claim, portal.claimed),
  ])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await statusOf(portal.access_id)).toBe(409)
})
