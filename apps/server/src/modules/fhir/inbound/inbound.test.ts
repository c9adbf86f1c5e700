import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { appointmentEndpoints } from '@mi-portal/contract/appointments/appointments'
import { preparationEndpoints } from '@mi-portal/contract/booking/preparation'
import { examEndpoints } from '@mi-portal/contract/exams/exams'
import { type ServiceScope, serviceAccountEndpoints, serviceScopes } from '@mi-portal/contract/fhir/fhir'
import { inboundBundle } from '@mi-portal/contract/fhir/fhir-inbound'
import { notificationEndpoints } from '@mi-portal/contract/notifications/notifications'
import { profileEndpoints } from '@mi-portal/contract/profile'
import { registrationEndpoints } from '@mi-portal/contract/registration'
import { resultLine } from '@mi-portal/contract/results/result-line'
import { showValue } from '@mi-portal/contract/results/value-text'
import { toDay } from '@mi-portal/contract/values/dates'
import { describe, expect, test } from 'vitest'
import { ask } from '../../../../test/ask.ts'
import { createBearerHeader } from '../../../../test/booking/calendar.ts'
import { buildLink } from '../../../../test/build.ts'
import { clinicWith } from '../../../../test/clinic/packages.ts'
import { findFhirIssues } from '../../../../test/fhir/judge.ts'
import { buildPdf, encryptedPdf } from '../../../../test/files/attachments.ts'
import { type PortalOptions, startPortal } from '../../../../test/portal.ts'
import { expectRejected, getRejection } from '../../../../test/rejection.ts'
import { readExam } from './received-exam.rules.ts'

const run = '123456785'
const kinds = 'https://interoperabilidad.minsal.cl/fhir/ig/eis/CodeSystem/eis-tipo-identificador-cs'
const clinic = 'https://clinica.example'
const pdf = buildPdf('informe').toString('base64')
const lockedPdf = await encryptedPdf({ userPassword: 'secreta' })
/** Returns the text that `buildPdf` was given. */
const readWords = (payload: string) => /%PDF-1\.7\n%(.*?) *\n/.exec(payload)?.[1]
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

const appointment = (more: object = {}, value = 'h1') =>
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

/** The scopes that do not change data of other accounts. */
const ordinaryScopes = serviceScopes.filter((scope) => scope !== 'system/*.override')

async function createWithService(
  scopes: readonly ServiceScope[] = ordinaryScopes,
  options: PortalOptions = {},
) {
  const portal = await startPortal(options)
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
  /** Creates another account; returns a function that sends with it and returns the status of each entry. */
  const another = async (
    draft: {
      scopes?: readonly ServiceScope[]
      expires_on?: string
      identifier_systems?: string[]
      networks?: string[]
    } = {},
  ) => {
    const made = await asChief(serviceAccountEndpoints.create, {
      body: { name: 'Otra', ...draft, scopes: [...(draft.scopes ?? ordinaryScopes)] },
    })
    return async (...entry: readonly Entry[]) => {
      const { status, body } = await post({ resourceType: 'Bundle', type: 'transaction', entry }, made.secret)
      return status === 200 ? [200] : [status, body.issue[0].expression?.[0], body.issue[0].diagnostics]
    }
  }
  const states = async (...entry: readonly Entry[]) => {
    const { status, body } = await send(...entry)
    return status === 200
      ? body.entry.map((one: { response: { status: string } }) => one.response.status)
      : [status, ...body.issue.map((one: { expression?: string[] }) => one.expression?.[0])]
  }
  const counts = async () =>
    (
      await portal.db.ask<
        Record<string, number>
      >(`select (select count(*) from appointments)::int as hours, (select count(*) from exams)::int as exams,
           (select count(*) from exam_results)::int as results, (select count(*) from files)::int as files,
           (select count(*) from fhir_sources)::int as sources`)
    )[0]
  return { ...portal, chief, asChief, account, secret, post, send, another, states, counts }
}

async function withRosa(options: PortalOptions = {}) {
  const portal = await createWithService(ordinaryScopes, options)
  const person = await portal.person({ document_number: run, email: 'rosa@ejemplo.cl' })
  return { ...portal, rosaId: person.id, call: await portal.as(person) }
}

/** Reads the latest exam as its patient. */
async function shown(portal: Pick<Awaited<ReturnType<typeof withRosa>>, 'call' | 'rosaId'>) {
  const { laboratories } = await portal.call(examEndpoints.list)
  const [exam] = laboratories
  if (exam === undefined) throw new Error('no exam')
  const params = { patientId: portal.rosaId, attention_id: exam.attention_id }
  const read = await portal.call(examEndpoints.results, { params })
  return {
    laboratories,
    exam,
    read,
    lines: read.results.map((one) => `${one.name}: ${resultLine(one.reported)}`),
  }
}

const waits = { type: 'laboratory', shown: 'when_released', since: '2026-01-01' } as const
const tag = [{ system: 'urn:mi-portal:result-release', code: 'released' }]

test('a held report is announced and visible only when it is sent again with the tag, and stays visible without it', async () => {
  const { send, call, db } = await withRosa({ parts: clinicWith({ result_release: [waits] }) })
  const state = async () => {
    const { laboratories } = await call(examEndpoints.list)
    const mails = await db.ask(`select id from outbox where template = 'exams.newResult'`)
    return [laboratories.map(({ hold }) => hold?.cause ?? 'visible'), mails.length]
  }
  await send(rosa, report(['o1']), glucose())
  expect(await state()).toEqual([['release'], 0])
  await send(rosa, report(['o1'], { meta: { tag: [{ system: 'urn:other', code: 'released' }] } }), glucose())
  expect(await state()).toEqual([['release'], 0])
  await send(rosa, report(['o1'], { meta: { tag } }), glucose())
  expect(await state()).toEqual([['visible'], 1])
  await send(rosa, report(['o1']), glucose())
  expect(await state()).toEqual([['visible'], 1])
})

test('sent data appear in the patient’s lists with values, document and notification, and are audited', async () => {
  const { send, call, app, db, rosaId, account } = await withRosa()
  const { status, body, headers } = await send(
    rosa,
    appointment(),
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
    place_care: 'Providencia',
    place_care_portal: 'Piso 3, consulta 304',
    hour: '09:30',
  })
  expect(body.entry[1].response.location).toBe(`Appointment/${appointments[0]?.id_appointment}`)
  const { read } = await shown({ call, rosaId })
  expect(read.results).toMatchObject([
    {
      name: 'Glucosa',
      value: 112.5,
      unit: 'mg/dL',
      decimals: 1,
      position: 'high',
      reference: { low: 70, high: 99 },
    },
  ])
  expect(readWords((await app.inject({ url: read.pdf_url ?? '' })).body)).toBe('informe')
  expect(await db.listMails(rosaId)).toHaveLength(1)
  expect(await db.listAuditEvents('fhir.handedOver')).toMatchObject(
    ['Patient', 'Appointment', 'Observation', 'DiagnosticReport', 'DocumentReference'].map((type) => ({
      patient_id: rosaId,
      object: expect.stringMatching(`^account=${account.id} ${type}=`),
    })),
  )
  const { accesses } = await call(profileEndpoints.accesses)
  expect(accesses).toContainEqual(
    expect.objectContaining({ action: 'Entregó', what: 'datos de tu atención al portal' }),
  )
})

