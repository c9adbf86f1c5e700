import { appointmentAgendaEndpoints } from '@mi-portal/contract/appointments/appointment-agenda'
import { appointmentEndpoints } from '@mi-portal/contract/appointments/appointments'
import { bookingEndpoints } from '@mi-portal/contract/booking/bookings'
import { preparationEndpoints } from '@mi-portal/contract/booking/preparation'
import type { Call } from '@mi-portal/contract/calls/client'
import { examEndpoints } from '@mi-portal/contract/exams/exams'
import { exportEndpoints } from '@mi-portal/contract/exports'
import { notificationEndpoints } from '@mi-portal/contract/notifications/notifications'
import { peopleEndpoints } from '@mi-portal/contract/people'
import { showValue } from '@mi-portal/contract/results/value-text'
import { visitCertificateEndpoints } from '@mi-portal/contract/visit-certificates'
import { describe, expect, test } from 'vitest'
import { createBearerHeader } from '../../../../test/booking/calendar.ts'
import { buildAppointment, buildExam, buildFamily, buildLink } from '../../../../test/build.ts'
import { clinicWith } from '../../../../test/clinic/packages.ts'
import {
  createAppointmentResource,
  createObservationResource,
  createPatientResource,
  createReportResource,
  daughter,
  type Resource,
  staffOfArchive,
  startFhirServer,
  typed,
} from '../../../../test/external/fhir-server.ts'
import { findFhirIssues } from '../../../../test/fhir/judge.ts'
import { type PortalOptions, startPortal } from '../../../../test/portal.ts'
import { expectRejected, getRejection, getStatus } from '../../../../test/rejection.ts'
import type { FhirClient } from './fhir-client.ts'
import { findPatient } from './patients.ts'

const run = '123456785'
const at = (hours: number) =>
  new Date(Date.parse('2026-11-26T15:00:00Z') + hours * 3_600_000).toISOString().replace('.000Z', 'Z')
const pdf = Buffer.from('%PDF-1.7 informe').toString('base64')

type Server = Parameters<typeof startFhirServer>[1]
type Client = { readonly id: string; readonly secret: string }

/** Starts a portal whose archive is a FHIR server, with the patient Rosa as `rosa`. */
async function withArchive(
  resources: readonly Resource[],
  {
    server = {},
    client,
    environment = {},
    ...options
  }: PortalOptions & { server?: Server; client?: Client } = {},
) {
  const fhir = await startFhirServer(
    [createPatientResource('rosa', run), ...staffOfArchive, ...resources],
    server,
  )
  const portal = await startPortal({
    archiveTimeouts: { attempt: 10_000, pause: 5, rest: 15_000 },
    ...options,
    environment: {
      CLINICAL_ARCHIVE_URL: fhir.url,
      ...(client === undefined
        ? {}
        : {
            CLINICAL_ARCHIVE_TOKEN_URL: fhir.tokenUrl,
            CLINICAL_ARCHIVE_CLIENT_ID: client.id,
            CLINICAL_ARCHIVE_CLIENT_SECRET: client.secret,
          }),
      ...environment,
    },
  })
  const rosa = await portal.person({ document_number: run, email: 'rosa@ejemplo.cl' })
  return { ...portal, fhir, rosa, call: await portal.as(rosa) }
}

/** Reads the results of the latest exam. */
async function readExam(call: Call, { id }: { readonly id: number }) {
  const [exam] = (await call(examEndpoints.list)).laboratories
  const params = { patientId: id, attention_id: exam?.attention_id ?? 0 }
  return call(examEndpoints.results, { params })
}

const glucose = ['2345-7', 'Glucosa'] as const
const hiv = ['56888-1', 'VIH 1+2'] as const

const checkDigitExtension = 'http://hl7.org/fhir/StructureDefinition/identifier-checkDigit'

/** Returns the ids of the records that a search of the server finds for a RUN. */
async function findIn(patients: readonly object[], number = '98765433'): Promise<readonly string[]> {
  const held = patients.map((one, index) => ({
    resourceType: 'Patient',
    id: `p${index}`,
    ...one,
  })) as Resource[]
  const search = async function* (_type: string, query: { readonly identifier?: string }) {
    const values = (query.identifier ?? '').split(',').map((one) => one.split('|').at(-1))
    yield held.filter(({ identifier }) =>
      (identifier as { value: string }[]).some(({ value }) => values.includes(value)),
    )
  }
  const system = 'https://clinica.example/run'
  const found = await findPatient({ search } as Pick<FhirClient, 'search'>, 1, number, system)
  return found.kind === 'none' ? [] : found.kind === 'one' ? [found.source] : found.sources
}

test('an external appointment with the status fulfilled has a certificate, until the server no longer says so', async () => {
  const visit = (status: string) => createAppointmentResource('visit', 'rosa', at(-48), { status })
  const { call, fhir, anonymous } = await withArchive([visit('fulfilled')])
  const query = { period: 'history' } as const
  const [attended] = (await call(appointmentAgendaEndpoints.list, { query })).appointments
  const body = { id_appointment: attended?.id_appointment ?? 0, shows_professional: true }
  const { code } = (await call(visitCertificateEndpoints.issue, { body })).certificate
  const verify = async () =>
    (await anonymous(visitCertificateEndpoints.verify, { body: { code } })).certificate.certified
  expect(await verify()).toMatchObject({
    starts_at: new Date(at(-48)).toISOString(),
    doctor_name: 'Dra. Marcela Ortega Pino',
    site_name: 'Clínica Providencia',
  })
  fhir.put(visit('noshow'))
  expect(await verify()).toBeNull()
  await expectRejected(call(visitCertificateEndpoints.issue, { body }), 410)
})

test('external appointments and the portal’s are one sorted list, and an appointment in both is shown once as the portal’s', async () => {
  const { call, db, rosa } = await withArchive([
    createAppointmentResource('a', 'rosa', at(1)),
    createAppointmentResource('both', 'rosa', at(2)),
    createAppointmentResource('c', 'rosa', at(4)),
  ])
  const own = await buildAppointment(db, { patient_id: rosa.id, starts_at: new Date(at(2)) })
  await buildAppointment(db, { patient_id: rosa.id, starts_at: new Date(at(3)) })
  const list = await call(appointmentEndpoints.upcoming)
  expect(list.total).toBe(4)
  expect(list.appointments.map((one) => one.starts_at)).toEqual(
    [1, 2, 3, 4].map((hour) => new Date(at(hour)).toISOString()),
  )
  expect(list.appointments[1]?.id_appointment).toBe(own.id)
})

test('a patient’s record is found by every spelling of their document, and never by another document', async () => {
  const found: readonly (readonly [object, boolean, string?])[] = [
    ...['9.876.543-3', '9876543-3', '09876543-3', '09.876.543-3'].map(
      (value) => [typed('1', value), true] as const,
    ),
    [{ ...typed('1', '9876543'), extension: [{ url: checkDigitExtension, valueString: '3' }] }, true],
    [{ system: 'https://clinica.example/run', value: '9876543-3' }, true],
    [typed('1', '7654321-6'), false],
    [typed('1', '98765433'), false],
    [typed('3', '98765433'), false],
    ...['15.236.330-k', '15.236.330-K', '15236330K', '015236330-K'].map(
      (value) => [typed('1', value), true, '15236330K'] as const,
    ),
    [typed('1', '15236330'), false, '15236330K'],
  ]
  for (const [identifier, isFound, number] of found)
    expect([identifier, await findIn([{ identifier: [identifier] }], number)]).toEqual([
      identifier,
      isFound ? ['p0'] : [],
    ])
  const identifier = [typed('1', '9876543-3')]
  const replaced = { identifier, link: [{ other: { reference: 'Patient/p0' }, type: 'replaced-by' }] }
  expect(await findIn([{ identifier }, { identifier, active: false }, replaced])).toEqual(['p0'])
  expect(await findIn([{ identifier }, { identifier }])).toEqual(['p0', 'p1'])
})

