import { identityCodes, identityEndpoints } from '@mi-portal/contract/identity'
import { expect, test } from 'vitest'
import { solveRobotCheck } from '../../../test/external/robot-check.ts'
import {
  buildRegistered,
  cardNumber,
  passCheck,
  type RegisteringPortal,
  rightOptions,
  startCheck,
  startRegistered,
} from '../../../test/registration.ts'
import { expectRejected, getRejection } from '../../../test/rejection.ts'

const { step, answer, cancel, info } = identityEndpoints

async function begin(portal: RegisteringPortal, run: string, number = cardNumber): Promise<string> {
  return (await startCheck(portal, run, number)).verification_id
}

/** Answers the current question, rightly or with another option. */
async function reply(portal: RegisteringPortal, run: string, key: string, rightly: boolean) {
  const { question } = await portal.anonymous(step, { params: { key } })
  const right = (await rightOptions(portal.db, run))[(question?.number ?? 0) - 1]
  const chosen = question?.options.find(({ id }) => (id === right) === rightly)
  return portal.anonymous(answer, {
    params: { key },
    body: { number: question?.number ?? 0, option: chosen?.id ?? '' },
  })
}

test('a check asks three questions with several options each, and gives its proof once, to the browser that answered rightly', async () => {
  const { portal, run } = await startRegistered()
  const { verification_id: key, url } = await startCheck(portal, run)
  expect(url).toBe(`${portal.config.publicUrl}/identidad/${key}`)
  const first = await portal.anonymous(step, { params: { key } })
  expect(first).toMatchObject({ state: 'asking', question: { number: 1, of: 3 }, result: null })
  const options = first.question?.options ?? []
  expect(new Set(options.map(({ text }) => text)).size).toBe(5)
  for (const option of options) expect(Object.keys(option)).toEqual(['id', 'text'])
  expect((await reply(portal, run, key, true)).question?.number).toBe(2)
  expect((await reply(portal, run, key, true)).question?.number).toBe(3)
  const { state, result } = await reply(portal, run, key, true)
  expect([state, result?.code]).toEqual(['done', identityCodes.verified])
  expect(result?.solem).toMatch(/^[\w-]{43}$/)
  // Others who know the address learn that the check was passed, and get no proof.
  expect((await portal.anonymous(step, { params: { key } })).result).toEqual({ code: 0, solem: null })
  const [row] = await portal.db.ask<{ solem_hash: Uint8Array; questions: unknown }>(
    'select solem_hash, questions from identity_checks',
  )
  expect(row?.questions).toBeNull()
  expect(Buffer.from(row?.solem_hash ?? []).toString()).not.toContain(result?.solem)
})

test('a check shows its proof again to the browser that earned it', async () => {
  const { portal, run } = await startRegistered()
  const key = await begin(portal, run)
  await reply(portal, run, key, true)
  await reply(portal, run, key, true)
  const last = await portal.app.inject({
    method: 'POST',
    url: `/api/identity/checks/${key}/answers`,
    payload: { number: 3, option: (await rightOptions(portal.db, run))[2] ?? '' },
  })
  const cookie = String(last.headers['set-cookie'])
  expect(cookie).toMatch(/^identity-proof=[\w-]{43}; Path=\/; Max-Age=1800; HttpOnly; SameSite=Strict$/)
  const again = await portal.app.inject({
    url: `/api/identity/checks/${key}`,
    headers: { cookie: cookie.split(';')[0] ?? '' },
  })
  expect(again.json().result).toEqual(last.json().result)
})

test('a check fails with a single wrong answer without saying which one it was, and counts an answer once and none out of turn', async () => {
  const { portal, run } = await startRegistered()
  const key = await begin(portal, run)
  expect((await reply(portal, run, key, false)).state).toBe('asking')
  expect((await reply(portal, run, key, true)).state).toBe('asking')
  expect((await reply(portal, run, key, true)).result).toEqual({ code: identityCodes.failed, solem: null })
  const next = await begin(portal, run)
  const [first = '', , third = ''] = await rightOptions(portal.db, run)
  const send = (number: number, option: string) =>
    portal.anonymous(answer, { params: { key: next }, body: { number, option } })
  const twice = await Promise.all([send(1, first), send(1, first)])
  expect(twice.map(({ question }) => question?.number)).toEqual([2, 2])
  expect((await send(3, third)).question?.number).toBe(2)
  expect((await send(1, first)).question?.number).toBe(2)
})

test('a check of an unknown RUN or with a wrong card number opens the same way and ends with code 4', async () => {
  const { portal, run } = await startRegistered()
  for (const [document, card] of [
    ['167890121', cardNumber],
    [run, 'B1B2C3D4E5'],
  ] as const) {
    const started = await startCheck(portal, document, card)
    expect(started.url).toBe(`${portal.config.publicUrl}/identidad/${started.verification_id}`)
    const { state, result } = await portal.anonymous(step, { params: { key: started.verification_id } })
    expect([state, result]).toEqual(['done', { code: identityCodes.unknown, solem: null }])
  }
})

