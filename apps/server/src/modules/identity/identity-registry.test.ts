/** The identity check and the family group with an external civil registry, over the network. */
import { familyRequestEndpoints } from '@mi-portal/contract/family/requests'
import { identityCodes, identityEndpoints } from '@mi-portal/contract/identity'
import { formatRun } from '@mi-portal/contract/values/run'
import { expect, test } from 'vitest'
import { buildRun } from '../../../test/build.ts'
import { answerWith, type Citizen, startRegistry } from '../../../test/external/registry-server.ts'
import { asA, legalTextId } from '../../../test/family.ts'
import { testClock } from '../../../test/portal.ts'
import {
  cardNumber,
  passCheck,
  registerRun,
  startCheck,
  startRegistering,
} from '../../../test/registration.ts'
import { expectRejected, getRejection } from '../../../test/rejection.ts'

const downMessage = 'Por ahora no podemos consultar el Registro Civil. Vuelve a intentar en unos minutos'
const token = 'a-token-of-the-portal'

function citizenOf(run: string, more: Partial<Citizen> = {}): Citizen {
  return {
    run: formatRun(run),
    card_number: cardNumber,
    names: 'ROSA ELENA',
    last_name: 'DEL RÍO',
    second_name: 'SOTO',
    date_birth: '1980-05-17',
    mother_given_names: 'MARÍA DE LOS ÁNGELES',
    father_given_names: 'HÉCTOR IVÁN',
    marital_status: 'Casado/a',
    birth_commune: '13123',
    home_commune: '5109',
    ...more,
  }
}

async function withRegistry(more: Partial<Citizen> = {}, environment: Record<string, string> = {}) {
  const run = buildRun()
  const registry = await startRegistry([citizenOf(run, more)], token)
  const log: string[] = []
  const clock = testClock()
  const portal = await startRegistering({
    log,
    clock,
    registryTimeouts: { attempt: 2_000, rest: 15_000 },
    environment: { CIVIL_REGISTRY_URL: registry.url, CIVIL_REGISTRY_TOKEN: token, ...environment },
  })
  const problems = () =>
    log.map((line) => JSON.parse(line)).filter(({ msg }) => String(msg).startsWith('civil registry:'))
  return { run, registry, portal, clock, log, problems }
}

test('the holder of the card answers three questions, registers with the registry’s names, and no address holds the RUN', async () => {
  const { run, registry, portal, log } = await withRegistry()
  const { patient } = await registerRun(portal, run, { first_name: 'Otra', date_birth: '1999-01-01' })
  expect(patient).toMatchObject({
    first_name: 'ROSA ELENA',
    last_name: 'DEL RÍO',
    second_name: 'SOTO',
    date_birth: '1980-05-17',
    names_proven: true,
    status: 1,
  })
  expect(registry.asked[0]).toEqual({
    path: '/v1/holder',
    body: { run: formatRun(run), card_number: cardNumber },
    authorization: `Bearer ${token}`,
  })
  expect(new Set(registry.asked.map(({ path }) => path))).toEqual(new Set(['/v1/holder', '/v1/person']))
  expect(log.join('')).not.toContain(run.slice(0, -1))
  // The portal stores nothing of the registry's.
  expect(await portal.db.ask('select 1 from registry_people where run = $1', [run])).toEqual([])
})

test('right and wrong answers have the same spelling and another order each time, and every attempt shows the same wrong answers', async () => {
  const { run, portal } = await withRegistry()
  const seen = new Map<string, Set<string>[]>()
  const places = new Set<number>()
  for (let attempt = 0; attempt < 12; attempt += 1) {
    await startCheck(portal, run)
    const [row] = await portal.db.ask<{
      questions: { text: string; right: string; options: { id: string; text: string }[] }[]
    }>('select questions from identity_checks order by id desc limit 1')
    for (const { text, options, right } of row?.questions ?? []) {
      expect(options).toHaveLength(5)
      const answer = options.find(({ id }) => id === right)?.text
      places.add(options.findIndex(({ id }) => id === right))
      if (text.includes('madre')) expect(answer).toBe('Maria de los Angeles')
      if (text.includes('padre')) expect(answer).toBe('Hector Ivan')
      if (text.includes('domicilio')) expect(answer).toBe('Viña del Mar')
      if (text.includes('inscribió')) expect(answer).toBe('Providencia')
      if (/madre|padre/.test(text))
        for (const option of options) expect(option.text).toMatch(/^[A-Z][a-z]+( [A-Za-z][a-z]+)*$/)
      seen.set(text, [...(seen.get(text) ?? []), new Set(options.map((option) => option.text))])
    }
  }
  expect(places.size).toBeGreaterThan(2)
  for (const attempts of seen.values()) {
    const common = [...(attempts[0] ?? [])].filter((text) => attempts.every((one) => one.has(text)))
    expect(common.length).toBeGreaterThanOrEqual(3)
  }
})

test('a registry that knows too little for three questions ends the check', async () => {
  const { run, portal } = await withRegistry({
    father_given_names: '',
    marital_status: null,
    birth_commune: null,
    home_commune: null,
  })
  const { verification_id: key } = await startCheck(portal, run)
  expect((await portal.anonymous(identityEndpoints.step, { params: { key } })).result?.code).toBe(
    identityCodes.unknown,
  )
})

