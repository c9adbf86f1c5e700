import { appointmentEndpoints } from '@mi-portal/contract/appointments/appointments'
import { consentEndpoints, sharingText } from '@mi-portal/contract/consents'
import { examShareEndpoints } from '@mi-portal/contract/exams/exam-shares'
import { familyMemberEndpoints } from '@mi-portal/contract/family/members'
import { familyRequestEndpoints } from '@mi-portal/contract/family/requests'
import { legalEndpoints } from '@mi-portal/contract/legal'
import { profileEndpoints } from '@mi-portal/contract/profile'
import { dataRightEndpoints } from '@mi-portal/contract/service-requests/data-rights'
import { sessionEndpoints } from '@mi-portal/contract/session/session'
import { expect, test } from 'vitest'
import { buildExam } from '../../../test/build.ts'
import { startDepartments } from '../../../test/departments.ts'
import { openPortal } from '../../../test/portal.ts'
import { expectRejected, getRejection } from '../../../test/rejection.ts'

const { list, pending, give, withdraw } = consentEndpoints

async function startConsents() {
  const portal = await startDepartments()
  const director = await portal.person({ rol: 'SUPER_ADMIN_ROLE', first_name: 'Rodrigo', last_name: 'Sáez' })
  const inForce = async (kind: 'terms' | 'privacy') =>
    (await portal.anonymous(legalEndpoints.current, { params: { kind } })).legalText
  const publish = async (kind: 'terms' | 'privacy', ask_again: boolean, text = '## 1. Uso\nLo que vale.') => {
    portal.clock.advance({ minutes: 1 })
    const { id } = await inForce(kind)
    const call = await portal.as(director)
    return (await call(legalEndpoints.publish, { params: { kind }, body: { text, ask_again, based_on: id } }))
      .version
  }
  const rowsOf = (personId: number) =>
    portal.db.ask<object>(
      `select kind, version, length(text_hash) as hash, channel, host(ip) as ip, patient_id,
         withdrawn_at is not null as withdrawn, withdrawn_channel
       from consents where person_id = $1 order by id`,
      [personId],
    )
  return { ...portal, director, publish, rowsOf, inForce }
}

const upcoming = appointmentEndpoints.upcoming

test('a new version that must be accepted blocks every call except accepting, signing out and exercising a right', async () => {
  const portal = await startConsents()
  const mother = await portal.as(portal.mother)
  await mother(upcoming)
  const version = await portal.publish('terms', true)
  expect(version).toMatchObject({
    version: '2026-11-26',
    valid_from: '2026-11-26',
    published_by: 'Rodrigo Sáez',
  })

  const rejected = await getRejection(mother(upcoming))
  expect(rejected).toMatchObject({ status: 403, number: 12 })
  expect(rejected.message).toBe('Para continuar, revisa y acepta los textos legales vigentes')
  const text = '<h2>1. Uso</h2>\n<p>Lo que vale.</p>'
  const dated = { kind: 'terms', version: '2026-11-26' }
  expect((await mother(pending)).texts).toEqual([
    { ...dated, valid_from: '2026-11-26', text, because: 'published' },
  ])
  await mother(dataRightEndpoints.list)
  await mother(list)
  await mother(sessionEndpoints.renew, { params: { id: portal.mother.id } })
  // Staff are not blocked.
  await (await portal.as(portal.director))(legalEndpoints.versions, { params: { kind: 'terms' } })

  await mother(give, { body: { accepted: [{ kind: 'terms', version: '2026-11-26' }] } })
  await mother(upcoming)
  expect((await mother(pending)).texts).toEqual([])
  const given = { hash: 32, channel: 'web', ip: '127.0.0.1', patient_id: null }
  expect(await portal.rowsOf(portal.mother.id)).toEqual([
    { ...dated, ...given, withdrawn: false, withdrawn_channel: null },
  ])
})