test('a cancelled check ends with code 2, and one not finished within ten minutes with code 3', async () => {
  const { portal, run } = await startRegistered()
  const given = await begin(portal, run)
  expect((await portal.anonymous(cancel, { params: { key: given } })).result?.code).toBe(2)
  expect((await reply(portal, run, given, true)).result?.code).toBe(2)
  const late = await begin(portal, run)
  await reply(portal, run, late, true)
  portal.clock.advance({ minutes: 10 })
  expect((await reply(portal, run, late, true)).result?.code).toBe(3)
  expect((await portal.anonymous(cancel, { params: { key: late } })).result?.code).toBe(3)
})

test('a document has three attempts a day, and opening a check without answering is no attempt', async () => {
  const { portal, run } = await startRegistered()
  await begin(portal, run)
  const early = await begin(portal, run)
  for (let attempt = 0; attempt < 3; attempt++) {
    const key = await begin(portal, run)
    for (let i = 0; i < 3; i++) await reply(portal, run, key, false)
  }
  const fourth = await begin(portal, run)
  expect((await portal.anonymous(step, { params: { key: fourth } })).result?.code).toBe(1)
  // A check that was opened before the attempts were used up does not help.
  expect((await reply(portal, run, early, true)).result?.code).toBe(1)
  portal.clock.advance({ hours: 24 })
  const next = await begin(portal, run)
  expect((await portal.anonymous(step, { params: { key: next } })).state).toBe('asking')
})

test('failed checks beyond the limit require a robot check of their IP address, and checks that do not fail never do', async () => {
  const { portal, run } = await startRegistered({ environment: { LIMITS: 'identity-start=3' } })
  const { run: second } = await buildRegistered(portal.db)
  for (let i = 0; i < 4; i++) await startCheck(portal, run)
  for (let i = 0; i < 2; i++) await startCheck(portal, run, 'B1B2C3D4E5')
  const key = await begin(portal, second)
  for (let i = 0; i < 2; i++) await reply(portal, second, key, false)
  expect((await reply(portal, second, key, false)).result?.code).toBe(1)
  await expectRejected(startCheck(portal, run), 429, { number: 11 })
  const foreign = await solveRobotCheck(portal, 'recover')
  expect((await getRejection(startCheck(portal, run, cardNumber, foreign))).number).toBe(11)
  const altcha = await solveRobotCheck(portal, 'registration')
  expect((await startCheck(portal, run, cardNumber, altcha)).url).toContain('/identidad/')
  expect((await getRejection(startCheck(portal, run, cardNumber, altcha))).number).toBe(11)
})

const namesOf = (portal: RegisteringPortal, rut: string, headers: Record<string, string> = {}) =>
  portal.anonymous(info, { params: { rut } }, { headers })

test('the names are shown to a person who passed the check of that RUN, while the proof is valid', async () => {
  const { portal, run } = await startRegistered()
  const { run: other } = await buildRegistered(portal.db)
  const headers = { 'x-identity': await passCheck(portal, run) }
  expect(await portal.anonymous(info, { params: { rut: run } }, { headers })).toMatchObject({
    names: 'Valentina Andrea',
    lastname: 'Muñoz Salazar',
    date_birth: '1987-07-22',
  })
  await expectRejected(namesOf(portal, other, headers), 403)
  await expectRejected(namesOf(portal, run, {}), 403)
  await expectRejected(namesOf(portal, run, { 'x-identity': 'x'.repeat(43) }), 403)
  portal.clock.advance({ minutes: 30 })
  await expectRejected(namesOf(portal, run, headers), 403)
})

test('the names are shown to staff, with an audit entry, and to no patient', async () => {
  const { portal, run } = await startRegistered()
  const patient = await portal.person({ document_number: run })
  const staff = await portal.person({ rol: 'ADMIN_ROLE' })
  expect((await (await portal.as(staff))(info, { params: { rut: run } })).lastname).toBe('Muñoz Salazar')
  expect(await portal.db.listAuditEvents('identity.info')).toMatchObject([
    { actor_id: staff.id, actor_role: 'ADMIN_ROLE', patient_id: patient.id },
  ])
  await expectRejected((await portal.as(patient))(info, { params: { rut: run } }), 403)
  await expectRejected((await portal.as(staff, { temporaryKey: true }))(info, { params: { rut: run } }), 403)
})

test('rejected requests for names are limited by IP address, except of a caller with a proof', async () => {
  const { portal, run } = await startRegistered({ environment: { LIMITS: 'registry-look=2' } })
  for (let i = 0; i < 2; i++) await expectRejected(namesOf(portal, run, {}), 403)
  await expectRejected(namesOf(portal, run, {}), 429)
  const headers = { 'x-identity': await passCheck(portal, run) }
  expect((await namesOf(portal, run, headers)).names).toBe('Valentina Andrea')
})

test('questions and personal data of a check are deleted after thirty days', async () => {
  const { portal, run } = await startRegistered()
  await begin(portal, run)
  portal.clock.advance({ days: 31 })
  await begin(portal, run)
  await portal.runJob('identity.purge')
  expect(await portal.db.ask('select count(*)::int as n from identity_checks')).toEqual([{ n: 1 }])
})