test('a repeated transaction changes nothing, however its own references are spelled', async () => {
  const { send, states, counts, db } = await withRosa()
  const all = [rosa, appointment(), report(['o1']), glucose(), paper({ data: pdf })]
  await send(...all)
  const before = await counts()
  const text = JSON.stringify(all).replaceAll('urn:uuid:', 'urn:uuid:otra-')
  expect(await states(...(JSON.parse(text) as Entry[]))).toEqual(all.map(() => '200 OK'))
  expect(await counts()).toEqual(before)
  expect(await db.ask('select distinct version from fhir_sources')).toEqual([{ version: 1 }])
})

test('a changed object replaces the earlier one, and is announced once as new and once as corrected', async () => {
  const { send, states, call, db, rosaId } = await withRosa()
  await send(rosa, appointment(), report(['o1', 'o2']), glucose(), hiv)
  const moved = appointment({ start: '2026-12-04T09:30:00-03:00', end: '2026-12-04T10:00:00-03:00' })
  expect(await states(rosa, moved, report(['o1'], { status: 'corrected' }), glucose(98))).toEqual(
    Array.from({ length: 4 }, () => '200 OK'),
  )
  const { appointments } = await call(appointmentEndpoints.upcoming)
  expect(appointments.map((one) => one.date)).toEqual(['04/12/2026'])
  const { read } = await shown({ call, rosaId })
  expect(read.results.map((one) => one.value)).toEqual([98])
  const templates = await db.ask('select template from outbox where person_id = $1 order by id', [rosaId])
  expect(templates).toEqual([{ template: 'exams.newResult' }, { template: 'exams.correctedResult' }])
  expect(await states(rosa, report([], { status: 'entered-in-error' }))).toEqual(['200 OK', '200 OK'])
  expect((await call(examEndpoints.list)).total).toBe(0)
})

test('concurrent copies of a transaction are stored once', async () => {
  const { send, counts } = await withRosa()
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => send(rosa, appointment(), report(['o1']), glucose())),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect(await counts()).toMatchObject({ hours: 1, exams: 1, results: 1, sources: 4 })
  const created = answers.flatMap(({ body }) =>
    body.entry.filter((one: { response: { status: string } }) => one.response.status === '201 Created'),
  )
  expect(created).toHaveLength(4)
})

test('a sensitive result and appointment are stored as reserved, and a never-shown result hides itself and the exam’s document', async () => {
  const { send, db, call, rosaId } = await withRosa()
  await db.ask(`update specialties set reserved_group = 'SALUD_MENTAL' where name = 'Medicina Interna'`)
  const local = result('o4', { text: 'Test de drogas en orina' }, { valueString: 'Negativo' })
  const names = report(['o1', 'o2', 'o3', 'o4'])
  await send(rosa, appointment(), names, glucose(), hiv, coombs, local, paper({ data: pdf }))
  expect(await db.ask('select reserved_group, shown from exam_results order by position')).toEqual([
    { reserved_group: null, shown: true },
    { reserved_group: 'VIH', shown: true },
    { reserved_group: null, shown: false },
    { reserved_group: 'DROGAS', shown: true },
  ])
  const reserved = [{ reserved_group: 'SALUD_MENTAL' }]
  expect(await db.ask('select reserved_group from appointments')).toEqual(reserved)
  const { read } = await shown({ call, rosaId })
  expect([read.results.length, read.pdf_url]).toEqual([3, null])
  await send(rosa, report(['o1'], { code: { text: 'Perfil VIH' } }), glucose())
  expect(await db.ask('select reserved_group from exams')).toEqual([{ reserved_group: 'VIH' }])
})

test('a guardian of a 15-year-old sees nothing of a reserved questionnaire or of her way of life, and she sees all', async () => {
  const { send, as, person: build, db, call, rosaId } = await withRosa()
  const items = [
    result('q1', { text: 'Poco interés o placer' }, { valueInteger: 2 }),
    result('q2', loinc('44260-8', 'Pensamientos'), { valueInteger: 1 }),
  ]
  await send(rosa, report(['q1', 'q2'], { code: { text: 'Control' } }), ...items)
  const at = { effectiveDateTime: '2026-11-25T08:15:00-03:00' }
  const drugs = { coding: [{ system: 'http://snomed.info/sct', code: '228366006' }] }
  const amount = { code: { text: 'Anfetaminas' }, valueInteger: 3 }
  for (const [value, code, more] of [
    ['s1', { text: 'Vivienda' }, { category: [{ coding: [{ code: 'survey' }] }], valueString: 'Arrienda' }],
    ['s2', { text: 'Hallazgo' }, { valueCodeableConcept: drugs }],
    ['s3', { text: 'Hallazgos' }, { component: [amount, { code: { text: 'Días' }, valueInteger: 2 }] }],
    ['s4', loinc('2345-7', 'Glucosa'), { valueInteger: 90 }],
  ] as const)
    await send(rosa, result(value, code, { ...at, ...more }))
  await db.ask(`update people set date_birth = '2011-06-15' where id = $1`, [rosaId])
  const mother = await build()
  await buildLink(db, { leader_id: mother.id, member_id: rosaId })
  const seen = await (await as(mother))(examEndpoints.listOf, { params: { patientId: rosaId } })
  const names = seen.laboratories.map(({ type_exam }) => type_exam)
  expect(names.toSorted()).toEqual(['Glucosa', 'Hallazgos'])
  const attention_id = seen.laboratories.find(({ type_exam }) => type_exam === 'Hallazgos')?.attention_id
  const params = { patientId: rosaId, attention_id: attention_id ?? 0 }
  const { results } = await (await as(mother))(examEndpoints.results, { params })
  expect(results.map(({ name }) => name)).toEqual(['Días'])
  expect((await call(examEndpoints.list)).total).toBe(5)
})

test('the patient cannot move an appointment of the sender, who learns that it was cancelled and cannot book it again', async () => {
  const { send, states, call, caller } = await withRosa()
  await send(rosa, appointment())
  const { appointments } = await call(appointmentEndpoints.upcoming)
  const body = { id_appointment: appointments[0]?.id_appointment ?? 0 }
  const agenda = caller(undefined, undefined, await createBearerHeader(call))
  expect((await agenda(preparationEndpoints.bookedAppointment, { params: body })).data.hour.can_move).toBe(
    false,
  )
  await call(appointmentEndpoints.cancel, { body })
  const again = await send(rosa, appointment())
  expect(again.body.entry[1].response.outcome.issue[0].diagnostics).toBe(
    'El paciente canceló esta hora en el portal',
  )
  expect(await states(rosa, appointment({ appointmentType: { text: 'Otra' } }))).toEqual([
    409,
    'Bundle.entry[1].resource.status',
  ])
  expect(await states(rosa, appointment({ status: 'cancelled' }))).toEqual(['200 OK', '200 OK'])
  expect((await call(appointmentEndpoints.upcoming)).total).toBe(0)
})

test('a cancellation or move by the sender is announced once, and no other change of the appointment', async () => {
  const { states, runJob, call } = await withRosa()
  const notices = async () => {
    await runJob('agenda.external')
    return (await call(notificationEndpoints.list)).notifications.map(({ text }) => text)
  }
  await states(rosa, appointment())
  await states(rosa, appointment({ appointmentType: { text: 'Otra' } }))
  expect(await notices()).toEqual([])
  const later = { start: '2026-12-04T11:00:00-03:00', end: '2026-12-04T11:30:00-03:00' }
  await states(rosa, appointment(later))
  await states(rosa, appointment({ ...later, status: 'cancelled' }))
  await states(rosa, appointment({ ...later, status: 'cancelled' }))
  await notices()
  expect(await notices()).toEqual([
    'La clínica canceló tu hora del 04/12/2026 a las 11:00.',
    'La clínica cambió tu hora del 03/12/2026 a las 09:30: ahora es el 04/12/2026 a las 11:00.',
  ])
})