test('external appointments reserved by label or specialty are hidden from the guardian, not from the adolescent', async () => {
  const portal = await withArchive([
    createPatientResource('hija', '98765433'),
    createAppointmentResource('open', 'hija', at(1)),
    createAppointmentResource('label', 'hija', at(2), { meta: { security: [{ code: 'PSY' }] } }),
    createAppointmentResource('specialty', 'hija', at(3), {
      specialty: [{ text: 'Psiquiatría adolescente' }],
    }),
  ])
  await portal.db.ask(`insert into specialties (code, name, visit_minutes, adult, paediatric, telemedicine, reserved_group)
       values (999, 'Psiquiatria Adolescente', 30, true, true, false, 'SALUD_MENTAL')`)
  const { guardian: mother, child } = await buildFamily(portal.db, daughter)
  const seen = await (await portal.as(mother))(appointmentEndpoints.upcomingOf, {
    params: { id: child.id },
  })
  expect([seen.total, seen.appointments.length]).toEqual([1, 1])
  const own = await (await portal.as(child))(appointmentEndpoints.upcoming)
  expect(own.total).toBe(3)
  const hidden = own.appointments[1]?.id_appointment ?? 0
  await expectRejected(
    (await portal.as(mother))(appointmentEndpoints.cancel, { body: { id_appointment: hidden } }),
    404,
  )
})

const rosaIn = { actor: { reference: 'Patient/rosa' }, status: 'accepted' }
const named = { reference: 'Practitioner/soto' }
const soto: Resource = {
  resourceType: 'Practitioner',
  id: 'soto',
  identifier: [typed('1', '15.236.327-3')],
  name: [{ given: ['Inés'], family: 'Soto' }],
}
const role: Resource = { resourceType: 'PractitionerRole', id: 'r', practitioner: named }
const identifier = typed('1', '15.236.327-3')
const elsewhere = { reference: 'https://otro.example/fhir/Practitioner/soto' }
const unknown = 'Profesional por confirmar'
/** An actor, and the name and the number with which it is shown. */
const actors: readonly (readonly [object, string, string, object?])[] = [
  [{ reference: 'PractitionerRole/r' }, 'Inés Soto', '152363273'],
  [{ reference: 'PractitionerRole/named' }, 'Dra. Paz Ríos', ''],
  [{ reference: '#p' }, 'Inés Soto', '152363273', { contained: [{ ...soto, id: 'p' }] }],
  [{ display: 'Dr. Iván Pérez' }, 'Dr. Iván Pérez', ''],
  [{ display: 'Dr. Iván Pérez', identifier }, 'Dr. Iván Pérez', '152363273'],
  [{ ...elsewhere, display: 'Dr. Iván Pérez' }, 'Dr. Iván Pérez', ''],
  [elsewhere, unknown, ''],
  [{ identifier: { ...identifier, assigner: { display: 'Registro Civil' } } }, unknown, '152363273'],
  [{ display: '', identifier }, unknown, '152363273'],
  [{ ...named, display: '  ' }, 'Inés Soto', '152363273'],
  [{ ...elsewhere, display: ' ' }, unknown, ''],
  [{ reference: 'Device/x', display: 'Ecógrafo' }, unknown, ''],
]

test('the professional is found in every form of a participant, but never by a reference to another server', async () => {
  const { call } = await withArchive([
    soto,
    role,
    { resourceType: 'PractitionerRole', id: 'named', practitioner: { display: 'Dra. Paz Ríos' } },
    ...actors.map(([actor, , , more], index) =>
      createAppointmentResource(`h${index}`, 'rosa', at(index + 1), {
        participant: [rosaIn, { actor }],
        ...more,
      }),
    ),
  ])
  const { appointments } = await call(appointmentEndpoints.upcoming, { query: { page: 1, limit: 20 } })
  expect(appointments.map((one) => [one.doctor_name, one.rut_professional])).toEqual(
    actors.map(([, name, number]) => [name, number]),
  )
})

test('an appointment of another patient, of one on another server or that the patient declined is not shown', async () => {
  const log: string[] = []
  const ofAnother = (reference: string) => ({
    participant: [{ actor: { reference } }],
    // The search index of the server is wrong: it finds another patient's appointment for Rosa.
    subject: { reference: 'Patient/rosa' },
  })
  const { call, fhir } = await withArchive(
    [
      createPatientResource('otra', '76543216'),
      createAppointmentResource('declined', 'rosa', at(2), {
        participant: [{ ...rosaIn, status: 'declined' }],
      }),
      createAppointmentResource(
        'foreign',
        'rosa',
        at(3),
        ofAnother('https://otro.example/fhir/Patient/rosa'),
      ),
      createAppointmentResource('other', 'rosa', at(4), ofAnother('Patient/otra')),
    ],
    { log },
  )
  fhir.put(createAppointmentResource('whole', 'rosa', at(1), ofAnother(`${fhir.url}/Patient/rosa`)))
  const { appointments } = await call(appointmentEndpoints.upcoming)
  expect(appointments.map(({ starts_at }) => starts_at)).toEqual([new Date(at(1)).toISOString()])
  expect(log.join('')).toContain('"resource":"Appointment/foreign","element":"participant"')
})

test('cancelling an appointment of two patients only declines the participation of one', async () => {
  const otherIn = { actor: { reference: 'Patient/otra' }, status: 'accepted' }
  const { call, fhir } = await withArchive([
    createPatientResource('otra', '76543216'),
    createAppointmentResource('a', 'rosa', at(24), { participant: [otherIn, rosaIn] }),
  ])
  const [hour] = (await call(appointmentEndpoints.upcoming)).appointments
  await call(appointmentEndpoints.cancel, { body: { id_appointment: hour?.id_appointment ?? 0 } })
  expect(fhir.held.get('Appointment/a')).toMatchObject({
    status: 'booked',
    participant: [otherIn, { ...rosaIn, status: 'declined' }],
  })
  expect((await call(appointmentEndpoints.upcoming)).total).toBe(0)
})

test('an external appointment that is arrived, checked in or fulfilled cannot be cancelled', async () => {
  const { call, fhir } = await withArchive([createAppointmentResource('a', 'rosa', at(1))])
  const [hour] = (await call(appointmentEndpoints.upcoming)).appointments
  const body = { id_appointment: hour?.id_appointment ?? 0 }
  for (const status of ['arrived', 'checked-in', 'fulfilled']) {
    fhir.put(createAppointmentResource('a', 'rosa', at(1), { status }))
    await expectRejected(call(appointmentEndpoints.cancel, { body }), 409)
    expect(fhir.held.get('Appointment/a')?.status).toBe(status)
  }
  expect(fhir.line.asked.some((one) => one.startsWith('PATCH'))).toBe(false)
})

test('a patient with two records in the archive gets a notice that something may be missing, and it is logged', async () => {
  const log: string[] = []
  const { as, person, db } = await withArchive(
    [
      createPatientResource('una', '98765433'),
      createPatientResource('dos', '98765433'),
      createPatientResource('vieja', '98765433', {
        link: [{ other: { reference: 'Patient/una' }, type: 'replaced-by' }],
      }),
      createAppointmentResource('h', 'una', at(3)),
    ],
    { log },
  )
  const eva = await person({ document_number: '98765433' })
  await buildAppointment(db, { patient_id: eva.id, starts_at: new Date(at(3)) })
  const call = await as(eva)
  const notice =
    'La clínica tiene más de una ficha con este documento, y aquí pueden faltar horas y exámenes. Llámala para que las una.'
  expect(await call(appointmentEndpoints.upcoming)).toMatchObject({ total: 1, notice })
  expect(await call(examEndpoints.list)).toMatchObject({ total: 0, notice })
  expect(log.join('')).toContain('"resource":["Patient/una","Patient/dos"]')
  const rosa = await as(await person({ document_number: '76543216' }))
  expect((await rosa(appointmentEndpoints.upcoming)).notice).toBeUndefined()
})

