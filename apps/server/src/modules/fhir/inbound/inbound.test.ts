import { appointmentEndpoints } from '@mi-portal/contract/appointments'
import { bookingEndpoints, preparationEndpoints } from '@mi-portal/contract/booking'
import { examEndpoints } from '@mi-portal/contract/exams'
import { type ServiceScope, serviceAccountEndpoints, serviceScopes } from '@mi-portal/contract/fhir'
import { profileEndpoints } from '@mi-portal/contract/profile'
import { registrationEndpoints } from '@mi-portal/contract/registration'
import { describe, expect, test } from 'vitest'
import { ask } from '../../../../test/ask.ts'
import { bearerOf } from '../../../../test/booking/calendar.ts'
import { startPortal } from '../../../../test/portal.ts'
import { refusal } from '../../../../test/refusal.ts'

const run = '123456785'
const kinds = 'https://interoperabilidad.minsal.cl/fhir/ig/eis/CodeSystem/eis-tipo-identificador-cs'
const clinic = 'https://clinica.example'
const pdf = Buffer.from('%PDF-1.7 informe').toString('base64')
const loinc = (code: string, text: string) => ({ coding: [{ system: 'http://loinc.org', code }], text })

type Entry = { fullUrl?: string; resource: Record<string, unknown>; request: { method: string; url: string } }

function put(type: string, value: string, resource: object): Entry {
  const identifier = { system: `${clinic}/${type}`, value }
  return {
    fullUrl: `urn:uuid:${type}-${value}`,
    resource: { resourceType: type, identifier: [identifier], ...resource },
    request: { method: 'PUT', url: `${type}?identifier=${identifier.system}|${value}` },
  }
}

const rosa = put('Patient', 'p1', {
  identifier: [
    { system: `${clinic}/Patient`, value: 'p1' },
    { type: { coding: [{ system: kinds, code: '1' }] }, value: '12.345.678-5' },
  ],
  name: [
    {
      use: 'official',
      family: 'Tapia',
      given: ['Rosa', 'Elena'],
      _family: {
        extension: [
          {
            url: 'https://interoperabilidad.minsal.cl/fhir/ig/eis/StructureDefinition/SegundoApellido',
            valueString: 'Lagos',
          },
        ],
      },
    },
  ],
  birthDate: '1980-05-17',
  gender: 'female',
})
const toRosa = { reference: 'urn:uuid:Patient-p1' }

const hour = (more: object = {}, value = 'h1') =>
  put('Appointment', value, {
    status: 'booked',
    specialty: [{ coding: [{ code: '363', display: 'Medicina interna' }] }],
    appointmentType: { text: 'Control' },
    start: '2026-12-03T09:30:00-03:00',
    end: '2026-12-03T10:00:00-03:00',
    participant: [
      { actor: toRosa },
      {
        actor: {
          display: 'Dra. Marcela Ortega Pino',
          identifier: { type: { coding: [{ system: kinds, code: '1' }] }, value: '11111111-1' },
        },
      },
      {
        actor: {
          display: 'Piso 3, consulta 304',
          identifier: { system: `${clinic}/sedes`, value: 'PROVIDENCIA' },
        },
      },
    ],
    ...more,
  })

const result = (value: string, code: object, more: object) =>
  put('Observation', value, { status: 'final', code, subject: toRosa, ...more })
const glucose = (value = 112.5) =>
  result('o1', loinc('2345-7', 'Glucosa'), {
    valueQuantity: { value, unit: 'mg/dL', code: 'mg/dL' },
    referenceRange: [{ low: { value: 70 }, high: { value: 99 } }],
  })
const hiv = result('o2', loinc('56888-1', 'VIH 1+2'), { valueString: 'No reactivo' })
const coombs = result('o3', { text: 'Coombs directo' }, { valueString: 'Negativo' })