test('the sender’s word about attendance replaces what staff recorded, and silence or another time does not or clears it', async () => {
  const { states, db, chief } = await withRosa()
  const past = { start: '2026-11-25T09:30:00-03:00', end: '2026-11-25T10:00:00-03:00' }
  const recorded = async (more: object) => {
    expect(await states(rosa, appointment(more))).toHaveLength(2)
    const [row] = await db.ask<{ state: string; attendance: string; by: number | null }>(
      'select state, attendance, attendance_by as by from appointments',
    )
    return row && [row.state, row.attendance, row.by]
  }
  const recordByStaff = () =>
    db.ask(`update appointments set attendance = 'attended', attendance_at = starts_at, attendance_by = $1`, [
      chief.id,
    ])
  expect(await recorded({ status: 'fulfilled' })).toEqual(['booked', null, null])
  expect(await recorded({ ...past, status: 'fulfilled' })).toEqual(['booked', 'attended', null])
  expect(await recorded({ ...past, status: 'noshow' })).toEqual(['cancelled', 'missed', null])
  expect(await recorded(past)).toEqual(['booked', null, null])
  await recordByStaff()
  const silent = { ...past, appointmentType: { text: 'Primera consulta' } }
  expect(await recorded(silent)).toEqual(['booked', 'attended', chief.id])
  const moved = { ...past, start: '2026-11-25T09:40:00-03:00' }
  expect(await recorded(moved)).toEqual(['booked', null, null])
})

test('data of a person without an account are stored for their registration, and open nothing before', async () => {
  const { send, anonymous, db, person: _, states } = await createWithService()
  await send(rosa, appointment(), report(['o1']), glucose())
  expect(
    await db.ask(
      'select first_name, second_name, status, without_account from people where document_number = $1',
      [run],
    ),
  ).toEqual([{ first_name: 'Rosa Elena', second_name: 'Lagos', status: 2, without_account: true }])
  const params = { document_type_id: 1, document_number: run }
  expect((await anonymous(registrationEndpoints.available, { params })).registered).toBe(false)
  expect(await states({ ...rosa, resource: { ...rosa.resource, gender: 'other' } })).toEqual(['200 OK'])
  expect(await db.ask('select 1 from outbox')).toEqual([])
  const passport = { type: { coding: [{ system: kinds, code: '3' }] }, value: 'ab 123-456' }
  const oneName = (value: string, name: object): Entry => {
    const { resource, ...entry } = put('Patient', value, { name: [name] })
    return {
      ...entry,
      resource: { ...resource, identifier: [...(resource.identifier as object[]), passport] },
    }
  }
  expect(await states(oneName('p2', { given: ['Suharto'] }))).toEqual(['201 Created'])
  expect(await states(oneName('p3', { family: 'Suharto' }))).toEqual(['201 Created'])
  expect(
    await db.ask(`select document_number, first_name, last_name from people where document_type_id = 2`),
  ).toEqual([{ document_number: 'AB123456', first_name: 'Suharto', last_name: '' }])
})

test('a patient is accepted in other spellings, and rejected by name if not in use or contradicting a proven identity', async () => {
  const { send, states, db, rosaId } = await withRosa()
  const like = (more: object): Entry => ({ ...rosa, resource: { ...rosa.resource, ...more } })
  const other = { reference: 'Patient/9' }
  for (const [more, status, element] of [
    [{ birthDate: '1999-01-01' }, 409, 'birthDate'],
    [{ name: [{ family: 'Tapia', given: ['Otra'] }] }, 409, 'name'],
    [{ name: [{ family: 'Persona', given: ['Rosa'] }] }, 409, 'name'],
    [{ active: false }, 400, 'active'],
    [{ link: [{ other, type: 'replaced-by' }] }, 400, 'link[0]'],
    [{ deceasedDateTime: '2026-11-27' }, 400, 'deceasedDateTime'],
    [{ animal: {} }, 400, 'animal'],
    [{ modifierExtension: [] }, 400, 'modifierExtension'],
  ] as const)
    expect([more, await states(like(more))]).toEqual([more, [status, `Bundle.entry[0].resource.${element}`]])
  const accepted = {
    ...{
      active: true,
      deceasedBoolean: false,
      link: [{ other, type: 'replaces' }],
      telecom: [{ value: '9' }],
    },
    name: [
      { use: 'old', family: 'Otro', given: ['Nombre'] },
      { family: 'TAPIA LAGOS', given: ['Rósa'] },
    ],
    identifier: [
      { use: 'old', type: { coding: [{ system: kinds, code: '1' }] }, value: '11.111.111-1' },
      ...(rosa.resource.identifier as object[]),
    ],
    birthDate: undefined,
  }
  const { body } = await send(like(accepted))
  expect(body.entry[0].response.outcome.issue[0].diagnostics).toMatch(/tiene cuenta/)
  const stored = 'select first_name, date_birth::text as birth, email from people where id = $1'
  expect(await db.ask(stored, [rosaId])).toEqual([
    { first_name: 'Rosa Elena', birth: '1980-05-17', email: 'rosa@ejemplo.cl' },
  ])
})

test('a death that the clinic’s system tells is recorded once with its day, and closes the account', async () => {
  const { states, send, call, clock, db, rosaId } = await withRosa()
  await send(rosa, appointment())
  const like = (more: object): Entry => ({ ...rosa, resource: { ...rosa.resource, ...more } })
  const stored = () =>
    db.ask(`select deceased_on::text as day, deceased_source as source from people where id = $1`, [rosaId])
  expect(await states(like({ deceasedDateTime: '2026-11' }))).toEqual(['200 OK'])
  expect(await stored()).toEqual([{ day: null, source: 'fhir' }])
  // In the morning of that day.
  clock.set('2026-11-26T12:00:00Z')
  expect(await states(like({ deceasedDateTime: '2026-11-26' }))).toEqual(['200 OK'])
  expect(await stored()).toEqual([{ day: '2026-11-26', source: 'fhir' }])
  await expectRejected(call(appointmentEndpoints.upcoming), 401)
  expect(await db.ask(`select state from appointments`)).toEqual([{ state: 'cancelled' }])
  expect(await db.listAuditEvents('people.death')).toHaveLength(1)
  expect(await states(like({ deceasedBoolean: false }))).toEqual([
    409,
    'Bundle.entry[0].resource.deceasedBoolean',
  ])
})

test('a future appointment that is sent together with the death or after it is stored as cancelled, and the sender reads why', async () => {
  const { send, db } = await withRosa()
  const dead: Entry = { ...rosa, resource: { ...rosa.resource, deceasedDateTime: '2026-11-20' } }
  for (const hour of [appointment(), appointment(), appointment({}, 'h2')]) {
    const { status, body } = await send(dead, hour)
    expect([status, body.entry[1].response.outcome.issue[0].diagnostics]).toEqual([
      200,
      'La clínica registró que este paciente falleció: la hora queda cancelada',
    ])
  }
  const cancelled = { state: 'cancelled' }
  expect(await db.ask('select state from appointments')).toEqual([cancelled, cancelled])
  expect(await db.ask('select 1 from outbox')).toEqual([])
})