test('each newly published version must be accepted once, even by a person who accepted the previous version', async () => {
  const portal = await startConsents()
  const mother = await portal.as(portal.mother)
  await portal.publish('terms', true)
  portal.clock.advance({ minutes: 1 })
  await mother(give, { body: { accepted: [{ kind: 'terms', version: '2026-11-26' }] } })
  const second = await portal.publish('terms', true, 'Otro texto.')
  expect(second.version).toBe('2026-11-26.2')
  expect((await mother(pending)).texts.map(({ version }) => version)).toEqual(['2026-11-26.2'])
  await expectRejected(
    mother(give, { body: { accepted: [{ kind: 'terms', version: '2026-11-26' }] } }),
    400,
    { fieldErrors: [{ param: 'accepted' }] },
  )
  await mother(give, { body: { accepted: [{ kind: 'terms', version: '2026-11-26.2' }] } })
  await mother(upcoming)
  const { versions } = await (await portal.as(portal.director))(legalEndpoints.versions, {
    params: { kind: 'terms' },
  })
  expect(versions.map(({ version, accepted }) => [version, accepted])).toEqual([
    ['2026-11-26.2', 1],
    ['2026-11-26', 1],
    ['4', 0],
  ])
})

test('a version is published from the version in force, one at a time', async () => {
  const portal = await startConsents()
  const { id } = await portal.inForce('terms')
  const body = { text: 'Nuevo', ask_again: false, based_on: id }
  const params = { kind: 'terms' as const }
  const director = await portal.as(portal.director)
  await expectRejected(director(legalEndpoints.publish, { params, body: { ...body, based_on: id + 1 } }), 409)
  await expectRejected(director(legalEndpoints.publish, { params, body: { ...body, text: '  ' } }), 400, {
    fieldErrors: [{ param: 'text', msg: 'Digita Texto' }],
  })
  const both = await Promise.allSettled([
    director(legalEndpoints.publish, { params, body }),
    director(legalEndpoints.publish, { params, body }),
  ])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await portal.db.listAuditEvents('legal.publish')).toMatchObject([{ object: 'terms=2026-11-26' }])
})

test('withdrawing the terms blocks the portal at once until they are accepted again, and nothing is lost', async () => {
  const portal = await startConsents()
  await portal.publish('terms', true)
  const mother = await portal.as(portal.mother)
  await mother(give, { body: { accepted: [{ kind: 'terms', version: '2026-11-26' }] } })
  await mother(withdraw, { params: { kind: 'terms' } })
  expect((await getRejection(mother(upcoming))).number).toBe(12)
  expect((await mother(pending)).texts[0]).toMatchObject({ kind: 'terms', because: 'withdrawn' })
  expect((await mother(list)).consents[0]).toMatchObject({
    kind: 'terms',
    channel: 'web',
    from: '127.0.•.•',
    withdrawn_at: expect.any(String),
  })
  await expectRejected(mother(withdraw, { params: { kind: 'terms' } }), 404)
  await mother(give, { body: { accepted: [{ kind: 'terms', version: '2026-11-26' }] } })
  await mother(upcoming)
  expect(await portal.rowsOf(portal.mother.id)).toMatchObject([
    { withdrawn: true, withdrawn_channel: 'web' },
    { withdrawn: false },
  ])
})

test('withdrawing the consent to sharing ends every share of the person’s own and of a child’s exams at once', async () => {
  const portal = await startConsents()
  const own = await buildExam(portal.db, { patient_id: portal.mother.id })
  const childs = await buildExam(portal.db, { patient_id: portal.child.id })
  const mother = await portal.as(portal.mother)
  const share = (patientId: number, attention_id: number, more: object = {}) =>
    mother(examShareEndpoints.send, {
      params: { patientId, attention_id, type: 'laboratory' },
      body: { recipient_email: 'luis@ejemplo.cl', type_relationship: 3, ...more },
    })
  await share(portal.mother.id, own.id, { consent_version: sharingText.version })
  await share(portal.child.id, childs.id)
  await expectRejected(share(portal.mother.id, own.id, { consent_version: '0' }), 400, {
    fieldErrors: [{ param: 'consent_version' }],
  })
  expect(await portal.rowsOf(portal.mother.id)).toMatchObject([
    { kind: 'sharing', version: '1', channel: 'web', patient_id: null },
    { kind: 'sharing', version: '1', channel: 'api', patient_id: portal.child.id },
  ])
  await mother(withdraw, { params: { kind: 'sharing' } })
  expect(await portal.db.ask('select ended_because from exam_shares')).toEqual([
    { ended_because: 'ended' },
    { ended_because: 'ended' },
  ])
  // Sharing again gives the consent again.
  await share(portal.mother.id, own.id)
  expect(await portal.db.ask('select id from exam_shares where ended_at is null')).toHaveLength(1)
})

