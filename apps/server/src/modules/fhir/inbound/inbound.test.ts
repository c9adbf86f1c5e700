import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { appointmentEndpoints } from '@mi-portal/contract/appointments'
import { bookingEndpoints } from '@mi-portal/contract/booking/bookings'
import { preparationEndpoints } from '@mi-portal/contract/booking/preparation'
import { examEndpoints } from '@mi-portal/contract/exams'
import { type ServiceScope, serviceAccountEndpoints, serviceScopes } from '@mi-portal/contract/fhir'
import { notificationEndpoints } from '@mi-portal/contract/notifications'
import { profileEndpoints } from '@mi-portal/contract/profile'
import { registrationEndpoints } from '@mi-portal/contract/registration'
import { resultLine } from '@mi-portal/contract/results/result-line'
import { showValue } from '@mi-portal/contract/results/value-text'
import { describe, expect, test } from 'vitest'
import { ask } from '../../../../test/ask.ts'
import { bearerOf } from '../../../../test/booking/calendar.ts'
import { clinicWith } from '../../../../test/clinic/packages.ts'
import { type PortalOptions, startPortal } from '../../../../test/portal.ts'
import { rejectionOf } from '../../../../test/rejection.ts'

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
      await ask<Record<string, number>>(
        portal.db,
        `select (select count(*) from appointments)::int as hours, (select count(*) from exams)::int as exams,
           (select count(*) from exam_results)::int as results, (select count(*) from files)::int as files,
           (select count(*) from fhir_sources)::int as sources`,
      )
    )[0]
  return { ...portal, chief, asChief, account, secret, post, send, another, states, counts }
}

async function withRosa(options: PortalOptions = {}) {
  const portal = await createWithService(ordinaryScopes, options)
  const person = await portal.person({ document_number: run, email: 'rosa@ejemplo.cl' })
  return { ...portal, rosaId: person.id, call: await portal.as(person) }
}

describe('a report that the clinic holds until its release', () => {
  const waits = { type: 'laboratory', shown: 'when_released', since: '2026-01-01' } as const
  const tag = [{ system: 'urn:mi-portal:result-release', code: 'released' }]

  test('a held report is announced and visible only when it is sent again with the tag, and stays visible without it', async () => {
    const { send, call, db } = await withRosa({ parts: clinicWith({ result_release: [waits] }) })
    const state = async () => {
      const { laboratories } = await call(examEndpoints.list)
      const mails = await ask(db, `select id from outbox where template = 'exams.newResult'`)
      return [laboratories.map(({ hold }) => hold?.cause ?? 'visible'), mails.length]
    }
    await send(rosa, report(['o1']), glucose())
    expect(await state()).toEqual([['release'], 0])
    await send(
      rosa,
      report(['o1'], { meta: { tag: [{ system: 'urn:other', code: 'released' }] } }),
      glucose(),
    )
    expect(await state()).toEqual([['release'], 0])
    await send(rosa, report(['o1'], { meta: { tag } }), glucose())
    expect(await state()).toEqual([['visible'], 1])
    await send(rosa, report(['o1']), glucose())
    expect(await state()).toEqual([['visible'], 1])
  })
})