async function withAppointment(server: Server = {}) {
  const portal = await withArchive([createAppointmentResource('a', 'rosa', at(24))], { server })
  const { appointments } = await portal.call(appointmentEndpoints.upcoming)
  const id_appointment = appointments[0]?.id_appointment ?? 0
  const cancel = () => portal.call(appointmentEndpoints.cancel, { body: { id_appointment } })
  const statusThere = () => portal.fhir.held.get('Appointment/a')?.status
  return { ...portal, id_appointment, cancel, statusThere }
}

test('a cancellation changes the external appointment, notifies the patient and writes an audit entry', async () => {
  const { cancel, statusThere, call, db, fhir, id_appointment, as, person } = await withAppointment()
  const stranger = await as(await person())
  const failure = await getRejection(stranger(appointmentEndpoints.cancel, { body: { id_appointment } }))
  expect([failure.status, statusThere()]).toEqual([404, 'booked'])
  await cancel()
  expect(statusThere()).toBe('cancelled')
  expect(fhir.line.headers.at(-1)?.['if-match']).toBe('W/"1"')
  expect((await call(appointmentEndpoints.upcoming)).total).toBe(0)
  expect(await db.ask('select 1 from outbox')).toHaveLength(1)
  expect(await db.listAuditEvents('appointments.cancel')).toMatchObject([
    { outcome: 'refused' },
    { outcome: 'done', object: `id_appointment=${id_appointment}` },
  ])
  await expectRejected(cancel(), 409)
  expect(await db.ask('select 1 from outbox')).toHaveLength(1)
})

test('a cancellation is rejected when the patient has arrived meanwhile, even by a server that ignores versions', async () => {
  const { cancel, fhir, statusThere, db } = await withAppointment({ ignoresVersion: true })
  const held = fhir.held.get('Appointment/a')
  // The clinic changes the appointment after the portal's last look at it and before the patch arrives.
  const read = fhir.held.get.bind(fhir.held)
  let looks = 0
  fhir.held.get = (key) => {
    if (key === 'Appointment/a') looks += 1
    if (looks === 2 && held && key === 'Appointment/a') fhir.put({ ...held, status: 'arrived' })
    return read(key)
  }
  await expectRejected(cancel(), 409)
  expect(statusThere()).toBe('arrived')
  expect(await db.ask('select 1 from outbox')).toEqual([])
})

test('a cancellation whose response was lost is completed by a second attempt, with one mail', async () => {
  const { cancel, fhir, statusThere, db } = await withAppointment()
  fhir.loseAnswersTo('PATCH')
  await expectRejected(cancel(), 503)
  expect([statusThere(), await db.ask('select 1 from outbox')]).toEqual(['cancelled', []])
  fhir.loseAnswersTo(null)
  await cancel()
  expect(await db.ask('select 1 from outbox')).toHaveLength(1)
  await expectRejected(cancel(), 409)
})

test('several concurrent cancellations of an appointment cancel it once', async () => {
  const { cancel, db } = await withAppointment()
  const outcomes = await Promise.all(Array.from({ length: 4 }, () => getStatus(cancel())))
  expect(outcomes.filter((status) => status === 200)).toHaveLength(1)
  expect(await db.ask('select 1 from outbox')).toHaveLength(1)
})

test('an external appointment cannot be moved: its patient gets a message, and a stranger gets 404', async () => {
  const { call, rosa, as, person, caller } = await withArchive([
    createAppointmentResource('a', 'rosa', at(24)),
  ])
  const [hour] = (await call(appointmentEndpoints.upcoming)).appointments
  expect(hour?.can_move).toBe(false)
  const id_appointment = hour?.id_appointment ?? 0
  const asBearer = async (who: Call) => caller(undefined, undefined, await createBearerHeader(who))
  const stranger = await asBearer(await as(await person()))
  const body = { hold_id: 1, patient_id: rosa.id, id_appointment }
  await expectRejected(
    (await asBearer(call))(bookingEndpoints.book, { body }),
    409,
    'Esta hora no se puede cambiar en el portal. Reserva otra y cancela esta, o llama a la clínica',
  )
  const look = stranger(preparationEndpoints.bookedAppointment, { params: { id_appointment } })
  await expectRejected(look, 404)
})