const person = (run: string, more: object = {}) => JSON.stringify({ ...citizenOf(run), ...more })

test('each failure is answered by 503', async () => {
  const { run, registry, portal, clock, log, problems } = await withRegistry()
  const failures: readonly (readonly [Parameters<typeof registry.answer>[0], object])[] = [
    [answerWith(500, 'ERROR 12345678'), { status: 500 }],
    [answerWith(429, '{}', { 'retry-after': '120' }), { status: 429 }],
    [answerWith(401, '{}'), { status: 401, cause: 'CIVIL_REGISTRY_TOKEN is not accepted' }],
    [answerWith(403, '{}'), { status: 403, cause: 'CIVIL_REGISTRY_TOKEN is not accepted' }],
    [answerWith(404, '{"error":"no route"}'), { status: 404 }],
    [answerWith(404, '<html>12345678</html>'), { cause: 'not JSON' }],
    [answerWith(302, '', { location: 'http://127.0.0.1:9/' }), { status: 302 }],
    [answerWith(200, '12345678-5: sí'), { cause: 'not JSON' }],
    [answerWith(200, '{"is_holder":"maybe 12345678"}'), { cause: 'not as described' }],
    [answerWith(200, `"${'x'.repeat(70_000)}"`), {}],
    [(response) => void response.destroy(), {}],
    [() => {}, {}],
  ]
  for (const [index, [answer, cause]] of failures.entries()) {
    registry.answer(answer)
    await expectRejected(startCheck(portal, run), 503, downMessage)
    expect(problems()).toHaveLength(index + 1)
    expect(problems()[index]).toMatchObject({ level: 40, path: '/holder', ...cause })
    registry.answer(null)
    clock.advance({ minutes: 3 })
    expect((await startCheck(portal, run)).url).toContain('/identidad/')
  }
  expect(log.join('')).not.toMatch(new RegExp(`12345678|${run.slice(0, -1)}`))
})

test('an answer about another RUN, or with an invalid date, is not used for a registration', async () => {
  const { run, registry, portal, problems } = await withRegistry()
  const headers = { 'x-identity': await passCheck(portal, run) }
  const info = () =>
    getRejection(portal.anonymous(identityEndpoints.info, { params: { rut: run } }, { headers }))
  registry.answer(answerWith(200, person(buildRun())))
  expect((await info()).message).toBe(downMessage)
  registry.answer(answerWith(200, person(run, { date_birth: '17-05-1980' })))
  expect((await info()).message).toBe(downMessage)
  expect(problems()).toMatchObject([
    { path: '/person', cause: 'the answer is about another RUN' },
    { path: '/person', cause: 'not as described', members: ['date_birth'] },
  ])
})

test('a death that the registry reports is recorded for a person whom the clinic knows, and the RUN proves no identity any more', async () => {
  const { run, portal } = await withRegistry({ deceased: '2026-11-02' })
  const known = await portal.person({ document_number: run })
  const staff = await portal.as(await portal.person({ rol: 'SUPER_ADMIN_ROLE' }))
  await expectRejected(staff(identityEndpoints.info, { params: { rut: run } }), 409, {
    message: expect.stringMatching(/Registro Civil informa que esta persona falleció/),
  })
  expect(
    await portal.db.ask('select deceased_on::text, deceased_source from people where id = $1', [known.id]),
  ).toEqual([{ deceased_on: '2026-11-02', deceased_source: 'registry' }])
  const unknown = await withRegistry({ deceased: true })
  await expectRejected(registerRun(unknown.portal, unknown.run), 409)
  expect(
    await unknown.portal.db.ask('select id from people where document_number = $1', [unknown.run]),
  ).toEqual([])
})

test('a guardian is proven by the parents that the external registry names, and nothing is asked of it for others', async () => {
  const [motherRun, childRun] = [buildRun(), buildRun()]
  const registry = await startRegistry(
    [citizenOf(childRun, { mother_run: formatRun(motherRun), date_birth: '2016-11-20' })],
    token,
  )
  const portal = await startRegistering({
    environment: { IDENTITY_CHECK: 'staff', CIVIL_REGISTRY_URL: registry.url, CIVIL_REGISTRY_TOKEN: token },
  })
  const mother = await portal.person({ document_number: motherRun })
  const child = await portal.person({
    document_number: childRun,
    date_birth: '2016-11-20',
    opened_as_minor: true,
  })
  const body = {
    ...{ family_document_type: 1 as const, family_document_number: childRun, notify_mail: false },
    ...{ first_name: '', last_name: '', second_name: '', email: '', user: '' },
    ...{ type_relationship_id: asA.child, legal_text_id: legalTextId },
  }
  const call = await portal.as(mother)
  registry.answer(answerWith(500, ''))
  await expectRejected(call(familyRequestEndpoints.add, { body }), 503, downMessage)
  expect(await portal.db.ask('select 1 from family_links')).toEqual([])
  registry.answer(null)
  await call(familyRequestEndpoints.add, { body })
  expect(await portal.db.ask('select member_id, guardian_proof from family_links')).toEqual([
    { member_id: child.id, guardian_proof: 'registry' },
  ])
})
