import { createHmac, randomUUID } from 'node:crypto'
import { bookingEndpoints } from '@mi-portal/contract/booking/bookings'
import { schedulingTokenEndpoints } from '@mi-portal/contract/booking/scheduling-token'
import { expect, test } from 'vitest'
import { startPortal, startServer } from '../../../../test/portal.ts'
import { expectRejected, getRejection } from '../../../../test/rejection.ts'

const here = 'https://agenda.example'
const lab = { address: 'https://laboratorio.example', secret: 'l'.repeat(40) }
const clinic = { address: 'https://clinica.example', secret: 'c'.repeat(40) }
const environment = {
  PUBLIC_URL: here,
  SCHEDULING_PARTNERS: `${lab.address}=${lab.secret}, ${clinic.address}/=${clinic.secret}`,
}

type Claims = Readonly<Record<string, unknown>>

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Signs with the hash function itself, so that the portal's own signer is not what these tests rely on. */
function sign(secret: string, claims: Claims, header: object = { typ: 'JWT', alg: 'HS256' }): string {
  const text = `${encode(header)}.${encode(claims)}`
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
}

async function createStartService() {
  const portal = await startPortal({ environment })
  const person = await portal.person()
  const now = () => Math.floor(portal.clock.now().getTime() / 1000)
  const claimsOf = (overrides: Claims = {}): Claims => ({
    iss: clinic.address,
    aud: here,
    sub: `${person.document_type_id}-${person.document_number}`,
    jti: randomUUID(),
    iat: now(),
    exp: now() + 120,
    ...overrides,
  })
  const visit = (assertion: string, by = portal.anonymous) =>
    by(schedulingTokenEndpoints.visit, { body: { assertion } })
  const entries = () => portal.db.listAuditEvents('visits.open')
  return { portal, person, now, claimsOf, visit, entries }
}

test('a patient for whom a partner portal vouches gets a token for their own appointments, and an audit entry', async () => {
  const { portal, person, claimsOf, visit } = await createStartService()
  for (const partner of [lab, clinic]) {
    const { token, patient_id } = await visit(sign(partner.secret, claimsOf({ iss: partner.address })))
    expect(patient_id).toBe(person.id)
    const call = portal.caller(undefined, undefined, { authorization: `Bearer ${token}` })
    expect((await call(bookingEndpoints.booked)).data).toEqual([])
    portal.clock.advance({ minutes: 11 })
    await expectRejected(call(bookingEndpoints.booked), 401)
  }
  expect(
    await portal.db.ask(`select actor_id, actor_role, patient_id, outcome, host(ip) as ip, detail from audit_events
       where action = 'visits.open' order by id`),
  ).toEqual(
    [lab, clinic].map(({ address }) => ({
      actor_id: null,
      actor_role: 'service',
      patient_id: person.id,
      outcome: 'done',
      ip: '127.0.0.1',
      detail: { portal: address },
    })),
  )
})

test('an assertion of a partner is rejected for each claim that is wrong, and the audit log says which', async () => {
  const { now, claimsOf, visit, entries } = await createStartService()
  const wrong: readonly (readonly [string, Claims])[] = [
    ['aud', { aud: 'scheduling' }],
    ['aud', { aud: 'https://otra-agenda.example' }],
    ['aud', { aud: undefined }],
    ['jti', { jti: undefined }],
    ['jti', { jti: 'corto' }],
    ['jti', { jti: 7 }],
    ['exp', { iat: now() - 300, exp: now() - 100 }],
    ['exp', { exp: undefined }],
    ['exp', { exp: now() + 3_600 }],
    ['iat', { iat: now() + 100, exp: now() + 200 }],
    ['iat', { iat: undefined }],
    ['sub', { sub: '9-123456785' }],
    ['sub', { sub: undefined }],
  ]
  for (const [claim, overrides] of wrong) {
    const rejected = await getRejection(visit(sign(clinic.secret, claimsOf(overrides))))
    expect([claim, rejected.status]).toEqual([claim, 401])
  }
  expect(await entries()).toMatchObject(
    wrong.map(([claim]) => ({
      patient_id: null,
      outcome: 'refused',
      detail: { portal: clinic.address, rejected: claim },
    })),
  )
})

test('an assertion that no partner signed under its own name is rejected without an audit entry', async () => {
  const { claimsOf, visit, entries } = await createStartService()
  const [head, body, signature] = sign(clinic.secret, claimsOf()).split('.')
  const changed = encode(claimsOf({ sub: '1-111111111' }))
  const wrong = {
    'the key of one partner under the name of another': sign(lab.secret, claimsOf({ iss: clinic.address })),
    'an issuer that is no partner': sign(clinic.secret, claimsOf({ iss: 'https://otra.example' })),
    'no issuer': sign(clinic.secret, claimsOf({ iss: undefined })),
    'a key that no partner has': sign('x'.repeat(40), claimsOf()),
    'claims changed after the signature': `${head}.${changed}.${signature}`,
    'no signature': `${encode({ alg: 'none', typ: 'JWT' })}.${body}.`,
    'another algorithm': sign(clinic.secret, claimsOf(), { alg: 'HS512', typ: 'JWT' }),
    'no token': 'x',
    nothing: '',
  }
  for (const [name, assertion] of Object.entries(wrong)) {
    const rejected = await getRejection(visit(assertion))
    expect([name, rejected.status]).toEqual([name, 401])
  }
  expect(await entries()).toEqual([])
})

test('an assertion opens one visit, also when two servers receive it at the same moment', async () => {
  const { portal, claimsOf, visit, entries } = await createStartService()
  const second = await startServer(portal.db, portal.clock, { environment })
  const claims = claimsOf()
  const assertion = sign(clinic.secret, claims)
  const callers = Array.from({ length: 10 }, (_, at) => (at % 2 ? portal.anonymous : second.anonymous))
  const outcomes = await Promise.allSettled(callers.map((by) => visit(assertion, by)))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  portal.clock.advance({ minutes: 2 })
  await expectRejected(visit(assertion), 401)
  expect((await entries()).filter(({ outcome }) => outcome === 'refused')).toMatchObject(
    Array.from({ length: 10 }, () => ({
      patient_id: null,
      outcome: 'refused',
      detail: { portal: clinic.address, rejected: 'used' },
    })),
  )
  // The same identifier of another partner is another assertion.
  const other = sign(lab.secret, claimsOf({ jti: claims.jti, iss: lab.address }))
  await visit(other)
  // Used assertions are removed once they are too old to be accepted.
  portal.clock.advance({ seconds: 59 })
  expect(await portal.runJob('visits.purge')).toEqual({ assertions: 0 })
  portal.clock.advance({ seconds: 1 })
  expect(await portal.runJob('visits.purge')).toEqual({ assertions: 1 })
  await expectRejected(visit(assertion), 401)
})

test('a disabled account, staff and an unknown patient get no visit from a partner', async () => {
  const { portal, claimsOf, visit, entries } = await createStartService()
  const people = [await portal.person({ status: 2 }), await portal.person({ rol: 'ADMIN_ROLE' })]
  const documents = [
    ...people.map((person) => `${person.document_type_id}-${person.document_number}`),
    '1-76543210K',
  ]
  for (const sub of documents) await expectRejected(visit(sign(clinic.secret, claimsOf({ sub }))), 404)
  expect(await entries()).toMatchObject(
    documents.map(() => ({
      patient_id: null,
      outcome: 'refused',
      detail: { portal: clinic.address, rejected: 'patient' },
    })),
  )
})