describe('a result is stored and shown exactly as it was reported', () => {
  test('results keep comparator, critical flag, ranges and conclusion, and panels of any depth and components are measures', async () => {
    const portal = await withRosa()
    const member = (name: string) => ({ reference: `urn:uuid:Observation-${name}` })
    const amount = (value: number, unit: string) => ({ value, unit })
    const named = (id: string, text: string, more: object) => result(id, { text }, more)
    const troponin = { ...amount(0.01, 'ng/mL'), comparator: '<' }
    const critical = [{ coding: [{ code: 'HH' }] }]
    const referenceRange = [
      { low: { value: 0.1 }, high: { value: 2.5 }, appliesTo: [{ text: 'Primer trimestre' }] },
      { low: { value: 0.4 }, high: { value: 4 }, type: { coding: [{ code: 'normal' }] } },
    ]
    const systolic = { code: { text: 'Sistólica' }, valueQuantity: amount(120, 'mmHg') }
    const entries = [
      named('a', 'Troponina', { valueQuantity: troponin, note: [{ text: 'Repetir' }] }),
      named('b', 'Sodio', { valueQuantity: amount(160, 'mmol/L'), interpretation: critical }),
      named('c', 'TSH', { status: 'preliminary', valueQuantity: amount(3, 'mUI/L'), referenceRange }),
      named('h', 'Hemograma', { hasMember: [member('i')] }),
      named('i', 'Serie roja', { hasMember: [member('j'), member('h')] }),
      named('j', 'Hematocrito', { valueQuantity: amount(41, '%') }),
      result('p', loinc('85354-9', 'Presión arterial'), { component: [systolic] }),
    ]
    const sent = report(['a', 'b', 'c', 'h', 'p'], { conclusion: 'Repetir en un mes' })
    expect((await portal.send(rosa, sent, ...entries)).status).toBe(200)
    const { read, lines } = await shown(portal)
    expect(lines).toEqual([
      'Troponina: < 0,01 ng/mL Nota: Repetir',
      'Sodio: 160 mmol/L [crítico: muy alto]',
      'TSH: 3 mUI/L [preliminar] (referencia Primer trimestre: 0,1 a 2,5 mUI/L; 0,4 a 4 mUI/L)',
      'Hematocrito: 41 %',
      'Sistólica: 120 mmHg',
    ])
    expect(read.conclusion).toBe('Repetir en un mes')
    expect(read.results[0]).toMatchObject({ value: null, text: '< 0,01', history: [] })
    expect(read.results[2]).toMatchObject({ position: 'in', reference: { low: 0.4, high: 4 } })
    expect(new Set(await portal.states(rosa, sent, ...entries))).toEqual(new Set(['200 OK']))
  })

  test('a number keeps its digits, also in a compressed body and at an address with a final slash', async () => {
    const portal = await withRosa()
    const bundle = JSON.stringify({
      resourceType: 'Bundle',
      type: 'transaction',
      entry: [rosa, report(['o1']), glucose(5)],
    }).replace('"value":5,', '"value":5.0,')
    const headers = {
      'content-type': 'application/fhir+json',
      'content-encoding': 'gzip',
      authorization: `Bearer ${portal.secret}`,
    }
    const send = (payload: Buffer) =>
      portal.app.inject({ method: 'POST', url: '/api/fhir/R4/', headers, payload })
    expect((await send(gzipSync(bundle))).statusCode).toBe(200)
    expect((await shown(portal)).lines).toEqual(['Glucosa: 5,0 mg/dL [bajo] (referencia 70 a 99 mg/dL)'])
    expect((await send(Buffer.from(bundle))).statusCode).toBe(400)
    expect((await send(gzipSync('['.repeat(25 * 1024 * 1024)))).statusCode).toBe(413)
  })

  test.each<[object, string, string]>([
    [{ effectiveDateTime: '2026' }, '2026-01-01', 'year'],
    [{ effectiveDateTime: '2026-11' }, '2026-11-01', 'month'],
    [{ effectiveDateTime: '2026-11-20' }, '2026-11-20', 'day'],
    [{ effectiveDateTime: '2026-11-21T23:30:00-03:00' }, '2026-11-21', 'time'],
    [{ effectivePeriod: { start: '2026-11-22', end: '2026-11-24' } }, '2026-11-22', 'day'],
    [{ effectivePeriod: { end: '2026-11-24T10:00:00-03:00' } }, '2026-11-24', 'time'],
    [{ issued: '2026-11-25T10:00:00-03:00' }, '2026-11-25', 'time'],
  ])('a report with %o is listed under %s, which is known to the %s', (time, day, precision) => {
    const sent = report(['o1'], { category: undefined, effectiveDateTime: undefined, ...time })
    const [entry] = inboundBundle.parse({ resourceType: 'Bundle', type: 'transaction', entry: [sent] }).entry
    if (entry?.resource.resourceType !== 'DiagnosticReport') throw new Error('no report')
    const read = readExam(entry.resource, 0, new Date('2026-11-26T15:00:00Z'))
    const { taken_at, taken_precision, type } = read.exam
    expect([read.fieldErrors, toDay(taken_at), taken_precision, type]).toEqual([
      [],
      day,
      precision,
      'laboratory',
    ])
  })

  test('a result without a report is an exam of its own, without a number of a visit and without a time that was not sent', async () => {
    const portal = await withRosa()
    const weight = result(`urn:uuid:${'0'.repeat(246)}`, loinc('29463-7', 'Peso'), {
      category: [{ coding: [{ code: 'vital-signs' }] }],
      effectiveDateTime: '2026-11-26',
      valueQuantity: { value: 70.5, unit: 'kg', system: 'http://unitsofmeasure.org', code: 'kg' },
    })
    const { body } = await portal.send(rosa, weight)
    const { exam, lines } = await shown(portal)
    expect([exam.type_exam, exam.date, exam.hour, lines]).toEqual([
      'Peso',
      '26/11/2026',
      '',
      ['Peso: 70,5 kg'],
    ])
    expect(exam.attention_number).toBe('')
    expect(body.entry[1].response.location).toBe(`Observation/${exam.attention_id}-1`)
    expect(await portal.states(rosa, weight)).toEqual(['200 OK', '200 OK'])
    expect((await shown(portal)).laboratories).toHaveLength(1)
  })

  test('the patient reads categories, dates, identifiers and components by FHIR as they were sent', async () => {
    const { send, app, rosaId, sessionOf } = await withRosa()
    const code = (category: string) => [
      { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/observation-category', code: category }] },
    ]
    const part = (name: string, value: number) => ({
      code: loinc(name === 'Sistólica' ? '8480-6' : '8462-4', name),
      valueQuantity: { value, unit: 'mmHg', system: 'http://unitsofmeasure.org', code: 'mm[Hg]' },
    })
    const pressure = result('urn:uuid:bp', loinc('85354-9', 'Presión arterial'), {
      category: code('vital-signs'),
      effectiveDateTime: '2016-05-18',
      component: [part('Sistólica', 120), part('Diastólica', 80)],
    })
    const survey = result('s', loinc('44261-6', 'Puntaje'), { category: code('survey'), valueInteger: 3 })
    const panel = result('p', loinc('44249-1', 'Cuestionario'), {
      hasMember: [{ reference: 'urn:uuid:Observation-s' }],
    })
    const radiology = [{ coding: [{ code: 'RAD' }], text: 'Radiología' }]
    const period = { start: '2026-10', end: '2026-11-02' }
    await send(
      rosa,
      pressure,
      survey,
      panel,
      report(['p'], { category: radiology, effectiveDateTime: undefined, effectivePeriod: period }),
    )
    const headers = { 'x-token': await sessionOf(rosaId) }
    const read = async (path: string) =>
      (await app.inject({ url: `/api/fhir/R4/${path}`, headers }))
        .json()
        .entry?.map(({ resource }: { resource: object }) => resource)
    const [vital, ...others] = await read('Observation?category=vital-signs')
    expect(others).toEqual([])
    expect(vital).toMatchObject({
      identifier: pressure.resource.identifier,
      category: code('vital-signs'),
      code: { coding: [{ code: '85354-9' }] },
      effectiveDateTime: '2016-05-18',
      component: [{ valueQuantity: { value: 120 } }, { valueQuantity: { value: 80 } }],
    })
    expect(vital).not.toHaveProperty('dataAbsentReason')
    expect(vital).not.toHaveProperty('valueQuantity')
    expect(findFhirIssues(vital)).toEqual([])
    for (const search of [`identifier=${clinic}/Observation|s`, 'code=44261-6', 'category=survey'])
      expect(await read(`Observation?${search}`)).toMatchObject([
        { category: code('survey'), effectivePeriod: period, valueQuantity: { value: 3 } },
      ])
    const [questionnaire] = await read('Observation?code=44249-1')
    const [member] = await read('Observation?category=survey')
    expect(questionnaire).toMatchObject({
      identifier: panel.resource.identifier,
      hasMember: [{ reference: `Observation/${member.id}` }],
      effectivePeriod: period,
    })
    expect(findFhirIssues(questionnaire)).toEqual([])
    const [imaging] = await read('DiagnosticReport?category=RAD')
    expect(imaging).toMatchObject({
      identifier: [{ system: `${clinic}/DiagnosticReport`, value: 'r1' }],
      category: radiology,
      effectivePeriod: period,
    })
    expect(await read('Observation?date=2016-05')).toHaveLength(1)
  })

  const titled = (value: string, words: string): Entry => {
    const entry = paper({ title: words, data: buildPdf(words).toString('base64') })
    const { resource, request } = put('DocumentReference', value, {})
    return { request, fullUrl: `urn:uuid:${value}`, resource: { ...entry.resource, ...resource } }
  }

  test('every document of a report is stored, each is replaced only by itself, and moves with the report that it names', async () => {
    const portal = await withRosa()
    const all = [rosa, report(['o1']), glucose()]
    const readDocuments = async (...more: readonly Entry[]) => {
      expect((await portal.send(...all, ...more)).status).toBe(200)
      const { documents, pdf_url } = (await shown(portal)).read
      const open = async (url: string) => (await portal.app.inject({ url })).payload
      const texts = await Promise.all(documents.map(({ url }) => open(url)))
      expect(await open(pdf_url ?? '')).toBe(texts[0])
      return texts.map(readWords)
    }
    await portal.send(...all, titled('d1', 'informe'))
    expect(await readDocuments(titled('d2', 'antibiograma'))).toEqual(['informe', 'antibiograma'])
    expect(await readDocuments(titled('d2', 'corregido'))).toEqual(['informe', 'corregido'])
    expect(await readDocuments(titled('d1', 'nuevo'))).toEqual(['nuevo', 'corregido'])
    expect(await portal.db.ask('select 1 from files where delete_after is not null')).toHaveLength(2)
    const other = put('DiagnosticReport', 'r2', {})
    const second = { ...other, resource: { ...report([]).resource, conclusion: 'Normal', ...other.resource } }
    const moved = titled('d2', 'corregido')
    const context = { related: [{ reference: second.fullUrl }] }
    await portal.send(rosa, second, { ...moved, resource: { ...moved.resource, context } })
    expect(
      await portal.db.ask(`select count(*)::int as documents from exam_documents group by exam_id`),
    ).toEqual([])
    expect(await portal.db.ask('select 1 from exams where file_id is not null')).toHaveLength(2)
    // A result that is never shown withholds every document of its exam.
    await portal.send(rosa, report(['o1', 'o3']), glucose(), coombs)
    const { laboratories } = await portal.call(examEndpoints.list)
    for (const { attention_id, type_exam } of laboratories.filter(
      (one) => one.type_exam === 'Perfil bioquímico',
    )) {
      const params = { patientId: portal.rosaId, attention_id }
      const read = await portal.call(examEndpoints.results, { params })
      expect([type_exam, read.documents.length]).toEqual([type_exam, read.results.length === 0 ? 1 : 0])
    }
  })

  test('a document that is withdrawn is removed, and the audit log says which one it was', async () => {
    const portal = await withRosa()
    const withdrawn = ({ resource: { context: _, ...resource }, request }: Entry, status: string): Entry => ({
      request,
      resource: { ...resource, status, content: [{ attachment: {} }] },
    })
    const names = async () => (await shown(portal)).read.documents.map(({ name }) => name)
    const all = [rosa, report(['o1']), glucose()]
    await portal.send(...all, titled('d1', 'uno'), titled('d2', 'dos'))
    const { read } = await shown(portal)
    // First the additional document, then the main one.
    await portal.send(rosa, withdrawn(titled('d2', 'dos'), 'entered-in-error'))
    expect(await names()).toEqual(['uno.pdf'])
    expect(await portal.states(rosa, withdrawn(titled('d1', 'uno'), 'superseded'))).toEqual([
      '200 OK',
      '200 OK',
    ])
    expect((await shown(portal)).read).toMatchObject({ pdf_url: null, documents: [] })
    for (const { url } of read.documents) expect((await portal.app.inject({ url })).statusCode).toBe(404)
    expect(await portal.db.ask('select id from files where delete_after is null')).toEqual([])
    const events = await portal.db.listAuditEvents('fhir.documentWithdrawn')
    const exam_id = (await shown(portal)).read.exam.attention_id
    expect(events.map(({ detail }) => detail)).toEqual(
      ['dos', 'uno'].map((words) => ({
        version: 2,
        withdrawn: [{ exam_id, sha256: createHash('sha256').update(buildPdf(words)).digest('hex') }],
      })),
    )
    // A withdrawn document may be sent again.
    await portal.send(...all, titled('d1', 'uno'))
    expect(await names()).toEqual(['uno.pdf'])
  })

  test('results that came alone are listed once, in the report that later names them', async () => {
    const portal = await withRosa()
    const taken = { effectiveDateTime: '2026-11-25T08:15:00-03:00' }
    const alone = (value: string, code: string, name: string, quantity: number): Entry =>
      result(value, loinc(code, name), { ...taken, valueQuantity: { value: quantity, unit: 'mg/dL' } })
    const [first, second] = [alone('o1', '2345-7', 'Glucosa', 90), alone('o2', '2160-0', 'Creatinina', 1)]
    await portal.send(rosa, first, second)
    await portal.runJob('exams.announce')
    expect((await portal.call(examEndpoints.list)).total).toBe(2)
    await portal.db.ask(`insert into exam_shares (exam_id, type, patient_id, sharer_id, recipient_email, relationship_type_id, token_hash,
         code_hash, created_at, expires_at)
       select id, 'laboratory', patient_id, patient_id, 'a@b.cl', 1,
         sha256(id::text::bytea), '', now(), now() + interval '1 day' from exams`)
    expect(
      (await portal.send(rosa, report(['o1', 'o2']), first, alone('o2', '2160-0', 'Creatinina', 2))).status,
    ).toBe(200)
    const { laboratories, exam, lines, read } = await shown(portal)
    expect(laboratories).toHaveLength(1)
    expect([exam.type_exam, lines]).toEqual([
      'Perfil bioquímico',
      ['Glucosa: 90 mg/dL', 'Creatinina: 2 mg/dL'],
    ])
    expect(read.results.map(({ earlier }) => earlier.map(({ reported }) => showValue(reported)))).toEqual([
      [],
      ['1 mg/dL'],
    ])
    expect(read.results.map(({ history }) => history.length)).toEqual([1, 1])
    // A recipient of one result does not get the report.
    expect(await portal.db.ask('select 1 from exam_shares where ended_at is null')).toEqual([])
    await portal.runJob('exams.announce')
    const { notifications } = await portal.call(notificationEndpoints.list)
    expect(notifications.map(({ text }) => text)).toEqual([
      'Se corrigió un resultado en Mis Exámenes',
      'Hay 2 nuevos resultados en Mis Exámenes',
    ])
    expect(notifications[0]?.exam).toMatchObject({ attention_id: exam.attention_id })
    // Sent alone again, the result stays in the report; changed content must come with the report.
    expect(await portal.states(rosa, first)).toEqual(['200 OK', '200 OK'])
    expect(await portal.states(rosa, alone('o1', '2345-7', 'Glucosa', 95))).toEqual([
      400,
      'Bundle.entry[1].resource.identifier',
    ])
    expect((await shown(portal)).lines).toEqual(['Glucosa: 90 mg/dL', 'Creatinina: 2 mg/dL'])
  })

  test('answers that arrived before their questionnaire are listed once, in the questionnaire', async () => {
    const portal = await withRosa()
    const taken = { effectiveDateTime: '2026-11-20' }
    const answers = ['1', '2'].map((one) =>
      result(one, { text: `Pregunta ${one}` }, { ...taken, valueInteger: 2 }),
    )
    const hasMember = ['1', '2'].map((one) => ({ reference: `urn:uuid:Observation-${one}` }))
    const questionnaire = result('q', { text: 'Cuestionario' }, { ...taken, hasMember })
    await portal.send(rosa, ...answers)
    for (let round = 0; round < 2; round += 1) {
      expect((await portal.send(rosa, questionnaire, ...answers)).status).toBe(200)
      const { laboratories, lines } = await shown(portal)
      expect(laboratories.map(({ type_exam }) => type_exam)).toEqual(['Cuestionario'])
      expect(lines).toEqual(['Pregunta 1: 2', 'Pregunta 2: 2'])
    }
  })

  test('a value in a panel and in a report appears once in the course of its measure', async () => {
    const portal = await withRosa()
    const taken = { effectiveDateTime: '2026-11-20T08:15:00-03:00' }
    const potassium = (value: string, measured: number, more: object = taken) =>
      result(value, { text: 'Potasio' }, { ...more, valueQuantity: { value: measured, unit: 'mmol/L' } })
    const hasMember = [{ reference: 'urn:uuid:Observation-k' }]
    const panel = result('p', { text: 'Electrolitos' }, { ...taken, hasMember })
    await portal.send(rosa, panel, potassium('k', 4))
    await portal.send(rosa, potassium('k2', 5, { effectiveDateTime: '2026-11-25T08:15:00-03:00' }))
    const courses = async () => {
      const { laboratories } = await portal.call(examEndpoints.list)
      const read = laboratories.map(async ({ attention_id, type_exam }) => {
        const params = { patientId: portal.rosaId, attention_id }
        const [measure] = (await portal.call(examEndpoints.results, { params })).results
        return [type_exam, measure?.course.map(({ reported }) => showValue(reported))]
      })
      return Object.fromEntries(await Promise.all(read))
    }
    const first = report(['k'], taken)
    expect((await portal.send(rosa, first, potassium('k', 4))).status).toBe(200)
    const once = ['4 mmol/L', '5 mmol/L']
    expect(await courses()).toEqual({ Electrolitos: once, 'Perfil bioquímico': once, Potasio: once })
    // If a report corrects a value, the course in another exam shows the corrected one.
    await portal.send(rosa, first, potassium('k', 4.2))
    expect((await courses()).Potasio).toEqual(['4,2 mmol/L', '5 mmol/L'])
    // If a report is removed, the value of the panel remains.
    const removed = { ...first, resource: { ...first.resource, status: 'entered-in-error' } }
    await portal.send(rosa, removed, potassium('k', 4.2))
    expect(await courses()).toEqual({ Electrolitos: once, Potasio: once })
  })
})

const without = (entry: Entry, name: string): Entry => {
  const { [name]: _, ...resource } = entry.resource
  return { ...entry, resource }
}
const measured = (more: object) => [report(['o1']), result('o1', { text: 'x' }, more)]
const attached = (bytes: Buffer) => ({ contentType: 'application/pdf', data: bytes.toString('base64') })
const withForms = (...presentedForm: readonly object[]) => report([], { presentedForm })
const html = (data: string) => ({ contentType: 'text/html', data })
const latin = {
  contentType: 'text/plain; charset=utf-8',
  data: Buffer.from('ñ', 'latin1').toString('base64'),
}
const elsewhere = [
  { actor: toRosa },
  { actor: { reference: 'Practitioner/1', display: 'x' } },
  { actor: { identifier: { system: 'x', value: 'LUNA' } } },
]
const [named] = report([]).resource.identifier as object[]
const longNumber = [named, { type: { coding: [{ code: 'ACSN' }] }, value: 'x'.repeat(65) }]
/** The invalid entry and element, and what is sent after the patient. */
const cases: readonly (readonly [string, ...Entry[]])[] = [
  ['1.start', without(appointment(), 'start')],
  ['1.participant', appointment({ participant: elsewhere })],
  ['1.status', appointment({ status: 'waitlist' })],
  ['1.modifierExtension', appointment({ modifierExtension: [{ url: 'x' }] })],
  ['1.encounter', report([], { encounter: { identifier: { value: 'ñ'.repeat(200) } } })],
  ['1.status', report([], { status: 'registered' })],
  ['1.effectiveDateTime', report([], { effectiveDateTime: undefined })],
  ['1.effectiveDateTime', report([], { effectiveDateTime: '2026-11-27T18:00:00Z' })],
  ['1.effectiveDateTime', glucose()],
  ['1.media', report([], { media: [{ comment: 'x' }] })],
  ['1.result[0]', report(['o1'])],
  ['1.identifier', report([], { identifier: longNumber })],
  ['1.identifier', { ...appointment(), request: { method: 'PUT', url: 'Appointment?identifier=x|y' } }],
  ['1', { ...rosa, fullUrl: 'urn:uuid:x' }],
  ['1.presentedForm[0]', withForms(attached(buildPdf().subarray(0, 60)))],
  ['1.presentedForm[0]', withForms(attached(lockedPdf))],
  ['1.presentedForm', withForms(html('VW5v'), html('RG9z'))],
  ['1.presentedForm[0]', withForms(html('<p>'))],
  ['1.presentedForm[0]', withForms({ contentType: 'text/html', url: 'Binary/1' })],
  ['1.presentedForm[0]', withForms(latin)],
  ['2.focus', ...measured({ valueInteger: 1, focus: [{ display: 'Feto' }] })],
  ['2.valueSampledData', ...measured({ valueSampledData: {} })],
  ['2.hasMember[0]', ...measured({ hasMember: [{ reference: 'urn:uuid:Observation-o9' }] })],
  ['2', report(['o1']), without(glucose(), 'valueQuantity')],
  ['2.content[0].attachment', report([]), paper(attached(Buffer.from('<html>')))],
  ['2.content[0].attachment', report([]), paper(attached(Buffer.from('%PDF-1.7\n%%EOF')))],
]
test('each invalid transaction changes nothing and names the invalid entry', async () => {
  const { states, counts } = await withRosa()
  for (const [place, ...entries] of cases) {
    const [status, element] = await states(rosa, ...entries)
    const found = String(element).replace('.resource', '')
    expect([place, status, found]).toEqual([place, 400, `Bundle.entry[${place[0]}]${place.slice(1)}`])
    // The error is found beside a valid entry too.
    expect([place, await counts()]).toEqual([place, { hours: 0, exams: 0, results: 0, files: 0, sources: 0 }])
  }
  const several = await states(without(appointment({}, 'h2'), 'start'), rosa, without(appointment(), 'end'))
  expect(several).toEqual([400, 'Bundle.entry[0].resource.start', 'Bundle.entry[2].resource.end'])
})

test('data sent for one patient never become another patient’s', async () => {
  const { send, states, person } = await withRosa()
  await send(rosa, appointment())
  await person({ document_number: '98765433', first_name: 'Eva', last_name: 'Otra' })
  const eva = { type: { coding: [{ system: kinds, code: '1' }] }, value: '9876543-3' }
  const name = [{ family: 'Otra', given: ['Eva'] }]
  const identified = (value: string) => ({
    identifier: [{ system: `${clinic}/Patient`, value }, eva],
    name,
  })
  const [, ...others] = appointment().resource.participant as object[]
  const participant = [{ actor: { reference: 'urn:uuid:Patient-p2' } }, ...others]
  expect(await states(put('Patient', 'p2', identified('p2')), appointment({ participant }))).toEqual([
    409,
    'Bundle.entry[1].resource.participant',
  ])
  expect(await states(put('Patient', 'p1', identified('p1')))).toEqual([
    409,
    'Bundle.entry[0].resource.identifier',
  ])
})

test('a body that is no transaction is rejected with a FHIR OperationOutcome', async () => {
  const { post } = await createWithService()
  const transaction = { resourceType: 'Bundle', type: 'transaction', entry: [rosa] }
  for (const payload of ['{"a":', {}, { ...transaction, type: 'batch' }, { ...transaction, entry: [] }, []]) {
    const answer = await post(payload)
    expect([answer.status, answer.body.resourceType]).toEqual([400, 'OperationOutcome'])
  }
  expect((await post('<Bundle/>', undefined, 'application/fhir+xml')).status).toBe(415)
  expect((await post(transaction, undefined, 'application/json')).status).toBe(200)
})

test('a transaction with a document is stored while all connections of pages are busy', async () => {
  const { db, states } = await withRosa({ limits: { statementTimeout: 30_000 } })
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
  const busy = Array.from({ length: 6 }, () => db.transaction(() => isReleased))
  await expect.poll(() => db.state().used).toBeGreaterThanOrEqual(6)
  const entries = [rosa, appointment(), glucose(), report(['o1']), paper({ url: 'urn:uuid:bytes' }), binary]
  const stored = await states(...entries).finally(release)
  await Promise.all(busy)
  expect(stored).toEqual(entries.map(() => '201 Created'))
})

test('six transactions are stored at the same time, so that none waits for the others', async () => {
  const { db, states } = await withRosa({ limits: { statementTimeout: 30_000 } })
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
  const holding = db.transaction(async (tx) => {
    await ask(tx, 'lock table fhir_sources in exclusive mode')
    await isReleased
  })
  const sending = Array.from({ length: 6 }, (_, at) => states(rosa, appointment({}, `h${at}`)))
  await expect
    .poll(() => db.ask(`select 1 from pg_locks where relation = 'fhir_sources'::regclass and not granted`))
    .toHaveLength(6)
    .finally(release)
  await holding
  for (const stored of await Promise.all(sending)) expect(stored[1]).toBe('201 Created')
})

test('a transaction that is too large is rejected with an OperationOutcome before it is parsed', async () => {
  const { post } = await createWithService()
  for (const text of [
    `[${'{},'.repeat(6 * 1024 * 1024)}{}]`,
    `${'['.repeat(100)}${']'.repeat(100)}`,
    `"${'\\u0041'.repeat(1_500_000)}"`,
    `"${'a'.repeat(25 * 1024 * 1024)}"`,
  ]) {
    const answer = await post(`{"resourceType":"Bundle","type":"transaction","entry":${text}}`)
    expect([answer.status, answer.body.resourceType]).toEqual([413, 'OperationOutcome'])
  }
})

test('a transaction with too many entries has only that error, and at most a hundred errors are named', async () => {
  const { post } = await createWithService()
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

test('a long document in base 64 with line ends is accepted, and one with an invalid character is not', async () => {
  const { send, db } = await withRosa()
  const data = buildPdf('informe', 3 * 1024 * 1024)
  const lines = data.toString('base64').replace(/.{76}/g, '$&\r\n')
  const entries = (text: string) => [rosa, glucose(), report(['o1']), paper({ data: text })]
  const spoilt = `${lines.slice(0, 2_000_000)}*${lines.slice(2_000_000)}`
  expect((await send(...entries(spoilt))).status).toBe(400)
  expect((await send(...entries(lines))).status).toBe(200)
  expect(await db.ask(`select max(bytes) as bytes from files`)).toEqual([{ bytes: data.length }])
})

test('a service account’s secret is shown once, and the database has only its hash', async () => {
  const { asChief, secret, db, send } = await createWithService()
  const { accounts } = await asChief(serviceAccountEndpoints.list)
  expect(accounts).toMatchObject([{ name: 'Laboratorio', last_used_at: null, revoked_at: null }])
  expect(JSON.stringify(accounts)).not.toContain(secret)
  const [row] = await db.ask<{ text: string }>('select service_accounts::text as text from service_accounts')
  expect(row?.text).not.toContain(secret.slice(9))
  await send(rosa)
  expect((await asChief(serviceAccountEndpoints.list)).accounts[0]?.last_used_at).toBe(
    '2026-11-26T15:00:00.000Z',
  )
})

test('a service account writes only within its scopes', async () => {
  const { states, counts } = await createWithService(['system/Patient.write', 'system/Appointment.write'])
  expect(await states(rosa, appointment(), report([]))).toEqual([403, 'Bundle.entry[2].resource'])
  expect(await counts()).toMatchObject({ hours: 0, sources: 0 })
  expect(await states(rosa, appointment())).toEqual(['201 Created', '201 Created'])
})

test('a revoked account ends at once, which is audited once', async () => {
  const { asChief, account, states, db, chief } = await createWithService()
  const params = { id: account.id }
  await asChief(serviceAccountEndpoints.revoke, { params })
  expect(await states(rosa)).toEqual([401, undefined])
  await expectRejected(asChief(serviceAccountEndpoints.revoke, { params }), 409)
  await expectRejected(asChief(serviceAccountEndpoints.revoke, { params: { id: 999 } }), 404)
  expect(await db.listAuditEvents('serviceAccounts%')).toMatchObject([
    { action: 'serviceAccounts.create', actor_id: chief.id },
    { action: 'serviceAccounts.revoke', actor_id: chief.id },
  ])
})

test('a wrong secret is rejected, and its IP address is limited after twenty', async () => {
  const { post, secret } = await createWithService()
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

test('a service account may call 120 times a minute', async () => {
  const { post, db, clock } = await createWithService()
  await db.ask(
    `insert into tries (scope, subject, count, started_at, ends_at)
      select 'service-call', sha256(id::text::bytea), 120, $1::timestamptz, $1::timestamptz + interval '1 minute' from service_accounts`,
    [clock.now()],
  )
  expect((await post({})).status).toBe(429)
  clock.advance({ minutes: 1 })
  expect((await post({})).status).toBe(400)
})

const glucoses = (portal: Awaited<ReturnType<typeof withRosa>>) =>
  portal.db.ask<{ value: number }>(
    'select value::float8 as value from exam_results order by exam_id, position',
  )

test('another account cannot change sent data, not even by sending them again unchanged, unless it has system/*.override', async () => {
  const portal = await withRosa()
  await portal.send(rosa, glucose(), report(['o1']))
  const other = await portal.another()
  const rejected = [403, 'Bundle.entry[0].request.url', 'Este identificador es de otra cuenta de servicio']
  expect(await other(rosa)).toEqual(rejected)
  const subject = { reference: `Patient/${portal.rosaId}` }
  const about = (entry: Entry): Entry => ({ ...entry, resource: { ...entry.resource, subject } })
  expect((await other(about(glucose(390)), about(report(['o1']))))[0]).toBe(403)
  expect(await glucoses(portal)).toEqual([{ value: 112.5 }])
  const corrector = await portal.another({ scopes: serviceScopes })
  expect(await corrector(rosa, glucose(90), report(['o1']))).toEqual([200])
  expect(await glucoses(portal)).toEqual([{ value: 90 }])
  // Corrected data remain their sender's.
  expect(await portal.states(rosa, glucose(113), report(['o1']))).toEqual(['200 OK', '200 OK', '200 OK'])
  expect(await glucoses(portal)).toEqual([{ value: 113 }])
})

test('another account cannot add a document to the exam, neither by id nor by name', async () => {
  const portal = await withRosa()
  const { body } = await portal.send(rosa, glucose(), report(['o1']))
  const exam = body.entry[2].response.location
  expect(exam).toMatch(/^DiagnosticReport\/\d+$/)
  const attach = (reference: string): Entry => ({
    resource: {
      ...paper({ data: pdf }).resource,
      identifier: [{ system: 'urn:otra', value: 'd9' }],
      subject: { reference: `Patient/${portal.rosaId}` },
      context: { related: [{ reference }] },
    },
    request: { method: 'PUT', url: 'DocumentReference?identifier=urn:otra|d9' },
  })
  const other = await portal.another()
  const place = 'Bundle.entry[0].resource.context.related[0]'
  expect(await other(attach(exam))).toEqual([400, place, 'No es un informe de este paciente'])
  expect(await other(attach(`DiagnosticReport?identifier=${clinic}/DiagnosticReport|r1`))).toEqual([
    403,
    place,
    'Este informe es de otra cuenta de servicio',
  ])
  expect(await portal.counts()).toMatchObject({ files: 0 })
  expect(await portal.states(attach(exam))).toEqual(['201 Created'])
  expect(await portal.counts()).toMatchObject({ files: 1 })
})

test('when two accounts send one identifier concurrently, one owns it and the other is rejected', async () => {
  const portal = await withRosa()
  const senders = await Promise.all(Array.from({ length: 4 }, () => portal.another()))
  const answers = await Promise.all(senders.map((send) => send(rosa)))
  expect(answers.map(([status]) => status).toSorted()).toEqual([200, 403, 403, 403])
  const [{ owners } = { owners: 0 }] = await portal.db.ask<{ owners: number }>(
    'select count(distinct account_id)::int as owners from fhir_sources',
  )
  expect(owners).toBe(1)
})

const base64 = (text: string) => Buffer.from(text).toString('base64')
const form = (text: string, contentType = 'text/html') => ({ contentType, data: base64(text) })
const imaging = (more: object) => report([], { category: [{ coding: [{ code: 'RAD' }] }], ...more })
const narrative = (status: string, text: string) => ({ text: { status, div: `<div>${text}</div>` } })
const paragraph = (text: string) => ({ kind: 'paragraph', text })

test('HTML is stored as plain text beside the PDF and the accession number, and a changed text is announced as a correction', async () => {
  const { send, db } = await withRosa()
  const file = { contentType: 'application/pdf', data: pdf }
  const [named] = report([]).resource.identifier as object[]
  const identifier = [named, { type: { coding: [{ code: 'ACSN' }] }, value: 'RX-1' }]
  const stored = async (more: object) => {
    await send(rosa, imaging(more))
    const [row] = await db.ask<{
      report_text: unknown
      rest: unknown[]
    }>(`select report_text, jsonb_build_array(file_id is not null, corrected_at is not null, accession_number) as rest
         from exams`)
    return [row?.report_text, ...(row?.rest ?? [])]
  }
  const text = [{ kind: 'heading', level: 1, text: 'Uno' }, paragraph('Dos')]
  const first = form('<h2>Uno</h2><p>Dos<script>x()</script></p>')
  expect(await stored({ presentedForm: [file, first] })).toEqual([text, true, false, null])
  const second = form('<p>Tres</p>')
  expect(await stored({ presentedForm: [file, second] })).toEqual([[paragraph('Tres')], true, true, null])
  expect(await stored({ presentedForm: [file], identifier })).toEqual([null, true, true, 'RX-1'])
  expect(await stored({ presentedForm: [file] })).toEqual([null, true, true, null])
})

test('the text of a report is its attached text and what its narrative adds', async () => {
  const { send, db } = await withRosa()
  const plain = { presentedForm: [form('Dos', 'text/plain')] }
  const cases: readonly (readonly [object, readonly string[] | null])[] = [
    [narrative('additional', 'Uno'), ['Uno']],
    [narrative('empty', 'Uno'), null],
    [narrative('generated', 'Uno'), ['Uno']],
    [{ ...plain, ...narrative('generated', 'Uno') }, ['Dos']],
    [{ ...plain, ...narrative('additional', 'Uno') }, ['Dos', 'Uno']],
    [{ presentedForm: [form('<p>Uno</p>')], ...narrative('additional', 'Uno') }, ['Uno']],
  ]
  for (const [more, texts] of cases) {
    await send(rosa, imaging(more))
    const report_text = texts?.map(paragraph) ?? null
    expect(await db.ask('select report_text from exams')).toEqual([{ report_text }])
  }
})

test('an account can be limited to identifier systems, to networks and in time, to its last day in Santiago', async () => {
  const { another, db, clock, as, chief } = await withRosa()
  const identifier_systems = [`${clinic}/Patient`]
  const only = await another({ identifier_systems })
  expect(await only(rosa, appointment())).toEqual([
    403,
    'Bundle.entry[1].request.url',
    'Esta cuenta de servicio no puede usar este sistema de identificadores',
  ])
  expect((await (await another({ networks: ['10.20.0.0/16', '2001:db8::/32'] }))(rosa))[0]).toBe(403)
  expect(await db.listAuditEvents('serviceAccounts.use')).toMatchObject([
    { outcome: 'refused', ip: '127.0.0.1' },
  ])
  const networks = ['10.20.0.0/16', '127.0.0.0/8']
  const send = await another({ networks, identifier_systems, expires_on: '2026-11-27' })
  clock.set('2026-11-28T02:59:00Z')
  expect(await send(rosa)).toEqual([200])
  clock.set('2026-11-28T03:00:00Z')
  expect((await send(rosa))[0]).toBe(401)
  const late = (await as(chief))(serviceAccountEndpoints.create, {
    body: { name: 'Tarde', scopes: ['system/Patient.write'], expires_on: '2026-11-27' },
  })
  expect((await getRejection(late)).fieldErrors).toEqual([
    { msg: 'La clave debe vencer hoy o después', param: 'expires_on' },
  ])
})