test('withdrawing the declaration for a minor removes the minor from the group, and the access to their record', async () => {
  const portal = await startConsents()
  await portal.db.ask(`update family_links set state = 'ended' where id = $1`, [portal.link.id])
  const mother = await portal.as(portal.mother)
  const text = await portal.anonymous(legalEndpoints.current, { params: { kind: 'family_group' } })
  const { request_id } = await mother(familyRequestEndpoints.add, {
    body: {
      ...{ family_document_type: 1, family_document_number: portal.child.document_number },
      ...{ type_relationship_id: 3, notify_mail: false, first_name: 'Martina', last_name: 'Soto' },
      ...{ second_name: 'Fuentes', email: '', user: 'Camila', legal_text_id: text.legalText.id },
    },
  })
  await portal.db.ask(
    `update family_links set state = 'approved', guardian_proof = 'staff', access_from = created_at where id = (select family_id from family_requests where id = $1)`,
    [request_id],
  )
  await mother(appointmentEndpoints.upcomingOf, { params: { id: portal.child.id } })
  const [given] = (await mother(list)).consents
  expect(given).toMatchObject({
    kind: 'family_group',
    version: '2',
    patient: { id: portal.child.id, full_name: 'Martina Soto Fuentes' },
  })
  await expectRejected(mother(withdraw, { params: { kind: 'family_group' } }), 404)
  await mother(withdraw, { params: { kind: 'family_group' }, body: { patient_id: portal.child.id } })
  await expectRejected(mother(appointmentEndpoints.upcomingOf, { params: { id: portal.child.id } }), 404)
  expect((await mother(familyMemberEndpoints.group)).familyGroup).toEqual([])
})

test('a given consent shows the text that was read, also after a setting or the text has changed', async () => {
  const portal = await startConsents()
  await portal.publish('privacy', true, 'Las fotos se guardan {passportDays} días.')
  const mother = await portal.as(portal.mother)
  await mother(give, { body: { accepted: [{ kind: 'privacy', version: '2026-11-26' }] } })
  const later = await openPortal(portal.db, portal.clock, { environment: { KEEP_PASSPORT_DAYS: '10' } })
  const now = await later.anonymous(legalEndpoints.current, { params: { kind: 'privacy' } })
  expect(now.legalText).toMatchObject({
    version: '2026-11-26 rev. 2',
    text: '<p>Las fotos se guardan 10 días.</p>',
  })
  await later.app.close()
  // A change of the wording alone does not require acceptance.
  await mother(upcoming)
  const [given] = (await mother(list)).consents
  expect(given).toMatchObject({ kind: 'privacy', version: '2026-11-26', has_text: true })
  const read = async (call: typeof mother, id: number) =>
    (await call(consentEndpoints.text, { params: { id } })).legalText
  expect(await read(mother, given?.id ?? 0)).toEqual({
    text: '<p>Las fotos se guardan 30 días.</p>',
    version: '2026-11-26',
    valid_from: '2026-11-26',
  })
  const stranger = await portal.as(await portal.person())
  await expectRejected(read(stranger, given?.id ?? 0), 404)
  const clerk = await portal.as(portal.clerk)
  await expectRejected(read(clerk, given?.id ?? 0), 403)
})

test('only the person who gave a consent can withdraw it, the server cannot delete it, and a person who does not accept may still close their account', async () => {
  const portal = await startConsents()
  await portal.publish('terms', true)
  const mother = await portal.as(portal.mother)
  await mother(give, { body: { accepted: [{ kind: 'terms', version: '2026-11-26' }] } })
  const other = await portal.person()
  const stranger = await portal.as(other)
  expect((await stranger(list)).consents).toEqual([])
  await expectRejected(stranger(withdraw, { params: { kind: 'terms' } }), 404)
  await expect(portal.db.ask('delete from consents')).rejects.toThrow('permission denied')
  expect(await portal.rowsOf(portal.mother.id)).toHaveLength(1)
  await (await portal.as(other))(profileEndpoints.close)
})