const report = (results: readonly string[], more: object = {}) =>
  put('DiagnosticReport', 'r1', {
    status: 'final',
    category: [{ coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v2-0074', code: 'LAB' }] }],
    code: { text: 'Perfil bioquímico' },
    subject: toRosa,
    basedOn: [{ display: 'Dr. Pablo Reyes Mena' }],
    effectiveDateTime: '2026-11-25T08:15:00-03:00',
    result: results.map((one) => ({ reference: `urn:uuid:Observation-${one}` })),
    ...more,
  })
const paper = (attachment: object) =>
  put('DocumentReference', 'd1', {
    status: 'current',
    subject: toRosa,
    content: [{ attachment: { contentType: 'application/pdf', title: 'Perfil bioquímico', ...attachment } }],
    context: { related: [{ reference: 'urn:uuid:DiagnosticReport-r1' }] },
  })
const binary: Entry = {
  fullUrl: 'urn:uuid:bytes',
  resource: { resourceType: 'Binary', contentType: 'application/pdf', data: pdf },
  request: { method: 'POST', url: 'Binary' },
}

async function withService(scopes: readonly ServiceScope[] = serviceScopes) {
  const portal = await startPortal()
  await ask(
    portal.db,
    `insert into offices (id, office_id, name, address, phone) values (2, 'PROVIDENCIA', 'Clínica Providencia', 'c', '2')`,
  )
  const chief = await portal.person({ rol: 'SUPER_ADMIN_ROLE' })
  const asChief = await portal.as(chief)
  const { account, secret } = await asChief(serviceAccountEndpoints.create, {
    body: { name: 'Laboratorio', scopes: [...scopes] },
  })
  const post = async (payload: unknown, key: string | null = secret, type = 'application/fhir+json') => {
    const answer = await portal.app.inject({
      method: 'POST',
      url: '/api/fhir/R4',
      headers: { 'content-type': type, ...(key === null ? {} : { authorization: `Bearer ${key}` }) },
      payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
    })
    return { status: answer.statusCode, body: answer.json(), headers: answer.headers }
  }
  const send = (...entry: readonly Entry[]) => post({ resourceType: 'Bundle', type: 'transaction', entry })
  const states = async (...entry: readonly Entry[]) => {
    const { status, body } = await send(...entry)
    return status === 200
      ? body.entry.map((one: { response: { status: string } }) => one.response.status)
      : [status, ...body.issue.map((one: { expression?: string[] }) => one.expression?.[0])]
  }
  const counts = async () =>
    (
      await ask<Record<string, number>>(
        portal.db,
        `select (select count(*) from appointments)::int as hours, (select count(*) from exams)::int as exams,
           (select count(*) from exam_results)::int as results, (select count(*) from files)::int as files,
           (select count(*) from fhir_sources)::int as sources`,
      )
    )[0]
  return { ...portal, chief, asChief, account, secret, post, send, states, counts }
}

async function withRosa() {
  const portal = await withService()
  const person = await portal.person({ document_number: run, email: 'rosa@ejemplo.cl' })
  return { ...portal, rosaId: person.id, call: await portal.as(person) }
}

describe('what a clinic’s system hands over', () => {
  test('stands in the patient’s lists, with values, paper and a word of it, and in the trail', async () => {
    const { send, call, app, db, rosaId, account } = await withRosa()
    const { status, body, headers } = await send(
      rosa,
      hour(),
      report(['o1']),
      glucose(),
      paper({ url: 'urn:uuid:bytes' }),
      binary,
    )
    expect([status, headers['content-type']]).toEqual([200, 'application/fhir+json; charset=utf-8'])
    expect(body).toMatchObject({ resourceType: 'Bundle', type: 'transaction-response' })
    expect(body.entry.map((one: { response: { status: string } }) => one.response.status)).toEqual(
      Array.from({ length: 6 }, () => '201 Created'),
    )
    const { appointments } = await call(appointmentEndpoints.upcoming)
    expect(appointments).toHaveLength(1)
    expect(appointments[0]).toMatchObject({
      patient_id: rosaId,
      doctor_name: 'Dra. Marcela Ortega Pino',
      rut_professional: '111111111',
      specialty: 'Medicina interna',
      sub_context: 'Control',
      place_care: 'Clínica Providencia',
      place_care_portal: 'Piso 3, consulta 304',
      hour: '09:30',
    })
    expect(body.entry[1].response.location).toBe(`Appointment/${appointments[0]?.id_appointment}`)
    const { laboratories } = await call(examEndpoints.list)
    const params = { patientId: rosaId, attention_id: laboratories[0]?.attention_id ?? 0 }
    const told = await call(examEndpoints.results, { params })
    expect(told.results).toMatchObject([
      {
        name: 'Glucosa',
        value: 112.5,
        unit: 'mg/dL',
        decimals: 1,
        position: 'high',
        reference: { low: 70, high: 99 },
      },
    ])
    expect((await app.inject({ url: told.pdf_url ?? '' })).body).toBe('%PDF-1.7 informe')
    const mails = await ask<{ body_text: string }>(db, 'select body_text from outbox where person_id = $1', [
      rosaId,
    ])
    expect(mails).toHaveLength(1)
    const trail = await ask<{ object: string }>(
      db,
      `select object from audit_events where action = 'fhir.handedOver' and patient_id = $1 order by id`,
      [rosaId],
    )
    expect(trail.map(({ object }) => object.split('=').slice(0, 2).join('='))).toEqual(
      ['Patient', 'Appointment', 'Observation', 'DiagnosticReport', 'DocumentReference'].map(
        (type) => `account=${account.id} ${type}`,
      ),
    )
    const { accesses } = await call(profileEndpoints.accesses)
    expect(accesses).toContainEqual(
      expect.objectContaining({ action: 'Entregó', what: 'datos de tu atención al portal' }),
    )
  })

  test('changes nothing when it is sent again, however its own references are spelled', async () => {
    const { send, states, counts, db } = await withRosa()
    const all = [rosa, hour(), report(['o1']), glucose(), paper({ data: pdf })]
    await send(...all)
    const before = await counts()
    const text = JSON.stringify(all).replaceAll('urn:uuid:', 'urn:uuid:otra-')
    expect(await states(...(JSON.parse(text) as Entry[]))).toEqual(all.map(() => '200 OK'))
    expect(await counts()).toEqual(before)
    expect(await ask(db, 'select distinct version from fhir_sources')).toEqual([{ version: 1 }])
  })

  test('changes what it told before under the same name, and is told of as new once', async () => {
    const { send, states, call, db, rosaId } = await withRosa()
    await send(rosa, hour(), report(['o1', 'o2']), glucose(), hiv)
    const moved = hour({ start: '2026-12-04T09:30:00-03:00', end: '2026-12-04T10:00:00-03:00' })
    expect(await states(rosa, moved, report(['o1'], { status: 'corrected' }), glucose(98))).toEqual(
      Array.from({ length: 4 }, () => '200 OK'),
    )
    const { appointments } = await call(appointmentEndpoints.upcoming)
    expect(appointments.map((one) => one.date)).toEqual(['04/12/2026'])
    const { laboratories } = await call(examEndpoints.list)
    const params = { patientId: rosaId, attention_id: laboratories[0]?.attention_id ?? 0 }
    const { results } = await call(examEndpoints.results, { params })
    expect(results.map((one) => one.value)).toEqual([98])
    expect(await ask(db, 'select 1 from outbox where person_id = $1', [rosaId])).toHaveLength(1)
    expect(await states(rosa, report([], { status: 'entered-in-error' }))).toEqual(['200 OK', '200 OK'])
    expect((await call(examEndpoints.list)).total).toBe(0)
  })

  test('sent by many at once is taken once', async () => {
    const { send, counts } = await withRosa()
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => send(rosa, hour(), report(['o1']), glucose())),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(await counts()).toMatchObject({ hours: 1, exams: 1, results: 1, sources: 4 })
    const created = answers.flatMap(({ body }) =>
      body.entry.filter((one: { response: { status: string } }) => one.response.status === '201 Created'),
    )
    expect(created).toHaveLength(4)
  })

  test('keeps an adolescent’s reserved results and hours from the guardian, and what is never shown from everybody', async () => {
    const { send, db, call, rosaId, app } = await withRosa()
    await ask(
      db,
      `insert into specialties (code, name, visit_minutes, adult, paediatric, telemedicine, reserved_group)
       values (363, 'Medicina interna', 30, true, true, false, 'SALUD_MENTAL')`,
    )
    await send(rosa, hour(), report(['o1', 'o2', 'o3']), glucose(), hiv, coombs, paper({ data: pdf }))
    expect(
      await ask(
        db,
        'select code, reserved_group is not null as reserved, shown from exam_results order by position',
      ),
    ).toEqual([
      { code: 'GLI', reserved: false, shown: true },
      { code: 'VIH', reserved: true, shown: true },
      { code: expect.any(String), reserved: false, shown: false },
    ])
    expect(await ask(db, 'select reserved_group from appointments')).toEqual([
      { reserved_group: 'SALUD_MENTAL' },
    ])
    const { laboratories } = await call(examEndpoints.list)
    const params = { patientId: rosaId, attention_id: laboratories[0]?.attention_id ?? 0 }
    const told = await call(examEndpoints.results, { params })
    expect([told.results.length, told.pdf_url]).toEqual([2, null])
    expect(app).toBeDefined()
  })

  test('says so when the patient gave an hour up here, and does not book it again', async () => {
    const { send, states, call } = await withRosa()
    await send(rosa, hour())
    const { appointments } = await call(appointmentEndpoints.upcoming)
    const body = { id_appointment: appointments[0]?.id_appointment ?? 0 }
    await call(appointmentEndpoints.cancel, { body })
    const again = await send(rosa, hour())
    expect(again.body.entry[1].response.outcome.issue[0].diagnostics).toBe(
      'El paciente canceló esta hora en el portal',
    )
    expect(await states(rosa, hour({ appointmentType: { text: 'Otra' } }))).toEqual([
      409,
      'Bundle.entry[1].resource.status',
    ])
    expect(await states(rosa, hour({ status: 'cancelled' }))).toEqual(['200 OK', '200 OK'])
    expect((await call(appointmentEndpoints.upcoming)).total).toBe(0)
  })

  test('keeps its hours where they are: they are not moved here, which is said when it is tried', async () => {
    const { send, call, caller, rosaId } = await withRosa()
    await send(rosa, hour())
    const { appointments } = await call(appointmentEndpoints.upcoming)
    const agenda = caller(undefined, undefined, await bearerOf(call))
    const body = { hold_id: 1, patient_id: rosaId, id_appointment: appointments[0]?.id_appointment ?? 0 }
    const { data } = await agenda(preparationEndpoints.bookedHour, { params: body })
    expect(data.hour.can_move).toBe(false)
    const refused = await refusal(agenda(bookingEndpoints.book, { body }))
    expect([refused.status, refused.message]).toEqual([
      409,
      'Esta hora no se puede cambiar en el portal. Reserva otra y cancela esta, o llama a la clínica',
    ])
  })

  test('of somebody without an account is kept for when they register, and opens nothing before', async () => {
    const { send, anonymous, db, person: _, states } = await withService()
    await send(rosa, hour(), report(['o1']), glucose())
    expect(
      await ask(
        db,
        'select first_name, second_name, status, without_account from people where document_number = $1',
        [run],
      ),
    ).toEqual([{ first_name: 'Rosa Elena', second_name: 'Lagos', status: 2, without_account: true }])
    const params = { document_type_id: 1, document_number: run }
    expect((await anonymous(registrationEndpoints.available, { params })).registered).toBe(false)
    expect(await states({ ...rosa, resource: { ...rosa.resource, gender: 'other' } })).toEqual(['200 OK'])
    expect(await ask(db, 'select 1 from outbox')).toEqual([])
  })

  test('changes nothing of who has an account', async () => {
    const { send, db, rosaId } = await withRosa()
    const other = {
      ...rosa,
      resource: { ...rosa.resource, name: [{ family: 'Otra', given: ['Persona'] }], birthDate: '1999-01-01' },
    }
    const { body } = await send(other)
    expect(body.entry[0].response.outcome.issue[0].diagnostics).toMatch(/tiene cuenta/)
    expect(
      await ask(db, 'select first_name, date_birth::text as birth, email from people where id = $1', [
        rosaId,
      ]),
    ).toEqual([{ first_name: 'Rosa Elena', birth: '1980-05-17', email: 'rosa@ejemplo.cl' }])
  })
})

describe('a transaction with a bad entry changes nothing and says which', () => {
  const without = (entry: Entry, name: string): Entry => {
    const { [name]: _, ...resource } = entry.resource
    return { ...entry, resource }
  }
  const cases: [string, readonly Entry[], number, string][] = [
    ['a hour without a start', [rosa, without(hour(), 'start')], 400, 'Bundle.entry[1].resource.start'],
    [
      'an hour that ends before it begins',
      [rosa, hour({ end: '2026-12-03T09:00:00-03:00' })],
      400,
      'Bundle.entry[1].resource.end',
    ],
    [
      'an hour at a site that is none',
      [
        rosa,
        hour({
          participant: [
            { actor: toRosa },
            { actor: { reference: 'Practitioner/1', display: 'x' } },
            { actor: { identifier: { system: 'x', value: 'LUNA' } } },
          ],
        }),
      ],
      400,
      'Bundle.entry[1].resource.participant',
    ],
    ['an hour that only waits', [rosa, hour({ status: 'waitlist' })], 400, 'Bundle.entry[1].resource.status'],
    ['an hour of nobody', [hour()], 400, 'Bundle.entry[0].resource.participant'],
    ['a person without a run', [without(rosa, 'name')], 400, 'Bundle.entry[0].resource.name'],
    [
      'a run that is none',
      [put('Patient', 'p1', { name: [{ family: 'x', given: ['y'] }] })],
      400,
      'Bundle.entry[0].resource.identifier',
    ],
    [
      'a report that is not final',
      [rosa, report([], { status: 'preliminary' })],
      400,
      'Bundle.entry[1].resource.status',
    ],
    [
      'a report of tomorrow',
      [rosa, report([], { effectiveDateTime: '2026-11-27T18:00:00Z' })],
      400,
      'Bundle.entry[1].resource.effectiveDateTime',
    ],
    ['a report without its result', [rosa, report(['o1'])], 400, 'Bundle.entry[1].resource.result[0]'],
    ['a result that no report names', [rosa, glucose()], 400, 'Bundle.entry[1].resource'],
    [
      'a result without a value',
      [rosa, report(['o1']), without(glucose(), 'valueQuantity')],
      400,
      'Bundle.entry[2].resource',
    ],
    [
      'a paper that is no PDF',
      [rosa, report([]), paper({ data: Buffer.from('<html>').toString('base64') })],
      400,
      'Bundle.entry[2].resource.content[0].attachment',
    ],
    [
      'a paper elsewhere',
      [rosa, report([]), paper({ url: 'https://otro.example/x.pdf' })],
      400,
      'Bundle.entry[2].resource.content[0].attachment',
    ],
    [
      'a kind that is not taken',
      [rosa, put('Medication', 'm', {})],
      400,
      'Bundle.entry[1].resource.resourceType',
    ],
    [
      'a name that is not its own',
      [{ ...rosa, request: { method: 'PUT', url: 'Patient?identifier=x|y' } }],
      400,
      'Bundle.entry[0].resource.identifier',
    ],
    [
      'a deed that is not taken',
      [{ ...rosa, request: { method: 'DELETE', url: 'Patient/1' } }],
      400,
      'Bundle.entry[0].request.method',
    ],
    ['twice the same', [rosa, { ...rosa, fullUrl: 'urn:uuid:x' }], 400, 'Bundle.entry[1]'],
  ]
  test('each of them', { timeout: 60_000 }, async () => {
    const { states, counts } = await withRosa()
    for (const [name, entries, status, expression] of cases) {
      expect([name, ...(await states(...entries)).slice(0, 2)]).toEqual([name, status, expression])
      // Beside a sound entry too.
      expect([name, await counts()]).toEqual([name, { hours: 0, exams: 0, results: 0, files: 0, sources: 0 }])
    }
    const several = await states(without(hour({}, 'h2'), 'start'), rosa, without(hour(), 'end'))
    expect(several).toEqual([400, 'Bundle.entry[0].resource.start', 'Bundle.entry[2].resource.end'])
  })

  test('what was told of one patient never becomes another’s', async () => {
    const { send, states, person } = await withRosa()
    await send(rosa, hour())
    await person({ document_number: '98765433' })
    const other = put('Patient', 'p2', {
      identifier: [
        { system: `${clinic}/Patient`, value: 'p2' },
        { type: { coding: [{ system: kinds, code: '1' }] }, value: '9876543-3' },
      ],
      name: [{ family: 'Otra', given: ['Eva'] }],
    })
    const actors = [
      { actor: { reference: 'urn:uuid:Patient-p2' } },
      ...(hour().resource.participant as object[]).slice(1),
    ]
    expect(await states(other, hour({ participant: actors }))).toEqual([
      409,
      'Bundle.entry[1].resource.participant',
    ])
    const stolen = {
      ...other,
      ...{
        request: rosa.request,
        resource: {
          ...other.resource,
          identifier: [
            ...(rosa.resource.identifier as object[]).slice(0, 1),
            ...(other.resource.identifier as object[]).slice(1),
          ],
        },
      },
    }
    expect(await states(stolen)).toEqual([409, 'Bundle.entry[0].resource.identifier'])
  })

  test('what is no transaction is said so, in FHIR’s words', async () => {
    const { post } = await withService()
    for (const [payload, status] of [
      ['{"a":', 400],
      [{}, 400],
      [{ resourceType: 'Bundle', type: 'batch', entry: [rosa] }, 400],
      [{ resourceType: 'Bundle', type: 'transaction', entry: [] }, 400],
      [[], 400],
    ] as const) {
      const answer = await post(payload)
      expect([answer.status, answer.body.resourceType]).toEqual([status, 'OperationOutcome'])
    }
    expect((await post('<Bundle/>', undefined, 'application/fhir+xml')).status).toBe(415)
    expect(
      (
        await post(
          { resourceType: 'Bundle', type: 'transaction', entry: [rosa] },
          undefined,
          'application/json',
        )
      ).status,
    ).toBe(200)
  })
})

describe('a large transaction', () => {
  const quarter = 6 * 1024 * 1024

  test.each([
    ['a million small things', `[${'{},'.repeat(quarter)}{}]`],
    ['a hundred levels', `${'['.repeat(100)}${']'.repeat(100)}`],
    ['millions of escapes', `"${'\\u0041'.repeat(1_500_000)}"`],
    ['more than 24 MB', `"${'a'.repeat(25 * 1024 * 1024)}"`],
  ])('of %s is refused in FHIR’s words before it is parsed', async (_what, text) => {
    const { post } = await withService()
    const answer = await post(`{"resourceType":"Bundle","type":"transaction","entry":${text}}`)
    expect([answer.status, answer.body.issue?.[0]?.diagnostics]).toEqual([
      413,
      'El Bundle puede tener hasta 24 MB y 100.000 valores',
    ])
  })

  test('of more entries than it may have is refused by that alone, and faults are named to a hundred', async () => {
    const { post } = await withService()
    const of = (count: number) =>
      JSON.stringify({
        resourceType: 'Bundle',
        type: 'transaction',
        entry: Array.from({ length: count }, () => ({})),
      })
    const many = (await post(of(20_000))).body
    expect(many.issue).toHaveLength(1)
    expect(many.issue[0].expression).toEqual(['Bundle.entry'])
    expect((await post(of(500))).body.issue).toHaveLength(100)
  })

  test('with a paper of 15 MB whose base 64 has line ends is taken; with a letter that is none it is not', async () => {
    const { send, db } = await withRosa()
    const data = Buffer.concat([Buffer.from('%PDF-1.7 '), Buffer.alloc(15 * 1024 * 1024 - 9, 7)])
    const lines = data.toString('base64').replace(/.{76}/g, '$&\r\n')
    const entries = (text: string) => [rosa, glucose(), report(['o1']), paper({ data: text })]
    expect((await send(...entries(`${lines.slice(0, 2_000_000)}*${lines.slice(2_000_000)}`))).status).toBe(
      400,
    )
    expect((await send(...entries(lines))).status).toBe(200)
    expect(await ask(db, `select max(bytes) as bytes from files`)).toEqual([{ bytes: data.length }])
  })
})

describe('a service account', () => {
  test('is told its secret once; the database has its hash alone', async () => {
    const { asChief, secret, db, send } = await withService()
    const { accounts } = await asChief(serviceAccountEndpoints.list)
    expect(accounts).toMatchObject([{ name: 'Laboratorio', last_used_at: null, revoked_at: null }])
    expect(JSON.stringify(accounts)).not.toContain(secret)
    const [row] = await ask<{ text: string }>(
      db,
      'select service_accounts::text as text from service_accounts',
    )
    expect(row?.text).not.toContain(secret.slice(9))
    await send(rosa)
    expect((await asChief(serviceAccountEndpoints.list)).accounts[0]?.last_used_at).toBe(
      '2026-11-26T15:00:00.000Z',
    )
  })

  test('writes what it was opened for alone', async () => {
    const { states, counts } = await withService(['system/Patient.write', 'system/Appointment.write'])
    expect(await states(rosa, hour(), report([]))).toEqual([403, 'Bundle.entry[2].resource'])
    expect(await counts()).toMatchObject({ hours: 0, sources: 0 })
    expect(await states(rosa, hour())).toEqual(['201 Created', '201 Created'])
  })

  test('is over at once when it is revoked, which is done once and in the trail', async () => {
    const { asChief, account, states, db, chief } = await withService()
    const params = { id: account.id }
    await asChief(serviceAccountEndpoints.revoke, { params })
    expect(await states(rosa)).toEqual([401, undefined])
    expect((await refusal(asChief(serviceAccountEndpoints.revoke, { params }))).status).toBe(409)
    expect((await refusal(asChief(serviceAccountEndpoints.revoke, { params: { id: 999 } }))).status).toBe(404)
    const trail = await ask(
      db,
      `select action, actor_id from audit_events where action like 'serviceAccounts%' order by id`,
    )
    expect(trail).toEqual([
      { action: 'serviceAccounts.create', actor_id: chief.id },
      { action: 'serviceAccounts.revoke', actor_id: chief.id },
    ])
  })

  test('is refused without a right secret, and its address after twenty wrong ones', async () => {
    const { post, secret } = await withService()
    const bundle = { resourceType: 'Bundle', type: 'transaction', entry: [rosa] }
    for (const wrong of [null, 'miportal_x', `${secret}x`]) {
      const { status, body } = await post(bundle, wrong)
      expect([status, body.issue[0].code]).toEqual([401, 'login'])
    }
    for (let count = 0; count < 17; count += 1) await post(bundle, 'miportal_x')
    const { status, headers } = await post(bundle, 'miportal_x')
    expect([status, headers['retry-after']]).toEqual([429, '60'])
    expect((await post(bundle)).status).toBe(200)
  })

  test('may call 120 times a minute', async () => {
    const { post, db, clock } = await withService()
    await ask(
      db,
      `insert into tries (scope, subject, count, started_at, ends_at)
      select 'service-call', sha256(id::text::bytea), 120, $1::timestamptz, $1::timestamptz + interval '1 minute' from service_accounts`,
      [clock.now()],
    )
    expect((await post({})).status).toBe(429)
    clock.advance({ minutes: 1 })
    expect((await post({})).status).toBe(400)
  })
})