describe('a transaction of a clinic’s system', () => {
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
    const { laboratories } = await call(examEndpoints.list)
    const params = { patientId: rosaId, attention_id: laboratories[0]?.attention_id ?? 0 }
    const shown = await call(examEndpoints.results, { params })
    expect(shown.results).toMatchObject([
      {
        name: 'Glucosa',
        value: 112.5,
        unit: 'mg/dL',
        decimals: 1,
        position: 'high',
        reference: { low: 70, high: 99 },
      },
    ])
    expect((await app.inject({ url: shown.pdf_url ?? '' })).body).toBe('%PDF-1.7 informe')
    const mails = await ask<{ body_text: string }>(db, 'select body_text from outbox where person_id = $1', [
      rosaId,
    ])
    expect(mails).toHaveLength(1)
    const auditLog = await ask<{ object: string }>(
      db,
      `select object from audit_events where action = 'fhir.handedOver' and patient_id = $1 order by id`,
      [rosaId],
    )
    expect(auditLog.map(({ object }) => object.split('=').slice(0, 2).join('='))).toEqual(
      ['Patient', 'Appointment', 'Observation', 'DiagnosticReport', 'DocumentReference'].map(
        (type) => `account=${account.id} ${type}`,
      ),
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
    expect(await ask(db, 'select distinct version from fhir_sources')).toEqual([{ version: 1 }])
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
    const { laboratories } = await call(examEndpoints.list)
    const params = { patientId: rosaId, attention_id: laboratories[0]?.attention_id ?? 0 }
    const { results } = await call(examEndpoints.results, { params })
    expect(results.map((one) => one.value)).toEqual([98])
    const templates = await ask(db, 'select template from outbox where person_id = $1 order by id', [rosaId])
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
    const { send, db, call, rosaId, app } = await withRosa()
    await ask(db, `update specialties set reserved_group = 'SALUD_MENTAL' where name = 'Medicina Interna'`)
    await send(rosa, appointment(), report(['o1', 'o2', 'o3']), glucose(), hiv, coombs, paper({ data: pdf }))
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
    const shown = await call(examEndpoints.results, { params })
    expect([shown.results.length, shown.pdf_url]).toEqual([2, null])
    expect(app).toBeDefined()
  })

  test('reserved and unshown tests are also recognised by LOINC codes and other names', async () => {
    const { send, db } = await withRosa()
    const rapid = result('o2', loinc('68961-2', 'Ac. anti-virus'), { valueString: 'No reactivo' })
    const abo = result('o3', loinc('883-9', 'Tipificación'), { valueString: 'A' })
    const local = result('o4', { text: 'Test de drogas en orina' }, { valueString: 'Negativo' })
    await send(rosa, report(['o1', 'o2', 'o3', 'o4']), glucose(), rapid, abo, local)
    expect(await ask(db, 'select reserved_group, shown from exam_results order by position')).toEqual([
      { reserved_group: null, shown: true },
      { reserved_group: 'VIH', shown: true },
      { reserved_group: null, shown: false },
      { reserved_group: 'DROGAS', shown: true },
    ])
    const named = { code: { text: 'Perfil VIH' } }
    await send(rosa, report(['o1'], named), glucose())
    expect(await ask(db, 'select reserved_group from exams')).toEqual([{ reserved_group: 'VIH' }])
  })

  test('the sender learns that the patient cancelled an appointment, which is not booked again', async () => {
    const { send, states, call } = await withRosa()
    await send(rosa, appointment())
    const { appointments } = await call(appointmentEndpoints.upcoming)
    const body = { id_appointment: appointments[0]?.id_appointment ?? 0 }
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

  test('an appointment that the sender reports as fulfilled is attended, and as noshow it was missed', async () => {
    const { send, db } = await withRosa()
    const past = { start: '2026-11-25T09:30:00-03:00', end: '2026-11-25T10:00:00-03:00' }
    const recorded = async () =>
      (
        await ask<object>(
          db,
          `select state, attendance, attendance_at is not null as dated, attendance_by from appointments`,
        )
      )[0]
    await send(rosa, appointment(past))
    expect(await recorded()).toMatchObject({ state: 'booked', attendance: null, dated: false })
    await send(rosa, appointment({ ...past, status: 'fulfilled' }))
    expect(await recorded()).toEqual({
      state: 'booked',
      attendance: 'attended',
      dated: true,
      attendance_by: null,
    })
    await send(rosa, appointment({ ...past, status: 'noshow' }))
    expect(await recorded()).toMatchObject({ state: 'cancelled', attendance: 'missed' })
    // The sender takes it back.
    await send(rosa, appointment(past))
    expect(await recorded()).toMatchObject({ state: 'booked', attendance: null, dated: false })
  })

  test('a sender who says nothing of the attendance leaves what staff recorded, and one who does replaces it', async () => {
    const { send, db, chief } = await withRosa()
    const past = { start: '2026-11-25T09:30:00-03:00', end: '2026-11-25T10:00:00-03:00' }
    const recorded = async () =>
      (await ask<object>(db, 'select attendance, attendance_by from appointments'))[0]
    await send(rosa, appointment(past))
    await ask(
      db,
      `update appointments set attendance = 'attended', attendance_at = starts_at, attendance_by = $1`,
      [chief.id],
    )
    await send(rosa, appointment({ ...past, appointmentType: { text: 'Primera consulta' } }))
    expect(await recorded()).toEqual({ attendance: 'attended', attendance_by: chief.id })
    await send(rosa, appointment({ ...past, status: 'noshow' }))
    expect(await recorded()).toEqual({ attendance: 'missed', attendance_by: null })
  })

  test('what staff recorded is cleared when the sender corrects the time of the appointment', async () => {
    const { send, db, chief } = await withRosa()
    await send(rosa, appointment({ start: '2026-11-25T09:30:00-03:00', end: '2026-11-25T10:00:00-03:00' }))
    await ask(
      db,
      `update appointments set attendance = 'attended', attendance_at = starts_at, attendance_by = $1`,
      [chief.id],
    )
    await send(rosa, appointment({ start: '2026-11-25T09:40:00-03:00', end: '2026-11-25T10:00:00-03:00' }))
    expect(await ask(db, 'select attendance, attendance_at, attendance_by from appointments')).toEqual([
      { attendance: null, attendance_at: null, attendance_by: null },
    ])
  })

  test('an appointment in the future has no attendance, also if its sender says so', async () => {
    const { states, db } = await withRosa()
    expect(await states(rosa, appointment({ status: 'fulfilled' }))).toEqual(['201 Created', '201 Created'])
    expect(await ask(db, 'select attendance from appointments')).toEqual([{ attendance: null }])
  })

  test('appointments of the sender cannot be moved in the portal, which says so', async () => {
    const { send, call, caller, rosaId } = await withRosa()
    await send(rosa, appointment())
    const { appointments } = await call(appointmentEndpoints.upcoming)
    const agenda = caller(undefined, undefined, await bearerOf(call))
    const body = { hold_id: 1, patient_id: rosaId, id_appointment: appointments[0]?.id_appointment ?? 0 }
    const { data } = await agenda(preparationEndpoints.bookedHour, { params: body })
    expect(data.hour.can_move).toBe(false)
    const rejected = await rejectionOf(agenda(bookingEndpoints.book, { body }))
    expect([rejected.status, rejected.message]).toEqual([
      409,
      'Esta hora no se puede cambiar en el portal. Reserva otra y cancela esta, o llama a la clínica',
    ])
  })

  test('data of a person without an account are stored for their registration, and open nothing before', async () => {
    const { send, anonymous, db, person: _, states } = await createWithService()
    await send(rosa, appointment(), report(['o1']), glucose())
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

  test('personal data of a person with an account are not changed', async () => {
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

describe('a result is stored and shown exactly as it was reported', () => {
  async function shown(
    portal: Awaited<ReturnType<typeof withRosa>>,
    type: 'laboratory' | 'imaging' = 'laboratory',
  ) {
    const { laboratories } = await portal.call(examEndpoints.list, { query: { type } })
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

  test('a result keeps comparator, titre, boolean, absent reason, interpretation, notes, ranges and conclusion', async () => {
    const portal = await withRosa()
    const entries = [
      result(
        'a',
        { text: 'Troponina' },
        { valueQuantity: { value: 0.01, comparator: '<', unit: 'ng/mL' }, note: [{ text: 'Repetir' }] },
      ),
      result('b', { text: 'ANA' }, { valueRatio: { numerator: { value: 1 }, denominator: { value: 160 } } }),
      result('c', { text: 'Embarazo' }, { valueBoolean: false }),
      result('d', { text: 'Potasio' }, { dataAbsentReason: { text: 'Muestra hemolizada' } }),
      result(
        'e',
        { text: 'Sodio' },
        {
          valueQuantity: { value: 160, unit: 'mmol/L' },
          interpretation: [{ coding: [{ code: 'HH' }] }],
          method: { text: 'ISE' },
        },
      ),
      result(
        'f',
        { text: 'TSH' },
        {
          status: 'preliminary',
          valueQuantity: { value: 3, unit: 'mUI/L' },
          referenceRange: [
            { low: { value: 0.1 }, high: { value: 2.5 }, appliesTo: [{ text: 'Primer trimestre' }] },
            { low: { value: 0.4 }, high: { value: 4 }, type: { coding: [{ code: 'normal' }] } },
          ],
        },
      ),
    ]
    const names = ['a', 'b', 'c', 'd', 'e', 'f']
    expect(
      (await portal.send(rosa, report(names, { conclusion: 'Repetir en un mes' }), ...entries)).status,
    ).toBe(200)
    const { read, lines } = await shown(portal)
    expect(lines).toEqual([
      'Troponina: < 0,01 ng/mL Nota: Repetir',
      'ANA: 1:160',
      'Embarazo: No',
      'Potasio: Sin resultado: muestra hemolizada',
      'Sodio: 160 mmol/L [crítico: muy alto] Método: ISE',
      'TSH: 3 mUI/L [preliminar] (referencia Primer trimestre: 0,1 a 2,5 mUI/L; 0,4 a 4 mUI/L)',
    ])
    expect(read.conclusion).toBe('Repetir en un mes')
    expect(read.results[0]).toMatchObject({ value: null, text: '< 0,01', history: [] })
    expect(read.results[5]).toMatchObject({ position: 'in', reference: { low: 0.4, high: 4 } })
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

  test('panels at any depth and the parts of a blood pressure are stored', async () => {
    const portal = await withRosa()
    const member = (name: string) => ({ reference: `urn:uuid:Observation-${name}` })
    const pressure = result('p', loinc('85354-9', 'Presión arterial'), {
      component: [
        { code: { text: 'Sistólica' }, valueQuantity: { value: 120, unit: 'mmHg' } },
        { code: { text: 'Diastólica' }, valueQuantity: { value: 80, unit: 'mmHg' } },
      ],
    })
    const entries = [
      result('h', { text: 'Hemograma' }, { hasMember: [member('i')] }),
      result('i', { text: 'Serie roja' }, { hasMember: [member('j'), member('h')] }),
      result('j', { text: 'Hematocrito' }, { valueQuantity: { value: 41, unit: '%' } }),
      pressure,
    ]
    expect((await portal.send(rosa, report(['h', 'p']), ...entries)).status).toBe(200)
    expect((await shown(portal)).lines).toEqual([
      'Hematocrito: 41 %',
      'Sistólica: 120 mmHg',
      'Diastólica: 80 mmHg',
    ])
    expect(await portal.states(rosa, report(['h', 'p']), ...entries)).toEqual(
      Array.from({ length: 6 }, () => '200 OK'),
    )
  })

  test('a result that is a date, a range, a period, a time, a code or only an interpretation is shown with it', async () => {
    const portal = await withRosa()
    const long = 'Se observan estructuras compatibles. '.repeat(30).trim()
    const entries = [
      result('a', { text: 'Última regla' }, { valueDateTime: '2026-10-30' }),
      result(
        'b',
        { text: 'Leucocitos' },
        { valueRange: { low: { value: 2, unit: '/campo' }, high: { value: 5, unit: '/campo' } } },
      ),
      result('c', { text: 'Ayuno' }, { valuePeriod: { start: '2026-11-24', end: '2026-11-25' } }),
      result('d', { text: 'Hora de la toma' }, { valueTime: '08:15:00' }),
      result('e', { text: 'Grupo' }, { valueCodeableConcept: { coding: [{ code: '260385009' }] } }),
      result('f', { text: 'Cultivo' }, { interpretation: [{ coding: [{ code: 'POS' }] }] }),
      result('g', { text: 'Frotis' }, { note: [{ text: 'Repetir la muestra' }] }),
      result('h', { text: 'Biopsia' }, { valueString: long }),
      result('i', { coding: [{ system: 'http://loinc.org', code: '2345-7' }] }, { valueInteger: 90 }),
    ]
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i']
    expect(await portal.states(rosa, report(names), ...entries)).not.toContain(400)
    expect((await shown(portal)).lines).toEqual([
      'Última regla: 30/10/2026',
      'Leucocitos: 2 a 5 /campo',
      'Ayuno: del 24/11/2026 al 25/11/2026',
      'Hora de la toma: 08:15 h',
      'Grupo: código 260385009',
      'Cultivo: código POS [código POS]',
      'Frotis: Ver nota Nota: Repetir la muestra',
      `Biopsia: ${long}`,
      'Glicemia: 90',
    ])
  })

  test.each([
    ['a day', { effectiveDateTime: '2026-11-24' }, '24/11/2026'],
    ['a timestamp', { effectiveDateTime: '2026-11-24T23:30:00-03:00' }, '24/11/2026'],
    ['a period', { effectivePeriod: { start: '2026-11-23', end: '2026-11-24' } }, '23/11/2026'],
    ['the end of a period', { effectivePeriod: { end: '2026-11-24T10:00:00-03:00' } }, '24/11/2026'],
    ['the time of its issue', { issued: '2026-11-25T10:00:00-03:00' }, '25/11/2026'],
  ])('a report that has only %s as its time is listed under that day', async (_what, time, day) => {
    const portal = await withRosa()
    const sent = report(['o1'], { effectiveDateTime: undefined, ...time })
    expect((await portal.send(rosa, sent, glucose())).status).toBe(200)
    expect((await shown(portal)).exam.date).toBe(day)
  })

  test('a report without a category is of the laboratory if it has results, and an image if it has none', async () => {
    const portal = await withRosa()
    expect((await portal.send(rosa, report(['o1'], { category: undefined }), glucose())).status).toBe(200)
    expect((await shown(portal)).exam.type_exam).toBe('Perfil bioquímico')
    const image = put('DiagnosticReport', 'r2', {
      ...report([]).resource,
      identifier: [{ system: `${clinic}/DiagnosticReport`, value: 'r2' }],
      category: undefined,
      code: { text: 'Radiografía de tórax' },
      conclusion: 'Sin hallazgos.',
    })
    expect((await portal.send(rosa, image)).status).toBe(200)
    const { laboratories: images } = await portal.call(examEndpoints.list, { query: { type: 'imaging' } })
    expect(images.map(({ type_exam }) => type_exam)).toEqual(['Radiografía de tórax'])
  })

  test('a report as Synthea writes it is stored once its objects have identifiers, and its other resources are named', async () => {
    const portal = await withRosa()
    const meta = { profile: ['http://hl7.org/fhir/us/core/StructureDefinition/us-core-observation-lab'] }
    const encounter = { reference: 'urn:uuid:0ea2b5d1-encounter' }
    const code = (one: string, display: string) => ({
      coding: [{ system: 'http://loinc.org', code: one, display }],
      text: display,
    })
    const time = {
      effectiveDateTime: '2026-11-20T05:41:12-03:00',
      issued: '2026-11-20T05:41:12.683-03:00',
    }
    const measure = (value: string, name: string, amount: object) =>
      result(value, code(value, name), {
        id: `0ea2b5d1-${value}`,
        meta,
        category: [
          {
            coding: [
              {
                system: 'http://terminology.hl7.org/CodeSystem/observation-category',
                code: 'laboratory',
                display: 'Laboratory',
              },
            ],
          },
        ],
        encounter,
        ...time,
        valueQuantity: amount,
      })
    const sodium = measure('2951-2', 'Sodium', {
      value: 138.42,
      unit: 'mmol/L',
      system: 'http://unitsofmeasure.org',
      code: 'mmol/L',
    })
    const panel = report(['2951-2'], {
      id: '0ea2b5d1-report',
      meta,
      code: code('51990-0', 'Basic Metabolic Panel'),
      encounter,
      performer: [{ reference: 'urn:uuid:0ea2b5d1-organization', display: 'MILFORD REGIONAL' }],
      ...time,
      result: [{ reference: 'urn:uuid:Observation-2951-2', display: 'Sodium' }],
    })
    expect(await portal.states(rosa, panel, sodium)).not.toContain(400)
    const { exam, lines } = await shown(portal)
    expect([exam.type_exam, lines]).toEqual(['Basic Metabolic Panel', ['Sodium: 138,42 mmol/L']])

    const condition = {
      fullUrl: 'urn:uuid:0ea2b5d1-condition',
      resource: { resourceType: 'Condition', id: '0ea2b5d1-condition', subject: toRosa },
      request: { method: 'POST', url: 'Condition' },
    }
    expect(await portal.states(rosa, condition, panel, sodium)).toEqual([
      400,
      'Bundle.entry[1].resource.resourceType',
    ])
  })

  test('a result without a report is an exam of its own, also with a date without time', async () => {
    const portal = await withRosa()
    const weight = result('w', loinc('29463-7', 'Peso'), {
      category: [{ coding: [{ code: 'vital-signs' }] }],
      effectiveDateTime: '2026-11-26',
      valueQuantity: { value: 70.5, unit: 'kg', system: 'http://unitsofmeasure.org', code: 'kg' },
    })
    const { body } = await portal.send(rosa, weight)
    const { exam, lines } = await shown(portal)
    expect([exam.type_exam, exam.date, lines]).toEqual(['Peso', '26/11/2026', ['Peso: 70,5 kg']])
    expect(body.entry[1].response.location).toBe(`Observation/${exam.attention_id}-1`)
    expect(await portal.states(rosa, weight)).toEqual(['200 OK', '200 OK'])
    expect((await shown(portal)).laboratories).toHaveLength(1)
  })

  test('every document of a report is stored, and each is replaced only by itself', async () => {
    const portal = await withRosa()
    const paperOf = (value: string, title: string, words: string) => {
      const entry = paper({ title, data: Buffer.from(`%PDF-1.7 ${words}`).toString('base64') })
      const { resource, request } = put('DocumentReference', value, {})
      return { ...entry, request, fullUrl: `urn:uuid:${value}`, resource: { ...entry.resource, ...resource } }
    }
    await portal.send(rosa, report(['o1']), glucose(), paperOf('d1', 'Informe', 'informe'))
    const again = async (...more: readonly Entry[]) => {
      expect((await portal.send(rosa, report(['o1']), glucose(), ...more)).status).toBe(200)
      const { read } = await shown(portal)
      const texts = await Promise.all(
        read.documents.map(async ({ url }) => (await portal.app.inject({ url })).payload),
      )
      expect((await portal.app.inject({ url: read.pdf_url ?? '' })).payload).toBe(texts[0])
      return read.documents.map(({ name }, index) => [name, texts[index]])
    }
    expect(await again(paperOf('d2', 'Antibiograma', 'antibiograma'))).toEqual([
      ['Informe.pdf', '%PDF-1.7 informe'],
      ['Antibiograma.pdf', '%PDF-1.7 antibiograma'],
    ])
    expect(await again(paperOf('d2', 'Antibiograma', 'corregido'))).toEqual([
      ['Informe.pdf', '%PDF-1.7 informe'],
      ['Antibiograma.pdf', '%PDF-1.7 corregido'],
    ])
    expect(await again(paperOf('d1', 'Informe', 'nuevo'))).toEqual([
      ['Informe.pdf', '%PDF-1.7 nuevo'],
      ['Antibiograma.pdf', '%PDF-1.7 corregido'],
    ])
    expect(
      await ask(portal.db, 'select count(*)::int as gone from files where delete_after is not null'),
    ).toEqual([{ gone: 2 }])
    // A result that is never shown withholds every document of its exam.
    await portal.send(rosa, report(['o1', 'o3']), glucose(), coombs)
    expect((await shown(portal)).read.documents).toEqual([])
  })

  test('a withdrawn document is removed, and the audit log says which one it was', async () => {
    for (const status of ['entered-in-error', 'superseded']) {
      const portal = await withRosa()
      const named = (value: string, words: string) => {
        const entry = paper({ title: words, data: Buffer.from(`%PDF-1.7 ${words}`).toString('base64') })
        const { resource, request } = put('DocumentReference', value, {})
        return { request, resource: { ...entry.resource, ...resource } }
      }
      const withdrawn = ({ resource: { context: _, ...resource }, request }: Entry): Entry => ({
        request,
        resource: { ...resource, status, content: [{ attachment: {} }] },
      })
      const names = async () => (await shown(portal)).read.documents.map(({ name }) => name)
      const all = [rosa, report(['o1']), glucose()]
      expect(await portal.states(...all, withdrawn(named('d0', 'nunca')))).toHaveLength(4)
      await portal.send(...all, named('d1', 'uno'), named('d2', 'dos'), named('d3', 'tres'))
      const { read } = await shown(portal)
      const opened = async (url = '') => (await portal.app.inject({ url })).payload
      expect(await opened(read.documents[1]?.url)).toBe('%PDF-1.7 dos')

      // First one of the additional documents, then the main document, then all.
      await portal.send(rosa, withdrawn(named('d2', 'dos')))
      expect(await names()).toEqual(['uno.pdf', 'tres.pdf'])
      await portal.send(rosa, withdrawn(named('d1', 'uno')))
      expect(await names()).toEqual(['tres.pdf'])
      expect(await opened((await shown(portal)).read.pdf_url ?? '')).toBe('%PDF-1.7 tres')
      // A document that is sent again is listed once, also if the main place is free.
      await portal.send(...all, named('d3', 'nuevo'))
      expect(await names()).toEqual(['nuevo.pdf'])
      expect(await portal.states(rosa, withdrawn(named('d3', 'nuevo')))).toEqual(['200 OK', '200 OK'])
      expect((await shown(portal)).read).toMatchObject({ pdf_url: null, documents: [] })
      for (const { url } of read.documents) expect((await portal.app.inject({ url })).statusCode).toBe(404)
      expect(await ask(portal.db, 'select id from files where delete_after is null')).toEqual([])
      const events = await ask<{ detail: { version: number; withdrawn: readonly object[] } }>(
        portal.db,
        `select detail from audit_events where action = 'fhir.documentWithdrawn' order by id`,
      )
      const exam_id = (await shown(portal)).read.exam.attention_id
      const hashOf = (words: string) => createHash('sha256').update(`%PDF-1.7 ${words}`).digest('hex')
      expect(events.map(({ detail }) => detail)).toEqual([
        { version: 1, withdrawn: [] },
        { version: 2, withdrawn: [{ exam_id, sha256: hashOf('dos') }] },
        { version: 2, withdrawn: [{ exam_id, sha256: hashOf('uno') }] },
        { version: 3, withdrawn: [{ exam_id, sha256: hashOf('nuevo') }] },
      ])
      // A current document must still name its report.
      const { context: _, ...unnamed } = named('d4', 'cuatro').resource
      expect(await portal.states(rosa, { ...named('d4', 'cuatro'), resource: unnamed })).toEqual([
        400,
        'Bundle.entry[1].resource.context.related[0]',
      ])
      // A withdrawn document may be sent again.
      await portal.send(...all, named('d1', 'uno'))
      expect(await names()).toEqual(['uno.pdf'])
    }
  })

  test('a document that is sent again for another report is listed only there', async () => {
    const portal = await withRosa()
    const second = put('DiagnosticReport', 'r2', {
      ...report([]).resource,
      ...put('DiagnosticReport', 'r2', {}).resource,
      effectiveDateTime: '2026-11-20T08:15:00-03:00',
      conclusion: 'Sin hallazgos',
    })
    const toSecond = { context: { related: [{ reference: second.fullUrl }] } }
    const first = paper({ data: pdf })
    await portal.send(rosa, report(['o1']), glucose(), second, first)
    const counts = async () => {
      const { laboratories } = await portal.call(examEndpoints.list)
      const reads = laboratories.map(({ attention_id }) =>
        portal.call(examEndpoints.results, { params: { patientId: portal.rosaId, attention_id } }),
      )
      return (await Promise.all(reads)).map(({ documents }) => documents.length)
    }
    expect(await counts()).toEqual([1, 0])
    await portal.send(rosa, second, { ...first, resource: { ...first.resource, ...toSecond } })
    expect(await counts()).toEqual([0, 1])
    await portal.send(rosa, report(['o1']), glucose(), first)
    expect(await counts()).toEqual([1, 0])
    expect(await ask(portal.db, 'select id from files where delete_after is null')).toHaveLength(1)
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
    await ask(
      portal.db,
      `insert into exam_shares (exam_id, type, patient_id, sharer_id, recipient_email, relationship_type_id, token_hash,
         code_hash, created_at, expires_at)
       select id, 'laboratory', patient_id, patient_id, 'a@b.cl', 1,
         sha256(id::text::bytea), '', now(), now() + interval '1 day' from exams`,
    )
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
    expect(await ask(portal.db, 'select 1 from exam_shares where ended_at is null')).toEqual([])
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

  test('a panel remains an exam of its own if a report names only some of its results', async () => {
    const portal = await withRosa()
    const taken = { effectiveDateTime: '2026-11-25T08:15:00-03:00' }
    const panel = [
      result(
        'p',
        { text: 'Electrolitos' },
        {
          ...taken,
          hasMember: [{ reference: 'urn:uuid:Observation-k' }, { reference: 'urn:uuid:Observation-na' }],
        },
      ),
      result('k', { text: 'Potasio' }, { ...taken, valueQuantity: { value: 4, unit: 'mmol/L' } }),
      result('na', { text: 'Sodio' }, { ...taken, valueQuantity: { value: 140, unit: 'mmol/L' } }),
    ]
    await portal.send(rosa, ...panel)
    const [, potassium] = panel
    if (potassium === undefined) throw new Error('no potassium')
    expect((await portal.send(rosa, report(['k']), potassium)).status).toBe(200)
    const { laboratories } = await portal.call(examEndpoints.list)
    expect(laboratories.map(({ type_exam }) => type_exam).sort()).toEqual([
      'Electrolitos',
      'Perfil bioquímico',
    ])
  })

  test('a value in a panel and in a report appears once in the course of its measure', async () => {
    const portal = await withRosa()
    const potassium = (value: string, day: string, measured: number) =>
      result(
        value,
        { text: 'Potasio' },
        {
          effectiveDateTime: `2026-11-${day}T08:15:00-03:00`,
          valueQuantity: { value: measured, unit: 'mmol/L' },
        },
      )
    const panel = result(
      'p',
      { text: 'Electrolitos' },
      {
        effectiveDateTime: '2026-11-20T08:15:00-03:00',
        hasMember: [{ reference: 'urn:uuid:Observation-k' }, { reference: 'urn:uuid:Observation-na' }],
      },
    )
    const sodium = result('na', { text: 'Sodio' }, { valueQuantity: { value: 140, unit: 'mmol/L' } })
    const stored = {
      ...sodium,
      resource: { ...sodium.resource, effectiveDateTime: '2026-11-20T08:15:00-03:00' },
    }
    const later = put('DiagnosticReport', 'r2', {
      ...report(['k2']).resource,
      ...put('DiagnosticReport', 'r2', {}).resource,
      code: { text: 'Control' },
      effectiveDateTime: '2026-11-25T08:15:00-03:00',
    })
    const first = report(['k'], { effectiveDateTime: '2026-11-20T08:15:00-03:00' })
    await portal.send(rosa, panel, potassium('k', '20', 4), stored, later, potassium('k2', '25', 5))
    const once = ['4 mmol/L', '5 mmol/L']
    const courses = async () => {
      const { laboratories } = await portal.call(examEndpoints.list)
      const read = laboratories.map(async ({ attention_id, type_exam }) => {
        const params = { patientId: portal.rosaId, attention_id }
        const { results } = await portal.call(examEndpoints.results, { params })
        const course = results.find(({ name }) => name === 'Potasio')?.course ?? []
        return [type_exam, course.map(({ reported }) => showValue(reported))]
      })
      return Object.fromEntries(await Promise.all(read))
    }
    expect(await courses()).toEqual({ Electrolitos: once, Control: once })
    expect((await portal.send(rosa, first, potassium('k', '20', 4))).status).toBe(200)
    expect(await courses()).toEqual({ Electrolitos: once, 'Perfil bioquímico': once, Control: once })
    // If a report corrects a value, the course in another exam shows the corrected one.
    await portal.send(rosa, first, potassium('k', '20', 4.2))
    expect((await courses()).Control).toEqual(['4,2 mmol/L', '5 mmol/L'])
    // If a report is removed, the value of the panel remains.
    await portal.send(
      rosa,
      { ...first, resource: { ...first.resource, status: 'entered-in-error' } },
      potassium('k', '20', 4.2),
    )
    expect((await courses()).Control).toEqual(once)
  })

  test('an image with only a conclusion opens in the viewer', async () => {
    const portal = await withRosa()
    const image = report([], {
      category: [{ coding: [{ code: 'RAD' }] }],
      code: { text: 'Radiografía de tórax' },
      effectiveDateTime: undefined,
      effectivePeriod: { start: '2026-11-24T10:00:00-03:00' },
      conclusion: 'Sin lesiones',
    })
    expect((await portal.send(rosa, image)).status).toBe(200)
    const { laboratories } = await portal.call(examEndpoints.list, { query: { type: 'imaging' } })
    const attention_id = laboratories[0]?.attention_id ?? 0
    const params = { patientId: portal.rosaId, attention_id, type: 'imaging' as const }
    const { url_file, viewer } = await portal.call(examEndpoints.view, { params })
    const key = url_file.replace('/visor/', '')
    const opened = await portal.anonymous(examEndpoints.resultsByKey, { params: { key } })
    expect([viewer, opened.conclusion, opened.pdf_url]).toEqual(['frame', 'Sin lesiones', null])
  })

  test('a corrected result keeps its earlier value, is announced once, and says so', async () => {
    const portal = await withRosa()
    await portal.send(rosa, report(['o1']), glucose(112.5))
    const corrected = { ...glucose(98), resource: { ...glucose(98).resource, status: 'corrected' } }
    const all = [rosa, report(['o1'], { status: 'corrected' }), corrected]
    await portal.send(...all)
    await portal.send(...all)
    await portal.runJob('exams.announce')
    const { exam, read } = await shown(portal)
    expect(exam).toMatchObject({ status: 'corrected', corrected_on: '26/11/2026' })
    const [glucoseNow] = read.results
    expect(glucoseNow?.reported.status).toBe('corrected')
    expect(
      glucoseNow?.earlier.map(({ replaced_on, reported }) => [replaced_on, showValue(reported)]),
    ).toEqual([['2026-11-26', '112,5 mg/dL']])
    const { notifications } = await portal.call(notificationEndpoints.list)
    expect(notifications.map(({ text }) => text)).toEqual([
      'Se corrigió un resultado en Mis Exámenes',
      'Hay un nuevo resultado en Mis Exámenes',
    ])
    const mails = await ask<{ body_text: string }>(
      portal.db,
      `select body_text from outbox where person_id = $1 and template = 'exams.correctedResult'`,
      [portal.rosaId],
    )
    expect(mails).toHaveLength(1)
    for (const hidden of ['Glucosa', '98', '112', 'bioquímico'])
      expect(mails[0]?.body_text).not.toContain(hidden)
  })

  test('a result completed after a preliminary report is announced as new, with the preliminary value beside it', async () => {
    const portal = await withRosa()
    await portal.send(rosa, report(['o1'], { status: 'preliminary' }), glucose(90))
    await portal.send(rosa, report(['o1']), glucose(91))
    const { exam, read } = await shown(portal)
    expect([exam.status, exam.corrected_on]).toEqual(['final', null])
    expect(read.results[0]?.earlier).toHaveLength(1)
    const { notifications } = await portal.call(notificationEndpoints.list)
    expect(notifications.map(({ text }) => text)).toEqual([
      'Hay un nuevo resultado en Mis Exámenes',
      'Hay un nuevo resultado en Mis Exámenes',
    ])
  })
})

describe('a transaction with an invalid entry', () => {
  const without = (entry: Entry, name: string): Entry => {
    const { [name]: _, ...resource } = entry.resource
    return { ...entry, resource }
  }
  const cases: [string, readonly Entry[], number, string][] = [
    [
      'a hour without a start',
      [rosa, without(appointment(), 'start')],
      400,
      'Bundle.entry[1].resource.start',
    ],
    [
      'an hour that ends before it begins',
      [rosa, appointment({ end: '2026-12-03T09:00:00-03:00' })],
      400,
      'Bundle.entry[1].resource.end',
    ],
    [
      'an hour at a site that is none',
      [
        rosa,
        appointment({
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
    [
      'an hour that only waits',
      [rosa, appointment({ status: 'waitlist' })],
      400,
      'Bundle.entry[1].resource.status',
    ],
    ['an hour without a patient', [appointment()], 400, 'Bundle.entry[0].resource.participant'],
    ['a person without a run', [without(rosa, 'name')], 400, 'Bundle.entry[0].resource.name'],
    [
      'a run that is none',
      [put('Patient', 'p1', { name: [{ family: 'x', given: ['y'] }] })],
      400,
      'Bundle.entry[0].resource.identifier',
    ],
    [
      'a report that only was ordered',
      [rosa, report([], { status: 'registered' })],
      400,
      'Bundle.entry[1].resource.status',
    ],
    [
      'a report without any time',
      [rosa, report([], { effectiveDateTime: undefined })],
      400,
      'Bundle.entry[1].resource.effectiveDateTime',
    ],
    [
      'a report of a month',
      [rosa, report([], { effectiveDateTime: '2026-11' })],
      400,
      'Bundle.entry[1].resource.effectiveDateTime',
    ],
    [
      'a report with two documents',
      [rosa, report([], { presentedForm: [{ data: pdf }, { data: pdf }] })],
      400,
      'Bundle.entry[1].resource.presentedForm',
    ],
    [
      'a report with an element that is not stored',
      [rosa, report([], { media: [{ comment: 'x' }] })],
      400,
      'Bundle.entry[1].resource.media',
    ],
    [
      'a result about another person than the patient',
      [rosa, report(['o1']), result('o1', { text: 'x' }, { valueInteger: 1, focus: [{ display: 'Feto' }] })],
      400,
      'Bundle.entry[2].resource.focus',
    ],
    [
      'a result whose value cannot be stored',
      [rosa, report(['o1']), result('o1', { text: 'x' }, { valueSampledData: {} })],
      400,
      'Bundle.entry[2].resource.valueSampledData',
    ],
    [
      'a panel without its member',
      [
        rosa,
        report(['o1']),
        result('o1', { text: 'x' }, { hasMember: [{ reference: 'urn:uuid:Observation-o9' }] }),
      ],
      400,
      'Bundle.entry[2].resource.hasMember[0]',
    ],
    [
      'a report of tomorrow',
      [rosa, report([], { effectiveDateTime: '2026-11-27T18:00:00Z' })],
      400,
      'Bundle.entry[1].resource.effectiveDateTime',
    ],
    ['a report without its result', [rosa, report(['o1'])], 400, 'Bundle.entry[1].resource.result[0]'],
    [
      'a result of its own without a time',
      [rosa, glucose()],
      400,
      'Bundle.entry[1].resource.effectiveDateTime',
    ],
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
  test('each invalid transaction changes nothing and names the invalid entry', {
    timeout: 60_000,
  }, async () => {
    const { states, counts } = await withRosa()
    for (const [name, entries, status, expression] of cases) {
      expect([name, ...(await states(...entries)).slice(0, 2)]).toEqual([name, status, expression])
      // The error is found beside a valid entry too.
      expect([name, await counts()]).toEqual([name, { hours: 0, exams: 0, results: 0, files: 0, sources: 0 }])
    }
    const several = await states(without(appointment({}, 'h2'), 'start'), rosa, without(appointment(), 'end'))
    expect(several).toEqual([400, 'Bundle.entry[0].resource.start', 'Bundle.entry[2].resource.end'])
  })

  test('data sent for one patient never become another patient’s', async () => {
    const { send, states, person } = await withRosa()
    await send(rosa, appointment())
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
      ...(appointment().resource.participant as object[]).slice(1),
    ]
    expect(await states(other, appointment({ participant: actors }))).toEqual([
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

  test('a body that is no transaction is rejected with a FHIR OperationOutcome', async () => {
    const { post } = await createWithService()
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
  ])('a transaction of %s is rejected with an OperationOutcome before it is parsed', async (_what, text) => {
    const { post } = await createWithService()
    const answer = await post(`{"resourceType":"Bundle","type":"transaction","entry":${text}}`)
    expect([answer.status, answer.body.issue?.[0]?.diagnostics]).toEqual([
      413,
      'El Bundle puede tener hasta 24 MB y 100.000 valores',
    ])
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

  test('a document of 15 MB in base 64 with line ends is accepted, and one with an invalid character is not', async () => {
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
  test('a service account’s secret is shown once, and the database has only its hash', async () => {
    const { asChief, secret, db, send } = await createWithService()
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
    expect((await rejectionOf(asChief(serviceAccountEndpoints.revoke, { params }))).status).toBe(409)
    expect((await rejectionOf(asChief(serviceAccountEndpoints.revoke, { params: { id: 999 } }))).status).toBe(
      404,
    )
    const auditLog = await ask(
      db,
      `select action, actor_id from audit_events where action like 'serviceAccounts%' order by id`,
    )
    expect(auditLog).toEqual([
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

describe('the owner of sent data', () => {
  const glucoses = (portal: Awaited<ReturnType<typeof withRosa>>) =>
    ask<{ value: number }>(
      portal.db,
      'select value::float8 as value from exam_results order by exam_id, position',
    )

  test('another account cannot change sent data, not even by sending them again unchanged', async () => {
    const portal = await withRosa()
    await portal.send(rosa, glucose(), report(['o1']))
    const other = await portal.another()
    const rejected = [403, 'Bundle.entry[0].request.url', 'Este identificador es de otra cuenta de servicio']
    expect(await other(rosa)).toEqual(rejected)
    const subject = { reference: `Patient/${portal.rosaId}` }
    const about = (entry: Entry): Entry => ({ ...entry, resource: { ...entry.resource, subject } })
    expect((await other(about(glucose(390)), about(report(['o1']))))[0]).toBe(403)
    expect(await glucoses(portal)).toEqual([{ value: 112.5 }])
    expect(await portal.states(rosa, glucose(113), report(['o1']))).toEqual(['200 OK', '200 OK', '200 OK'])
    expect(await glucoses(portal)).toEqual([{ value: 113 }])
  })

  test('an account with system/*.override changes sent data, which remain their sender’s', async () => {
    const portal = await withRosa()
    await portal.send(rosa, glucose(), report(['o1']))
    const corrector = await portal.another({ scopes: serviceScopes })
    expect(await corrector(rosa, glucose(90), report(['o1']))).toEqual([200])
    expect(await glucoses(portal)).toEqual([{ value: 90 }])
    expect(await portal.states(rosa, glucose(91), report(['o1']))).toEqual(['200 OK', '200 OK', '200 OK'])
  })

  test('another account cannot add a document to the exam, neither by id nor by name', async () => {
    const portal = await withRosa()
    const { body } = await portal.send(rosa, glucose(), report(['o1']))
    const exam = body.entry[2].response.location
    expect(exam).toMatch(/^DiagnosticReport\/\d+$/)
    const hang = (reference: string): Entry => {
      const entry = paper({ data: pdf })
      const resource = {
        ...entry.resource,
        identifier: [{ system: 'urn:otra', value: 'd9' }],
        subject: { reference: `Patient/${portal.rosaId}` },
        context: { related: [{ reference }] },
      }
      return {
        ...entry,
        resource,
        request: { method: 'PUT', url: 'DocumentReference?identifier=urn:otra|d9' },
      }
    }
    const byName = `DiagnosticReport?identifier=${clinic}/DiagnosticReport|r1`
    const other = await portal.another()
    expect(await other(hang(exam))).toEqual([
      400,
      'Bundle.entry[0].resource.context.related[0]',
      'No es un informe de este paciente',
    ])
    expect(await other(hang(byName))).toEqual([
      403,
      'Bundle.entry[0].resource.context.related[0]',
      'Este informe es de otra cuenta de servicio',
    ])
    expect(await portal.counts()).toMatchObject({ files: 0 })
    expect(await portal.states(hang(exam))).toEqual(['201 Created'])
    expect(await portal.counts()).toMatchObject({ files: 1 })
  })

  test('when two accounts send one identifier concurrently, one owns it and the other is rejected', async () => {
    const portal = await withRosa()
    const senders = await Promise.all(Array.from({ length: 4 }, () => portal.another()))
    const answers = await Promise.all(senders.map((send) => send(rosa)))
    expect(answers.map(([status]) => status).toSorted()).toEqual([200, 403, 403, 403])
    const [{ owners } = { owners: 0 }] = await ask<{ owners: number }>(
      portal.db,
      'select count(distinct account_id)::int as owners from fhir_sources',
    )
    expect(owners).toBe(1)
  })
})

describe('the text of a report', () => {
  const base64 = (text: string) => Buffer.from(text).toString('base64')
  const form = (text: string, contentType = 'text/html') => ({ contentType, data: base64(text) })
  const imaging = (more: object) => report([], { category: [{ coding: [{ code: 'RAD' }] }], ...more })
  const narrative = (status: string, text: string) => ({ text: { status, div: `<div>${text}</div>` } })
  const paragraph = (text: string) => ({ kind: 'paragraph', text })

  test('HTML is stored as plain text beside the PDF, and a changed text is announced as a correction', async () => {
    const { send, db } = await withRosa()
    await send(
      rosa,
      imaging({
        presentedForm: [
          { contentType: 'application/pdf', data: pdf },
          form('<h2>Uno</h2><p>Dos<script>x()</script></p>'),
        ],
      }),
    )
    const stored = () =>
      ask<{ report_text: unknown; has_file: boolean }>(
        db,
        'select report_text, file_id is not null as has_file from exams',
      )
    expect(await stored()).toEqual([
      { report_text: [{ kind: 'heading', level: 1, text: 'Uno' }, paragraph('Dos')], has_file: true },
    ])
    await send(
      rosa,
      imaging({ presentedForm: [{ contentType: 'application/pdf', data: pdf }, form('<p>Tres</p>')] }),
    )
    expect(await stored()).toEqual([{ report_text: [paragraph('Tres')], has_file: true }])
    expect(await ask(db, 'select corrected_at is not null as corrected from exams')).toEqual([
      { corrected: true },
    ])
    await send(rosa, imaging({ presentedForm: [{ contentType: 'application/pdf', data: pdf }] }))
    expect(await stored()).toEqual([{ report_text: null, has_file: true }])
  })

  test.each([
    ['a narrative alone', narrative('additional', 'Uno'), ['Uno']],
    ['a generated narrative alone', narrative('generated', 'Uno'), ['Uno']],
    ['an empty narrative', narrative('empty', 'Uno'), null],
    [
      'a text and a generated narrative',
      { presentedForm: [form('Dos', 'text/plain')], ...narrative('generated', 'Uno') },
      ['Dos'],
    ],
    [
      'a text and more in the narrative',
      { presentedForm: [form('Dos', 'text/plain')], ...narrative('additional', 'Uno') },
      ['Dos', 'Uno'],
    ],
    ['the same in both', { presentedForm: [form('<p>Uno</p>')], ...narrative('additional', 'Uno') }, ['Uno']],
  ])('the text of a report with %s is stored', async (_, more, texts) => {
    const { send, db } = await withRosa()
    await send(rosa, imaging(more))
    const report_text = texts?.map(paragraph) ?? null
    expect(await ask(db, 'select report_text from exams')).toEqual([{ report_text }])
  })

  test.each([
    ['two texts', [form('Uno'), form('Dos')], 'presentedForm'],
    ['a text that is not in base64', [{ contentType: 'text/html', data: '<p>' }], 'presentedForm[0]'],
    ['a text without data', [{ contentType: 'text/html', url: 'Binary/1' }], 'presentedForm[0]'],
    [
      'a text in another encoding than it says',
      [{ contentType: 'text/plain; charset=utf-8', data: Buffer.from('ñ', 'latin1').toString('base64') }],
      'presentedForm[0]',
    ],
  ])('a report with %s is rejected as a whole', async (_, presentedForm, element) => {
    const { send, db } = await withRosa()
    const answer = await send(rosa, imaging({ presentedForm }))
    expect(answer.status).toBe(400)
    expect(JSON.stringify(answer.body)).toContain(`Bundle.entry[1].resource.${element}`)
    expect(await ask(db, 'select 1 from exams')).toEqual([])
  })
})

describe('the accession number of a report', () => {
  const marked = (value: string) => ({
    identifier: [
      { system: `${clinic}/DiagnosticReport`, value: 'r1' },
      { type: { coding: [{ code: 'ACSN' }] }, value },
    ],
  })

  test('the accession number is stored with the exam, and removed when the report is sent again without it', async () => {
    const { send, db } = await withRosa()
    const stored = () => ask(db, 'select accession_number from exams')
    await send(rosa, report(['o1'], marked('RX-1')), glucose())
    expect(await stored()).toEqual([{ accession_number: 'RX-1' }])
    await send(rosa, report(['o1']), glucose())
    expect(await stored()).toEqual([{ accession_number: null }])
  })

  test('may have at most 64 characters', async () => {
    const { send, db } = await withRosa()
    const { status } = await send(rosa, report(['o1'], marked('x'.repeat(65))), glucose())
    expect(status).toBe(400)
    expect(await ask(db, 'select id from exams')).toEqual([])
  })
})

describe('the limits of a service account', () => {
  test('an account can be limited to identifier systems', async () => {
    const { another } = await withRosa()
    const only = await another({ identifier_systems: [`${clinic}/Patient`] })
    expect(await only(rosa, appointment())).toEqual([
      403,
      'Bundle.entry[1].request.url',
      'Esta cuenta de servicio no puede usar este sistema de identificadores',
    ])
    expect(await only(rosa)).toEqual([200])
  })

  test('an account can be limited to networks; a use from another network is rejected and audited', async () => {
    const { another, db } = await withRosa()
    expect((await (await another({ networks: ['10.20.0.0/16', '2001:db8::/32'] }))(rosa))[0]).toBe(403)
    expect(
      await ask(db, `select outcome, host(ip) as ip from audit_events where action = 'serviceAccounts.use'`),
    ).toEqual([{ outcome: 'refused', ip: '127.0.0.1' }])
    expect(await (await another({ networks: ['10.20.0.0/16', '127.0.0.0/8'] }))(rosa)).toEqual([200])
  })

  test('an account can be limited in time: its secret ends after its last day in Santiago', async () => {
    const { another, clock, as, chief } = await withRosa()
    const send = await another({ expires_on: '2026-11-27' })
    clock.set('2026-11-28T02:59:00Z')
    expect(await send(rosa)).toEqual([200])
    clock.set('2026-11-28T03:00:00Z')
    expect((await send(rosa))[0]).toBe(401)
    const late = (await as(chief))(serviceAccountEndpoints.create, {
      body: { name: 'Tarde', scopes: ['system/Patient.write'], expires_on: '2026-11-27' },
    })
    expect((await rejectionOf(late)).fieldErrors).toEqual([
      { msg: 'La clave debe vencer hoy o después', param: 'expires_on' },
    ])
  })
})