describe('exams of an external archive', () => {
  const exams = [
    createReportResource('r1', 'rosa', at(-24), ['o1', 'o2']),
    createReportResource('r0', 'rosa', at(-24 * 90), ['o0']),
    createObservationResource('o1', 'rosa', at(-24), glucose, 112.5),
    createObservationResource('o0', 'rosa', at(-24 * 90), glucose, 90),
    createObservationResource('o2', 'rosa', at(-24), ['x', 'Coombs directo'], 1),
    createReportResource('rx', 'rosa', at(-48), [], {
      category: [{ coding: [{ code: 'RAD' }] }],
      code: { text: 'Radiografía de tórax' },
      presentedForm: [{ contentType: 'application/pdf', data: pdf, title: 'torax' }],
    }),
    createReportResource('abo', 'rosa', at(-48), [], { code: { text: 'Grupo sanguíneo' } }),
    createReportResource('draft', 'rosa', at(-48), [], { status: 'preliminary' }),
  ]

  test('external exams are listed by kind, the latest first, without hidden kinds and without drafts', async () => {
    const { call, db, rosa, as, person } = await withArchive(exams)
    await buildExam(db, { patient_id: rosa.id, taken_at: new Date(at(-36)), type_exam: 'Hemograma' })
    const laboratory = await call(examEndpoints.list)
    expect(laboratory.laboratories.map((one) => one.type_exam)).toEqual([
      'Perfil bioquímico',
      'Hemograma',
      'Perfil bioquímico',
    ])
    expect(laboratory.laboratories[0]).toMatchObject({
      attention_number: 'A-r1',
      doctor_solicite: 'Dr. Pablo Reyes Mena',
      type_patient: 'Ambulatorio',
    })
    const imaging = await call(examEndpoints.list, { query: { type: 'imaging' } })
    expect(imaging.laboratories.map((one) => one.type_exam)).toEqual(['Radiografía de tórax'])
    const stranger = await person()
    const params = { patientId: stranger.id, attention_id: laboratory.laboratories[0]?.attention_id ?? 0 }
    await expectRejected((await as(stranger))(examEndpoints.results, { params }), 404)
  })

  test('external exams from before the configured first day are neither listed nor opened', async () => {
    const { call, db } = await withArchive(
      [
        createReportResource('before', 'rosa', at(-24 * 60), []),
        createReportResource('after', 'rosa', at(-24), []),
      ],
      { parts: clinicWith({ results_from: { laboratory: '2026-11-01', imaging: '2021-11-01' } }) },
    )
    const { laboratories, total } = await call(examEndpoints.list)
    expect([total, laboratories.map(({ attention_number }) => attention_number)]).toEqual([1, ['A-after']])
    const [row] = await db.ask<{ id: number; person_id: number }>(
      `select id, patient_id as person_id from archive_numbers where source like '%after'`,
    )
    const known = { patientId: row?.person_id ?? 0, attention_id: row?.id ?? 0 }
    expect((await call(examEndpoints.results, { params: known })).exam.attention_number).toBe('A-after')
    await db.ask(`update archive_numbers set source = replace(source, 'after', 'before')`)
    await expectRejected(call(examEndpoints.results, { params: known }), 404)
  })

  describe('of a clinic that holds results for seven days', () => {
    const of = { type: 'laboratory', since: '2026-01-01' } as const
    const held = [
      createReportResource('new', 'rosa', at(-24), ['n1'], {
        conclusion: 'Glicemia elevada',
        presentedForm: [{ contentType: 'application/pdf', data: pdf, title: 'perfil' }],
      }),
      createObservationResource('n1', 'rosa', at(-24), glucose, 190),
      createReportResource('old', 'rosa', at(-24 * 90), ['o0']),
      createObservationResource('o0', 'rosa', at(-24 * 90), glucose, 90),
    ]

    test('an external exam is named without content, found by its name only, and absent from trends, copies and the FHIR API until its day', async () => {
      const portal = await withArchive(held, {
        parts: clinicWith({ result_release: [{ ...of, shown: 'after_days', days: 7 }] }),
      })
      const { call, as, clock, rosa, app } = portal
      const [first, second] = (await call(examEndpoints.list)).laboratories
      expect(first).toMatchObject({ hold: { cause: 'days', until: '2026-12-02' }, has_document: false })
      expect(second?.hold).toBeNull()
      const search = async (q: string) => (await call(examEndpoints.list, { query: { q } })).total
      expect([await search('perfil'), await search('glucosa')]).toEqual([2, 1])
      const ofExam = (exam: typeof first) => ({
        params: { patientId: rosa.id, attention_id: exam?.attention_id ?? 0, type: 'laboratory' as const },
      })
      const { results, view, documents, visit } = examEndpoints
      for (const endpoint of [results, view, documents, visit])
        await expectRejected(call(endpoint, ofExam(first)), 404)
      const trendOf = async (caller: Call) =>
        (await caller(examEndpoints.results, ofExam(second))).results[0]?.history.map(({ value }) => value)
      expect(await trendOf(call)).toEqual([90])
      const { id } = (await call(exportEndpoints.request, { params: { patientId: rosa.id } })).export
      await portal.makeCopy()
      const headers = { 'x-token': await portal.sessionOf(rosa.id) }
      const totals = { DiagnosticReport: 1, Observation: 1, DocumentReference: 0 }
      for (const [type, total] of Object.entries(totals))
        expect((await app.inject({ url: `/api/fhir/R4/${type}`, headers })).json().total).toBe(total)
      const bundle = (await app.inject({ url: `/api/exports/${id}/fhir`, headers })).body
      expect(bundle).toContain('Disponible desde el 2 de diciembre.')
      expect(bundle).not.toMatch(/Glicemia elevada|"value":190/)
      expect(findFhirIssues(JSON.parse(bundle))).toEqual([])
      clock.set('2026-12-02T03:00:00Z')
      const later = await as(rosa)
      expect(await trendOf(later)).toEqual([90, 190])
      expect((await later(examEndpoints.results, ofExam(first))).conclusion).toBe('Glicemia elevada')
      expect((await later(examEndpoints.documents, ofExam(first))).documents).toHaveLength(1)
    })

    test('an external exam that waits for its release is visible once its report has the tag', async () => {
      const tag = [{ system: 'urn:mi-portal:result-release', code: 'released' }]
      const { call } = await withArchive(
        [
          createReportResource('waits', 'rosa', at(-24), []),
          createReportResource('free', 'rosa', at(-25), [], { meta: { tag } }),
        ],
        { parts: clinicWith({ result_release: [{ ...of, shown: 'when_released' }] }) },
      )
      const { laboratories } = await call(examEndpoints.list)
      expect(laboratories.map(({ attention_number, hold }) => [attention_number, hold?.cause])).toEqual([
        ['A-waits', 'release'],
        ['A-free', undefined],
      ])
    })
  })

  test('every attached or related document of an external exam can be opened, but only from the archive’s server', async () => {
    const attached = (title: string) => ({
      contentType: 'application/pdf',
      title,
      data: Buffer.from(`%PDF-1.7 ${title}`).toString('base64'),
    })
    const related: Resource = {
      resourceType: 'DocumentReference',
      id: 'd',
      status: 'current',
      subject: { reference: 'Patient/rosa' },
      context: { related: [{ reference: 'DiagnosticReport/r1' }] },
      content: [{ attachment: { contentType: 'application/pdf', url: 'Binary/b' } }],
    }
    const presentedForm = [attached('uno'), attached('dos')]
    const { call, rosa, app, fhir } = await withArchive([
      createObservationResource('o1', 'rosa', at(-1), glucose, 90),
      createReportResource('r1', 'rosa', at(-1), ['o1'], { presentedForm }),
      related,
      { resourceType: 'Binary', id: 'b', contentType: 'application/pdf', data: pdf },
    ])
    const { documents } = await readExam(call, rosa)
    const open = async ({ url }: { url: string }) => {
      const { statusCode, payload } = await app.inject({ url })
      return statusCode === 200 ? payload.slice(9) : statusCode
    }
    expect(await Promise.all(documents.map(open))).toEqual(['uno', 'dos', 'informe'])
    for (const url of [
      'http://169.254.169.254/x',
      `${fhir.url}/../../etc`,
      'https://otro.example/Binary/b',
    ]) {
      fhir.put({ ...related, content: [{ attachment: { contentType: 'application/pdf', url } }] })
      expect(await open(documents[2] ?? { url: '' })).toBe(404)
    }
  })

  test('an external exam is named by its text, display, catalogue or code, and its requester by a name that is not blank', async () => {
    const identifier = { system: 'urn:x', value: '9001', assigner: { display: 'Registro Civil' } }
    const performer = [{ identifier }, { display: ' ' }]
    const [asked, unnamed] = ['Dr. Pablo Reyes Mena', 'No informado']
    const loinc = (display: string) => ({ system: 'http://loinc.org', code: '2345-7', display })
    const fonasa = { system: 'urn:fonasa', code: '0302034' }
    const signed = [{ display: '' }, { display: ' Dra. Paz Ríos ' }]
    /** A report, and the name and requester with which it is shown. */
    const rows: readonly (readonly [object, string, string])[] = [
      [{ code: { coding: [loinc('Glucose')] } }, 'Glucose', asked],
      [{ code: { text: ' ', coding: [loinc(' ')] }, basedOn: [], performer }, 'Glicemia', unnamed],
      [
        { code: { coding: [{ code: 'Q9' }, fonasa] }, basedOn: [{ display: '' }] },
        'Perfil lipídico',
        unnamed,
      ],
      // A code of the portal's own catalogue may mean something else in the archive's code system.
      [{ code: { coding: [{ system: 'urn:local', code: 'RENAL' }] } }, 'Examen RENAL', asked],
      [{ code: {}, basedOn: [], performer: signed }, 'Examen', 'Dra. Paz Ríos'],
      [{ basedOn: [{ reference: 'ServiceRequest/asked', display: '' }] }, 'Perfil bioquímico', unnamed],
    ]
    const { call } = await withArchive([
      { resourceType: 'ServiceRequest', id: 'asked', requester: { identifier } },
      ...rows.map(([more], index) => createReportResource(`r${index}`, 'rosa', at(-1 - index), [], more)),
      // Without a date it is listed under the date of its last change.
      createReportResource('undated', 'rosa', at(0), [], {
        ...{ effectiveDateTime: undefined, issued: undefined, code: { text: 'Sin fecha' } },
        meta: { lastUpdated: at(-72) },
      }),
    ])
    const { laboratories } = await call(examEndpoints.list, { query: { page: 1, limit: 20 } })
    expect(laboratories.slice(0, -1).map((one) => [one.type_exam, one.doctor_solicite])).toEqual(
      rows.map(([, ...shown]) => shown),
    )
    expect(laboratories.at(-1)).toMatchObject({ type_exam: 'Sin fecha', date: '23/11/2026' })
  })

  test('an exam says that its document is not a PDF, unless one of its measures is never shown', async () => {
    const attached = { presentedForm: [{ contentType: 'image/png', data: 'iVBORw0KGgo=' }] }
    const { call, rosa } = await withArchive([
      createObservationResource('o1', 'rosa', at(-1), glucose, 90),
      createObservationResource('o2', 'rosa', at(-3), ['x', 'Coombs directo'], 1),
      createReportResource('attached', 'rosa', at(-1), ['o1'], attached),
      createReportResource('plain', 'rosa', at(-2), ['o1']),
      createReportResource('withheld', 'rosa', at(-3), ['o1', 'o2'], attached),
    ])
    const { laboratories } = await call(examEndpoints.list)
    const read = laboratories.map(async ({ attention_id }) => {
      const params = { patientId: rosa.id, attention_id }
      return (await call(examEndpoints.results, { params })).has_unshowable_document
    })
    expect(await Promise.all(read)).toEqual([true, false, false])
  })

  test('the text of an external report is its attached HTML, else its plain text, and its narrative', async () => {
    const imaging = { category: [{ coding: [{ code: 'RAD' }] }] }
    const data = (text: string) => Buffer.from(text).toString('base64')
    const html = { contentType: 'text/html', data: data('<p>En HTML.<script>x()</script></p>') }
    const plain = { contentType: 'text/plain; charset=utf-8', data: data('En texto.') }
    const narrative = { text: { status: 'additional', div: '<div><p>Además.</p></div>' } }
    const paragraph = (text: string) => ({ kind: 'paragraph', text })
    /** A report and its text; the one of a missing Binary is named as missing. */
    const file = { contentType: 'application/pdf', data: pdf }
    const linked = (url: string) => ({ presentedForm: [{ contentType: 'text/html', url }] })
    const rows: readonly (readonly [object, readonly object[]])[] = [
      [{ presentedForm: [plain, html, file] }, [paragraph('En HTML.')]],
      [{ presentedForm: [plain] }, [paragraph('En texto.')]],
      [linked('Binary/b'), [paragraph('Por dirección.')]],
      [{ presentedForm: [html], ...narrative }, [paragraph('En HTML.'), paragraph('Además.')]],
      [linked('Binary/gone'), [{ kind: 'missing', what: 'document', text: null }]],
      [{ conclusion: 'Normal.', conclusionCode: [{ text: 'Sin fractura' }] }, []],
    ]
    const { call, rosa, anonymous } = await withArchive([
      ...rows.map(([one], index) =>
        createReportResource(`r${index}`, 'rosa', at(-1 - index), [], { ...imaging, ...one }),
      ),
      { resourceType: 'Binary', id: 'b', contentType: 'text/html', data: data('<p>Por dirección.</p>') },
    ])
    const query = { type: 'imaging', page: 1, limit: 20 } as const
    const { laboratories } = await call(examEndpoints.list, { query })
    const read = laboratories.map(async ({ attention_id }) => {
      const params = { patientId: rosa.id, attention_id, type: 'imaging' as const }
      const { url_file } = await call(examEndpoints.view, { params })
      return anonymous(examEndpoints.resultsByKey, { params: { key: url_file.replace('/visor/', '') } })
    })
    const opened = await Promise.all(read)
    expect(opened.map(({ report }) => report)).toEqual(rows.map(([, text]) => text))
    expect(opened[0]?.pdf_url).not.toBeNull()
    expect(opened.at(-1)?.conclusion).toBe('Normal.\nSin fractura')
  })

  test('a guardian reads no text of an external report with a reserved result, and no reader one withdrawn as an error', async () => {
    const text = {
      category: [{ coding: [{ code: 'RAD' }] }],
      text: { status: 'additional', div: '<div>Texto del informe</div>' },
    }
    const { db, as, person, rosa, fhir, anonymous } = await withArchive([
      createObservationResource('o1', 'rosa', at(-1), glucose, 90),
      createObservationResource('o2', 'rosa', at(-1), hiv, 1),
      createReportResource('open', 'rosa', at(-2), ['o1'], text),
      createReportResource('reserved', 'rosa', at(-1), ['o1', 'o2'], text),
    ])
    await db.ask(`update people set date_birth = '2011-06-15' where id = $1`, [rosa.id])
    const mother = await person()
    await buildLink(db, { leader_id: mother.id, member_id: rosa.id })
    const params = { patientId: rosa.id, type: 'imaging' as const }
    const listed = async (reader: Call) =>
      (await reader(examEndpoints.listOf, { params, query: { type: 'imaging' } })).laboratories
    const read = async (reader: Call) => {
      const texts = (await listed(reader)).map(async ({ attention_id }) => {
        const { url_file } = await reader(examEndpoints.view, { params: { ...params, attention_id } })
        const key = url_file.replace('/visor/', '')
        return (await anonymous(examEndpoints.resultsByKey, { params: { key } })).report.length
      })
      return Promise.all(texts)
    }
    const patient = await as(rosa)
    expect([await read(await as(mother)), await read(patient)]).toEqual([
      [0, 1],
      [1, 1],
    ])
    const [open] = await listed(patient)
    fhir.put(
      createReportResource('reserved', 'rosa', at(-1), ['o1'], { ...text, status: 'entered-in-error' }),
    )
    const gone = { ...params, attention_id: open?.attention_id ?? 0 }
    await expectRejected(patient(examEndpoints.view, { params: gone }), 404)
  })
})

const panel = (id: string, members: readonly string[], more: object = {}) =>
  createObservationResource(id, 'hija', at(-24), ['x-panel', 'Panel'], 0, {
    valueQuantity: undefined,
    hasMember: members.map((one) => ({ reference: one })),
    ...more,
  })
const hemoglobin = ['718-7', 'Hemoglobina'] as const
const rapidHiv = (id: string, more: object = {}) =>
  createObservationResource(id, 'hija', at(-24), ['68961-2', 'Ac. anti-virus'], 0, more)

/** Starts a portal with a guardian and an adolescent, and returns a function that shows a report to both. */
async function withGuardian() {
  const portal = await withArchive([createPatientResource('hija', '98765433')])
  const { guardian: mother, child } = await buildFamily(portal.db, daughter)
  const [asMother, asChild] = [await portal.as(mother), await portal.as(child)]
  /** Returns what both see of the report: the names of its results, and whether there is a document. */
  return async (resources: readonly Resource[], report: object = {}) => {
    portal.clock.advance({ seconds: 20 })
    for (const key of portal.fhir.held.keys())
      if (/^(DiagnosticReport|Observation)\//.test(key)) portal.fhir.held.delete(key)
    for (const one of [
      createReportResource('r', 'hija', at(-24), ['sugar', 'top'], {
        presentedForm: [{ contentType: 'application/pdf', data: pdf }],
        ...report,
      }),
      createObservationResource('sugar', 'hija', at(-24), glucose, 90),
      ...resources,
    ])
      portal.fhir.put(one)
    const { laboratories } = await asChild(examEndpoints.list)
    const params = { patientId: child.id, attention_id: laboratories[0]?.attention_id ?? 0 }
    const own = await asChild(examEndpoints.results, { params })
    const guardian = await asMother(examEndpoints.results, { params }).catch(
      (error: { status: number }) => error.status,
    )
    return {
      own: own.results.map(({ name }) => name).toSorted(),
      hasDocument: own.pdf_url !== null,
      guardian: typeof guardian === 'number' ? guardian : guardian.results.map(({ name }) => name),
      guardianHasDocument: typeof guardian !== 'number' && guardian.pdf_url !== null,
    }
  }
}

test('a guardian does not see an exam with only reserved or unread results', async () => {
  const look = await withGuardian()
  const only = (one: string) => ({ result: [{ reference: `Observation/${one}` }] })
  const hidden = createObservationResource('top', 'hija', at(-24), hiv, 0)
  expect(await look([hidden], only('top'))).toMatchObject({ own: ['VIH 1+2'], guardian: 404 })
  expect((await look([], only('missing'))).guardian).toBe(404)
})

test('a document is withheld from the guardian if a result at any depth of its panels is reserved', async () => {
  const look = await withGuardian()
  const plain = await look([
    panel('top', ['Observation/inner']),
    panel('inner', ['Observation/leaf']),
    createObservationResource('leaf', 'hija', at(-24), hemoglobin, 13),
  ])
  expect(plain).toEqual({
    own: ['Glucosa', 'Hemoglobina'],
    hasDocument: true,
    guardian: ['Glucosa', 'Hemoglobina'],
    guardianHasDocument: true,
  })
  const reserved: Record<string, [Resource[], object?]> = {
    'a member of a panel': [[panel('top', ['Observation/v']), rapidHiv('v')]],
    'a member of a panel of a panel of a panel': [
      [
        panel('top', ['Observation/p2']),
        panel('p2', ['Observation/p3']),
        panel('p3', ['Observation/v']),
        rapidHiv('v'),
      ],
    ],
    'contained in its panel': [[panel('top', ['#v'], { contained: [rapidHiv('v')] })]],
    'in a panel contained in the report': [
      [],
      {
        contained: [panel('p', ['#v']), rapidHiv('v')],
        result: [{ reference: 'Observation/sugar' }, { reference: '#p' }],
      },
    ],
    'a component': [
      [
        panel('top', [], {
          component: [{ code: { coding: [{ code: '68961-2' }] }, valueString: 'No reactivo' }],
        }),
      ],
    ],
    'a cancelled result': [[rapidHiv('top', { status: 'cancelled' })]],
  }
  for (const [name, [resources, report]] of Object.entries(reserved))
    expect([name, await look(resources, report)]).toMatchObject([
      name,
      { guardian: ['Glucosa'], guardianHasDocument: false, hasDocument: true },
    ])
})

test('an exam is withheld from the guardian if a part cannot be read, and the adolescent sees a notice', async () => {
  const look = await withGuardian()
  const doubtful: Record<string, Resource[]> = {
    'a member that the server does not give': [panel('top', ['Observation/missing'])],
    'a member of another patient': [
      panel('top', ['Observation/v']),
      createObservationResource('v', 'rosa', at(-24), glucose, 1),
    ],
    'a member on another server': [panel('top', ['https://otro.example/fhir/Observation/sugar'])],
    'a member that cannot be read': [
      panel('top', ['Observation/v']),
      { resourceType: 'Observation', id: 'v', subject: { reference: 'Patient/hija' } },
    ],
    'panels in a circle': [
      panel('top', ['Observation/p2']),
      panel('p2', ['Observation/top', 'Observation/missing']),
    ],
    'panels too deep to follow': Array.from({ length: 12 }, (_, index) =>
      panel(index === 0 ? 'top' : `p${index}`, [`Observation/p${index + 1}`]),
    ),
  }
  for (const [name, resources] of Object.entries(doubtful))
    expect([name, await look(resources)]).toEqual([
      name,
      {
        own: ['Glucosa', 'Otros resultados'],
        hasDocument: true,
        guardian: 404,
        guardianHasDocument: false,
      },
    ])
  expect(await look([], { result: [] })).toEqual({
    own: [],
    hasDocument: true,
    guardian: [],
    guardianHasDocument: false,
  })
})

const hour = createAppointmentResource('a', 'rosa', at(24))

test('the client gets a token with its secret, caches it, and gets a new one when it is no longer accepted', async () => {
  const secret = 'con espacios y ñ'
  const { call, fhir, clock } = await withArchive([hour], {
    server: { client: { id: 'portal', secret } },
    client: { id: 'portal', secret },
  })
  const look = async () => {
    clock.advance({ seconds: 20 })
    return (await call(appointmentEndpoints.upcoming)).total
  }
  expect([await look(), await look(), fhir.tokensGiven()]).toEqual([1, 1, 1])
  fhir.endToken()
  expect([await look(), fhir.tokensGiven()]).toEqual([1, 2])
  clock.advance({ minutes: 5 })
  expect([await look(), fhir.tokensGiven()]).toEqual([1, 3])
  const fixed = await withArchive([hour], {
    server: { token: 'fijo' },
    environment: { CLINICAL_ARCHIVE_TOKEN: 'fijo' },
  })
  expect((await fixed.call(appointmentEndpoints.upcoming)).total).toBe(1)
})

test('the client retries failed reads, but never requests that change data', async () => {
  const { call, fhir } = await withArchive([hour])
  fhir.stumbleOver('GET', 2)
  const { appointments } = await call(appointmentEndpoints.upcoming)
  expect(appointments).toHaveLength(1)
  fhir.stumbleOver('PATCH', 1)
  const body = { id_appointment: appointments[0]?.id_appointment ?? 0 }
  await expectRejected(call(appointmentEndpoints.cancel, { body }), 503)
  expect(fhir.line.asked.filter((one) => one.startsWith('PATCH'))).toHaveLength(1)
  await call(appointmentEndpoints.cancel, { body })
  expect(fhir.held.get('Appointment/a')?.status).toBe('cancelled')
})

test('while the archive is down, failing, silent or rejects the token its lists answer 503, and the rest of the portal works', async () => {
  const { call, fhir, clock } = await withArchive([hour], {
    archiveTimeouts: { attempt: 100, pause: 5, rest: 15_000 },
  })
  for (const state of ['down', 'failing', 'silent', 'babbling'] as const) {
    fhir.line.state = state
    for (const endpoint of [appointmentEndpoints.upcoming, examEndpoints.list]) {
      const failure = await getRejection(call(endpoint))
      expect([state, failure.status, failure.retryAfter !== undefined]).toEqual([state, 503, true])
    }
    expect((await call(peopleEndpoints.self)).data.first_name).toBe('Rosa Elena')
    fhir.line.state = 'up'
    clock.advance({ minutes: 1 })
    expect((await call(appointmentEndpoints.upcoming)).total).toBe(1)
    clock.advance({ minutes: 1 })
  }
  const rejected = await withArchive([hour], { server: { token: 'otro' } })
  await expectRejected(rejected.call(appointmentEndpoints.upcoming), 503)
})

test('after several failures the circuit breaker stays open for its time, and then requests succeed again', async () => {
  const { call, fhir, clock } = await withArchive([hour])
  fhir.line.state = 'down'
  for (let round = 0; round < 4; round += 1) await getRejection(call(appointmentEndpoints.upcoming))
  const asked = fhir.line.asked.length
  fhir.line.state = 'up'
  const failure = await getRejection(call(appointmentEndpoints.upcoming))
  expect([failure.status, failure.retryAfter, fhir.line.asked.length]).toEqual([503, 15, asked])
  clock.advance({ seconds: 15 })
  expect((await call(appointmentEndpoints.upcoming)).total).toBe(1)
})

test('a link to a page on another server is not followed', async () => {
  const many = Array.from({ length: 8 }, (_, index) =>
    createAppointmentResource(`h${index}`, 'rosa', at(index + 1)),
  )
  const { call, fhir } = await withArchive(many, { server: { pageSize: 5 } })
  const other = await startFhirServer([])
  fhir.pointElsewhere(`${other.url}/Appointment?patient=Patient%2Frosa`)
  await expectRejected(call(appointmentEndpoints.upcoming), 503)
  expect(other.line.asked).toEqual([])
})

const soon = '2026-11-26T15:00:30.000Z'
const later = (report: Resource, lastUpdated: string): Resource => ({ ...report, meta: { lastUpdated } })
const readMails = async ({ db }: Awaited<ReturnType<typeof withArchive>>) =>
  (await db.listMails('exams.newResult')).map(({ recipient }) => recipient)
const listNotices = async (portal: Awaited<ReturnType<typeof withArchive>>, who: { id: number }) =>
  (await (await portal.as(who))(notificationEndpoints.list)).notifications.map(({ text }) => text)

/** Starts a portal that has searched once, so that existing reports do not count as new. */
async function asked(resources: readonly Resource[] = [], options: Parameters<typeof withArchive>[1] = {}) {
  const old = later(createReportResource('before', 'rosa', at(-48), []), '2026-11-24T15:00:00.000Z')
  // Within the time that every search goes back.
  const recent = later(createReportResource('recent', 'rosa', at(-47), []), '2026-11-26T14:58:30.000Z')
  const portal = await withArchive([old, recent, ...resources], options)
  expect(await portal.runJob('exams.collect')).toEqual({ found: 0, exams: 0 })
  return portal
}

test('a patient is notified of new results once, in the portal and by mail', async () => {
  const portal = await asked()
  const { fhir, runJob, rosa } = portal
  fhir.put(later(createReportResource('r1', 'rosa', at(0), []), soon))
  fhir.put(later(createReportResource('r2', 'rosa', at(0), []), soon))
  fhir.put(later(createReportResource('draft', 'rosa', at(0), [], { status: 'preliminary' }), soon))
  fhir.put(later(createReportResource('abo', 'rosa', at(0), [], { code: { text: 'Grupo sanguíneo' } }), soon))
  fhir.put(later(createReportResource('foreign', 'nobody-here', at(0), []), soon))
  fhir.put(later(createReportResource('old', 'rosa', at(-24 * 40), []), soon))
  const runs = await Promise.all([runJob('exams.collect'), runJob('exams.collect')])
  expect(runs).toContainEqual({ found: 2, exams: 2 })
  expect(await listNotices(portal, rosa)).toEqual(['Hay 2 nuevos resultados en Mis Exámenes'])
  expect(await readMails(portal)).toEqual(['rosa@ejemplo.cl'])
  // The report was touched, but is unchanged.
  fhir.put(later(createReportResource('r1', 'rosa', at(0), []), '2026-11-26T15:02:00.000Z'))
  expect(await runJob('exams.collect')).toEqual({ found: 0, exams: 0 })
  expect(await readMails(portal)).toHaveLength(1)
})

test('each correction of a report or of a value is announced once, leads to the exam, and the earlier values stay visible', async () => {
  const portal = await asked([createObservationResource('o1', 'rosa', at(0), glucose, 90)])
  const { fhir, runJob, rosa } = portal
  fhir.put(later(createReportResource('r1', 'rosa', at(0), ['o1']), soon))
  await runJob('exams.collect')
  const correct = async (resource: Resource, minute: number) => {
    fhir.put(later(resource, `2026-11-26T15:0${minute}:00.000Z`))
    portal.clock.advance({ minutes: 11 })
    const runs = await Promise.all([runJob('exams.collect'), runJob('exams.collect')])
    expect(runs).toContainEqual({ found: 1, exams: 1 })
    expect(await runJob('exams.collect')).toEqual({ found: 0, exams: 0 })
  }
  const corrected = { status: 'corrected' }
  await correct(createObservationResource('o1', 'rosa', at(0), glucose, 120, corrected), 2)
  await correct(createObservationResource('o1', 'rosa', at(0), glucose, 125, corrected), 3)
  await correct(createReportResource('r1', 'rosa', at(0), ['o1'], corrected), 4)
  // A correction from long ago that was only touched is not new.
  const old = { status: 'amended', issued: at(-24 * 40) }
  fhir.put(later(createReportResource('old', 'rosa', at(-24 * 40), [], old), '2026-11-26T15:05:00.000Z'))
  expect(await runJob('exams.collect')).toEqual({ found: 0, exams: 0 })
  expect(await readMails(portal)).toHaveLength(1)
  const call = await portal.as(rosa)
  const { notifications } = await call(notificationEndpoints.list)
  expect(notifications.map(({ text }) => text)).toEqual([
    ...Array(3).fill('Se corrigió un resultado en Mis Exámenes'),
    'Hay un nuevo resultado en Mis Exámenes',
  ])
  const { exam, results } = await readExam(call, rosa)
  expect([exam.date, notifications[0]?.exam]).toEqual([
    '26/11/2026',
    { type: 'laboratory', attention_id: exam.attention_id },
  ])
  const [result] = results
  expect(result?.value).toBe(125)
  expect(result?.earlier.map(({ reported }) => showValue(reported))).toEqual(['90 mg/dL', '120 mg/dL'])
})

test('a corrected value in a panel is announced, a report corrected with its value once, and a never-shown value not at all', async () => {
  const portal = await asked([
    createObservationResource('part', 'rosa', at(0), glucose, 90),
    createObservationResource('panel', 'rosa', at(0), ['24323-8', 'Perfil'], 0, {
      ...{ valueQuantity: undefined, referenceRange: undefined },
      hasMember: [{ reference: 'Observation/part' }],
    }),
    createObservationResource('alone', 'rosa', at(0), glucose, 90),
    createObservationResource('abo', 'rosa', at(0), ['883-9', 'ABO group'], 1),
  ])
  const { fhir, runJob } = portal
  fhir.put(later(createReportResource('r3', 'rosa', at(0), ['abo']), soon))
  fhir.put(later(createReportResource('r1', 'rosa', at(0), ['panel']), soon))
  fhir.put(later(createReportResource('r2', 'rosa', at(0), ['alone']), soon))
  await runJob('exams.collect')
  const when = '2026-11-26T15:02:00.000Z'
  const corrected = { status: 'corrected' }
  fhir.put(later(createObservationResource('part', 'rosa', at(0), glucose, 91, corrected), when))
  fhir.put(later(createObservationResource('abo', 'rosa', at(0), ['883-9', 'ABO group'], 2, corrected), when))
  fhir.put(later(createObservationResource('alone', 'rosa', at(0), glucose, 92, corrected), when))
  fhir.put(later(createReportResource('r2', 'rosa', at(0), ['alone'], corrected), when))
  expect(await runJob('exams.collect')).toEqual({ found: 2, exams: 2 })
  expect(await runJob('exams.collect')).toEqual({ found: 0, exams: 0 })
})

test('reports are announced and corrections shown if the server supports no search of corrections and no history', async () => {
  const portal = await asked(
    [createObservationResource('o1', 'rosa', at(0), glucose, 90, { status: 'corrected' })],
    {
      server: { hasHistory: false },
    },
  )
  const { fhir, runJob, rosa } = portal
  fhir.put(later(createReportResource('r1', 'rosa', at(0), ['o1']), soon))
  // A corrected value without `meta.lastUpdated` looks as if the server ignored the search parameter.
  fhir.put(createObservationResource('o1', 'rosa', at(0), glucose, 91, { status: 'corrected' }))
  expect(await runJob('exams.collect')).toEqual({ found: 1, exams: 1 })
  const call = await portal.as(rosa)
  const [result] = (await readExam(call, rosa)).results
  expect(result).toMatchObject({ value: 91, earlier: [], reported: { status: 'corrected' } })
})

test('only the adolescent is notified of reserved results, and a guardian of other results and a child’s', async () => {
  const portal = await asked([
    createPatientResource('hija', '98765433'),
    createPatientResource('hijo', '76543216'),
    createObservationResource('a', 'hija', at(0), glucose, 90),
    createObservationResource('b', 'hija', at(0), hiv, 0),
  ])
  const { fhir, runJob, db } = portal
  const girl = await portal.person({ ...daughter, first_name: 'Ana', email: null })
  const son = { document_number: '76543216', date_birth: '2016-06-15' }
  const boy = await portal.person({ ...son, first_name: 'Luis', email: null })
  const mother = await portal.person({ email: 'madre@ejemplo.cl' })
  for (const member of [girl, boy]) await buildLink(db, { leader_id: mother.id, member_id: member.id })
  const label = { security: [{ code: 'HIV' }] }
  fhir.put(later(createReportResource('measured', 'hija', at(0), ['b']), soon))
  fhir.put({ ...createReportResource('labelled', 'hija', at(0), []), meta: { lastUpdated: soon, ...label } })
  fhir.put(later(createReportResource('unnotified', 'hija', at(0), ['missing']), soon))
  expect(await runJob('exams.collect')).toEqual({ found: 3, exams: 3 })
  expect(await listNotices(portal, mother)).toEqual([])
  expect(await listNotices(portal, girl)).toEqual(['Hay 3 nuevos resultados en Mis Exámenes'])
  expect(await readMails(portal)).toEqual([])
  fhir.put(later(createReportResource('open', 'hija', at(0), ['a']), soon))
  fhir.put({ ...createReportResource('child', 'hijo', at(0), []), meta: { lastUpdated: soon, ...label } })
  await runJob('exams.collect')
  expect((await listNotices(portal, mother)).toSorted()).toEqual([
    'Hay un nuevo resultado de Ana en Mis Exámenes',
    'Hay un nuevo resultado de Luis en Mis Exámenes',
  ])
})

test('each run collects a limited number of results, continues after the last run, and misses none', async () => {
  const portal = await asked()
  const { fhir, runJob } = portal
  const moment = (index: number) => new Date(Date.parse(soon) + Math.floor(index / 2) * 1000).toISOString()
  for (let index = 0; index < 620; index += 1)
    fhir.put(later(createReportResource(`n${index}`, 'rosa', at(0), []), moment(index)))
  fhir.line.asked.length = 0
  // The report of shortly before the first search is read again and does not count.
  expect(await runJob('exams.collect')).toMatchObject({ found: 499 })
  expect(fhir.line.asked.filter((one) => one.includes('DiagnosticReport?'))).toHaveLength(5)
  let found = 499
  for (let round = 0; round < 3; round += 1)
    found += ((await runJob('exams.collect')) as { found: number }).found
  expect(found).toBe(620)
})

test('if the server is down or cannot search by time, only the job fails, and no result is lost', async () => {
  const portal = await asked()
  const { fhir, runJob, call, rosa } = portal
  fhir.put(later(createReportResource('r1', 'rosa', at(0), []), soon))
  fhir.line.state = 'failing'
  for (let round = 0; round < 5; round += 1) await expect(runJob('exams.collect')).rejects.toThrow()
  fhir.line.state = 'up'
  // Failures of the job do not open the circuit breaker of readers.
  expect((await call(examEndpoints.list)).total).toBe(3)
  portal.clock.advance({ seconds: 61 })
  fhir.leaveOut('_lastUpdated')
  await expect(runJob('exams.collect')).rejects.toThrow(
    'ignores _lastUpdated when it searches DiagnosticReport',
  )
  fhir.leaveOut(null)
  expect(await runJob('exams.collect')).toEqual({ found: 1, exams: 1 })
  expect(await listNotices(portal, rosa)).toHaveLength(1)
})

const withReader = async (resources: readonly Resource[]) => {
  const portal = await withArchive(resources)
  const token = await portal.sessionOf(portal.rosa.id)
  const get = async (path: string) => {
    const answer = await portal.app.inject({ url: `/api/fhir/R4/${path}`, headers: { 'x-token': token } })
    return { status: answer.statusCode, body: answer.json() }
  }
  return { ...portal, get }
}

test('an application reads records of the external archive and of the portal in one list', async () => {
  const { get, db, rosa } = await withReader([
    createAppointmentResource('a', 'rosa', at(2)),
    createAppointmentResource('b', 'rosa', at(-48)),
    createReportResource('r1', 'rosa', at(-24), ['o1', 'o2'], {
      presentedForm: [{ contentType: 'application/pdf', data: pdf }],
    }),
    createObservationResource('o1', 'rosa', at(-24), glucose, 112.5),
    createObservationResource('o2', 'rosa', at(-24), ['x', 'Coombs directo'], 1),
    createReportResource('r2', 'rosa', at(-72), ['o3'], {
      presentedForm: [{ contentType: 'application/pdf', data: pdf }],
    }),
    createObservationResource('o3', 'rosa', at(-72), glucose, 99),
  ])
  await buildAppointment(db, { patient_id: rosa.id, starts_at: new Date(at(5)) })
  const own = await buildExam(db, { patient_id: rosa.id, taken_at: new Date(at(-48)) })
  const totals = async (...paths: string[]) => {
    const found: [string, number][] = []
    for (const path of paths) {
      const { body } = await get(path)
      for (const { resource } of body.entry) {
        expect(findFhirIssues(resource)).toEqual([])
        expect((await get(`${resource.resourceType}/${resource.id}`)).body).toEqual(resource)
      }
      found.push([path, body.total])
    }
    return Object.fromEntries(found)
  }
  const expected = {
    Appointment: 3,
    'Appointment?status=booked&date=ge2026-11-26': 2,
    DiagnosticReport: 3,
    'DiagnosticReport?date=lt2026-11-24': 1,
    'DiagnosticReport?category=IMG': 0,
    Observation: 2,
    'Observation?code=http://loinc.org|2345-7': 2,
    'Observation?code=4548-4': 0,
    DocumentReference: 1,
  }
  expect(await totals(...Object.keys(expected))).toEqual(expected)
  const page = (await get('DiagnosticReport?_count=1&_offset=1')).body
  expect([page.total, page.entry[0].resource.id]).toEqual([3, String(own.id)])
  expect(page.link.map(({ relation }: { relation: string }) => relation)).toEqual(['self', 'next'])
  // The document of the exam with a measure that is never shown is not in the list.
  const [paper] = (await get('DocumentReference')).body.entry
  expect((await get(`Binary/${paper.resource.id}`)).body.data).toBe(pdf)
  expect((await get('DiagnosticReport/1999999999')).status).toBe(404)
})

test('an application gets an error while the archive is down, and for a search over too many exams', async () => {
  const { get, fhir, clock } = await withReader(
    Array.from({ length: 201 }, (_, index) => createReportResource(`r${index}`, 'rosa', at(-24 - index), [])),
  )
  expect((await get('Observation')).body.issue[0].diagnostics).toBe(
    'La búsqueda abarca más de 200 exámenes: acótala con date o _id',
  )
  expect((await get('Observation?date=ge2026-11-24')).status).toBe(200)
  clock.advance({ minutes: 5 })
  fhir.line.state = 'down'
  const silent = await get('Appointment')
  expect([silent.status, silent.body.resourceType]).toEqual([503, 'OperationOutcome'])
  expect((await get('Patient')).status).toBe(200)
})
