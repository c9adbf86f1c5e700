import { appointmentEndpoints } from '@mi-portal/contract/appointments'
import { bookingEndpoints, preparationEndpoints } from '@mi-portal/contract/booking'
import type { Call } from '@mi-portal/contract/client'
import { examEndpoints } from '@mi-portal/contract/exams'
import { exportEndpoints } from '@mi-portal/contract/exports'
import { notificationEndpoints } from '@mi-portal/contract/notifications'
import { peopleEndpoints } from '@mi-portal/contract/people'
import { eq } from 'drizzle-orm'
import type { Bundle } from 'fhir/r4'
import { describe, expect, test } from 'vitest'
import { ask } from '../../../../test/ask.ts'
import { bearerOf } from '../../../../test/booking/calendar.ts'
import { buildExam, buildHour, buildLink } from '../../../../test/build.ts'
import { faultsOf } from '../../../../test/fhir/judge.ts'
import {
  appointmentOf,
  observationOf,
  patientOf,
  type Resource,
  reportOf,
  staffOfArchive,
  startFhirServer,
  typed,
} from '../../../../test/outside/fhir-server.ts'
import { type PortalOptions, startPortal } from '../../../../test/portal.ts'
import { refusal } from '../../../../test/refusal.ts'
import type { Database } from '../../../platform/database/database.ts'
import { auditEvents, outbox } from '../../../platform/database/schema.ts'

const run = '123456785'
const at = (hours: number) =>
  new Date(Date.parse('2026-11-26T15:00:00Z') + hours * 3_600_000).toISOString().replace('.000Z', 'Z')
const pdf = Buffer.from('%PDF-1.7 informe').toString('base64')

type Server = Parameters<typeof startFhirServer>[1]
type Client = { readonly id: string; readonly secret: string }

/** A portal whose archive is a FHIR server that knows Rosa as `rosa`. */
async function withArchive(
  resources: readonly Resource[],
  {
    server = {},
    client,
    environment = {},
    ...options
  }: PortalOptions & { server?: Server; client?: Client } = {},
) {
  const fhir = await startFhirServer([patientOf('rosa', run), ...staffOfArchive, ...resources], server)
  const portal = await startPortal({
    archivePatience: { attempt: 400, pause: 5, rest: 15_000 },
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

const glucose = ['2345-7', 'Glucosa'] as const
const hiv = ['56888-1', 'VIH 1+2'] as const

describe('hours of an archive elsewhere', () => {
  test('come with professional, place and kind of visit, soonest first, under numbers that stay', async () => {
    const { call, rosa } = await withArchive([
      appointmentOf('b', 'rosa', at(48)),
      appointmentOf('a', 'rosa', at(2)),
      appointmentOf('past', 'rosa', at(-48), { status: 'fulfilled' }),
      appointmentOf('gone', 'rosa', at(5), { status: 'cancelled' }),
    ])
    const list = await call(appointmentEndpoints.upcoming)
    expect(list.total).toBe(2)
    expect(list.appointments[0]).toMatchObject({
      patient_id: rosa.id,
      rut_professional: '111111111',
      cod_specialty: '363',
      doctor_name: 'Dra. Marcela Ortega Pino',
      specialty: 'Medicina interna',
      sub_context: 'Consulta',
      place_care: 'Clínica Providencia',
      place_care_portal: 'Piso 3, consulta 304',
      starts_at: '2026-11-26T17:00:00.000Z',
      modality: 'presencial',
    })
    const again = await call(appointmentEndpoints.upcoming)
    expect(again.appointments.map((one) => one.id_appointment)).toEqual(
      list.appointments.map((one) => one.id_appointment),
    )
    const past = await call(appointmentEndpoints.history)
    expect(past.appointments.map((one) => one.starts_at)).toEqual(['2026-11-24T15:00:00.000Z'])
  })

  test('are read page after page as the server links them, and counted whole', async () => {
    const { call, fhir } = await withArchive(
      Array.from({ length: 23 }, (_, index) => appointmentOf(`h${index}`, 'rosa', at(index + 1))),
      { server: { pageSize: 10 } },
    )
    const second = await call(appointmentEndpoints.upcoming, { query: { page: 2, limit: 10 } })
    expect([second.total, second.appointments.length]).toEqual([23, 10])
    expect(second.appointments[0]?.starts_at).toBe(new Date(at(11)).toISOString())
    const last = await call(appointmentEndpoints.upcoming, { query: { page: 3, limit: 10 } })
    expect(last.appointments).toHaveLength(3)
    expect(
      (await call(appointmentEndpoints.upcoming, { query: { page: 4, limit: 10 } })).appointments,
    ).toEqual([])
    const searches = fhir.line.asked.filter((one) => one.startsWith('GET /fhir/Appointment?'))
    expect(searches).toHaveLength(3)
    expect(searches[0]).toContain('_sort=date')
  })

  test('stand in one order with those booked here; one that both know is the portal’s', async () => {
    const { call, db, rosa } = await withArchive([
      appointmentOf('a', 'rosa', at(1)),
      appointmentOf('both', 'rosa', at(2)),
      appointmentOf('c', 'rosa', at(4)),
    ])
    const own = await buildHour(db, { patient_id: rosa.id, starts_at: new Date(at(2)) })
    await buildHour(db, { patient_id: rosa.id, starts_at: new Date(at(3)) })
    const list = await call(appointmentEndpoints.upcoming)
    expect(list.total).toBe(4)
    expect(list.appointments.map((one) => one.starts_at)).toEqual(
      [1, 2, 3, 4].map((hour) => new Date(at(hour)).toISOString()),
    )
    expect(list.appointments[1]?.id_appointment).toBe(own.id)
  })

  test('of somebody else are dropped, whatever the server says to be the patient’s', async () => {
    const { call, fhir } = await withArchive([patientOf('otra', '76543216')])
    fhir.put({
      ...appointmentOf('x', 'rosa', at(3)),
      // A faulty index: found under Rosa, about another.
      participant: [{ actor: { reference: 'Patient/otra' } }],
      subject: { reference: 'Patient/rosa' },
    })
    expect((await call(appointmentEndpoints.upcoming)).total).toBe(0)
    expect(fhir.line.asked.some((one) => one.includes('Patient%2Frosa'))).toBe(true)
  })

  test.each([
    ['nobody there has that run', [patientOf('otra', '76543216')]],
    ['two there have it', [patientOf('una', '98765433'), patientOf('dos', '98765433')]],
    [
      'it is the passport number of somebody',
      [{ ...patientOf('p', '1'), identifier: [typed('3', '98765433')] }],
    ],
    [
      'eight digits without a dash may be a longer run without its digit',
      [{ ...patientOf('p', '1'), identifier: [typed('1', '98765433')] }],
    ],
    ['the record is no longer in use', [patientOf('una', '98765433', { active: false })]],
  ])('are none when %s', async (_, patients) => {
    const { as, person } = await withArchive([
      ...patients,
      ...patients.map((one, index) => appointmentOf(`h${index}`, one.id, at(3))),
    ])
    const call = await as(await person({ document_number: '98765433' }))
    expect((await call(appointmentEndpoints.upcoming)).total).toBe(0)
  })

  test('are found by a run whose check digit stands in CL Core’s extension', async () => {
    const url = 'http://hl7.org/fhir/StructureDefinition/identifier-checkDigit'
    const identifier = { ...typed('1', '9876543'), extension: [{ url, valueString: '3' }] }
    const eva = { resourceType: 'Patient', id: 'eva', identifier: [identifier] }
    const { as, person } = await withArchive([eva, appointmentOf('h', 'eva', at(3))])
    const call = await as(await person({ document_number: '98765433' }))
    expect((await call(appointmentEndpoints.upcoming)).total).toBe(1)
  })

  test('are found by the clinic’s own name for runs where its identifiers carry no type', async () => {
    const system = 'https://clinica.example/run'
    const plain = { resourceType: 'Patient', id: 'eva', identifier: [{ system, value: '9876543-3' }] }
    const { as, person } = await withArchive([plain, appointmentOf('h', 'eva', at(3))], {
      environment: { CLINICAL_ARCHIVE_RUN_SYSTEM: system },
    })
    const call = await as(await person({ document_number: '98765433' }))
    expect((await call(appointmentEndpoints.upcoming)).total).toBe(1)
  })

  test('that the law reserves are absent for the guardian, by label and by specialty, and whole for the adolescent', async () => {
    const portal = await withArchive([
      patientOf('hija', '98765433'),
      appointmentOf('open', 'hija', at(1)),
      appointmentOf('label', 'hija', at(2), { meta: { security: [{ code: 'PSY' }] } }),
      appointmentOf('specialty', 'hija', at(3), { specialty: [{ text: 'Psiquiatría adolescente' }] }),
    ])
    await ask(
      portal.db,
      `insert into specialties (code, name, visit_minutes, adult, paediatric, telemedicine, reserved_group)
       values (999, 'Psiquiatria Adolescente', 30, true, true, false, 'SALUD_MENTAL')`,
    )
    const child = await portal.person({ document_number: '98765433', date_birth: '2011-06-15' })
    const mother = await portal.person()
    await buildLink(portal.db, { leader_id: mother.id, member_id: child.id })
    const seen = await (await portal.as(mother))(appointmentEndpoints.upcomingOf, {
      params: { id: child.id },
    })
    expect([seen.total, seen.appointments.length]).toEqual([1, 1])
    const own = await (await portal.as(child))(appointmentEndpoints.upcoming)
    expect(own.total).toBe(3)
    const hidden = own.appointments[1]?.id_appointment ?? 0
    const refused = await refusal(
      (await portal.as(mother))(appointmentEndpoints.cancel, { body: { id_appointment: hidden } }),
    )
    expect(refused.status).toBe(404)
  })
})

describe('giving up an hour of an archive elsewhere', () => {
  async function withHour() {
    const portal = await withArchive([appointmentOf('a', 'rosa', at(24))])
    const { appointments } = await portal.call(appointmentEndpoints.upcoming)
    const id_appointment = appointments[0]?.id_appointment ?? 0
    const cancel = () => portal.call(appointmentEndpoints.cancel, { body: { id_appointment } })
    const statusThere = () => portal.fhir.held.get('Appointment/a')?.status
    return { ...portal, id_appointment, cancel, statusThere }
  }

  test('changes it there as it was read, tells the patient, leaves an audit row and the list', async () => {
    const { cancel, statusThere, call, db, fhir, id_appointment } = await withHour()
    await cancel()
    expect(statusThere()).toBe('cancelled')
    expect(fhir.line.headers.at(-1)?.['if-match']).toBe('W/"1"')
    expect((await call(appointmentEndpoints.upcoming)).total).toBe(0)
    expect(await db.orm.select().from(outbox)).toHaveLength(1)
    const [row] = await db.orm.select().from(auditEvents).where(eq(auditEvents.action, 'appointments.cancel'))
    expect(row).toMatchObject({ outcome: 'done', object: `id_appointment=${id_appointment}` })
    expect((await refusal(cancel())).status).toBe(409)
    expect(await db.orm.select().from(outbox)).toHaveLength(1)
  })

  test('is refused when the clinic changed it in between', async () => {
    const { cancel, fhir, statusThere, db } = await withHour()
    const held = fhir.held.get('Appointment/a')
    // Changed after the last look at it and before the patch arrives.
    const reads = fhir.held.get.bind(fhir.held)
    let looks = 0
    fhir.held.get = (key) => {
      const one = reads(key)
      if (key === 'Appointment/a') looks += 1
      if (looks === 2 && held && key === 'Appointment/a') fhir.put({ ...held, start: at(30) })
      return one
    }
    expect((await refusal(cancel())).status).toBe(409)
    expect(statusThere()).toBe('booked')
    expect(await db.orm.select().from(outbox)).toEqual([])
    await cancel()
    expect(statusThere()).toBe('cancelled')
  })

  test('whose answer was lost is finished by asking again, and told of once', async () => {
    const { cancel, fhir, statusThere, db } = await withHour()
    fhir.loseAnswersTo('PATCH')
    expect((await refusal(cancel())).status).toBe(503)
    expect([statusThere(), await db.orm.select().from(outbox)]).toEqual(['cancelled', []])
    fhir.loseAnswersTo(null)
    await cancel()
    expect(await db.orm.select().from(outbox)).toHaveLength(1)
    expect((await refusal(cancel())).status).toBe(409)
  })

  test('by several at once is done once', async () => {
    const { cancel, db } = await withHour()
    const outcomes = await Promise.all(
      Array.from({ length: 4 }, () =>
        cancel().then(
          () => 200,
          (error: { status: number }) => error.status,
        ),
      ),
    )
    expect(outcomes.filter((status) => status === 200)).toHaveLength(1)
    expect(await db.orm.select().from(outbox)).toHaveLength(1)
  })

  test('of another patient is refused as if it were not there', async () => {
    const { as, person, id_appointment, statusThere } = await withHour()
    const stranger = await as(await person())
    const failure = await refusal(stranger(appointmentEndpoints.cancel, { body: { id_appointment } }))
    expect([failure.status, statusThere()]).toEqual([404, 'booked'])
  })
})

describe('moving an hour of an archive elsewhere', () => {
  test('is not offered, and refused in words to who may see it; to others it is not there', async () => {
    const { call, db, rosa, as, person, caller } = await withArchive([appointmentOf('a', 'rosa', at(24))])
    const own = await buildHour(db, { patient_id: rosa.id, starts_at: new Date(at(3)) })
    const { appointments } = await call(appointmentEndpoints.upcoming)
    expect(appointments.map((one) => [one.id_appointment === own.id, one.can_move])).toEqual([
      [true, undefined],
      [false, false],
    ])
    const id_appointment = appointments[1]?.id_appointment ?? 0
    const stranger = caller(undefined, undefined, await bearerOf(await as(await person())))
    const patient = caller(undefined, undefined, await bearerOf(call))
    const bookAs = (who: Call, patient_id: number) =>
      refusal(who(bookingEndpoints.book, { body: { hold_id: 1, patient_id, id_appointment } }))
    const lookAs = (who: Call) =>
      refusal(who(preparationEndpoints.bookedHour, { params: { id_appointment } }))
    for (const refused of [await bookAs(patient, rosa.id), await lookAs(patient)])
      expect([refused.status, refused.message]).toEqual([
        409,
        'Esta hora no se puede cambiar en el portal. Reserva otra y cancela esta, o llama a la clínica',
      ])
    expect((await lookAs(stranger)).status).toBe(404)
  })
})

describe('exams of an archive elsewhere', () => {
  const exams = [
    reportOf('r1', 'rosa', at(-24), ['o1', 'o2']),
    reportOf('r0', 'rosa', at(-24 * 90), ['o0']),
    observationOf('o1', 'rosa', at(-24), glucose, 112.5),
    observationOf('o0', 'rosa', at(-24 * 90), glucose, 90),
    observationOf('o2', 'rosa', at(-24), ['x', 'Coombs directo'], 1),
    reportOf('rx', 'rosa', at(-48), [], {
      category: [{ coding: [{ code: 'RAD' }] }],
      code: { text: 'Radiografía de tórax' },
      presentedForm: [{ contentType: 'application/pdf', data: pdf, title: 'torax' }],
    }),
    reportOf('abo', 'rosa', at(-48), [], { code: { text: 'Grupo sanguíneo' } }),
    reportOf('draft', 'rosa', at(-48), [], { status: 'preliminary' }),
  ]

  test('are listed by kind, latest first, without what the portal never shows nor what is not final', async () => {
    const { call, db, rosa } = await withArchive(exams)
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
  })

  test('tell their values with reference, unit and history', async () => {
    const { call, rosa } = await withArchive(exams)
    const { laboratories } = await call(examEndpoints.list)
    const params = { patientId: rosa.id, attention_id: laboratories[0]?.attention_id ?? 0 }
    const { results, pdf_url } = await call(examEndpoints.results, { params })
    expect(results).toEqual([
      {
        code: '2345-7',
        name: 'Glucosa',
        value: 112.5,
        text: null,
        unit: 'mg/dL',
        decimals: 1,
        reference: { low: 70, high: 99, text: null },
        position: 'high',
        history: [
          { date: '2026-08-28', value: 90 },
          { date: '2026-11-25', value: 112.5 },
        ],
      },
    ])
    expect(pdf_url).toBeNull()
  })

  test('open their paper, attached or related, from the server alone', async () => {
    const { call, app, rosa, fhir } = await withArchive([
      ...exams,
      {
        resourceType: 'DocumentReference',
        id: 'd',
        status: 'current',
        subject: { reference: 'Patient/rosa' },
        context: { related: [{ reference: 'DiagnosticReport/r0' }] },
        content: [{ attachment: { contentType: 'application/pdf', url: 'Binary/b' } }],
      },
      { resourceType: 'Binary', id: 'b', contentType: 'application/pdf', data: pdf },
    ])
    const { laboratories: images } = await call(examEndpoints.list, { query: { type: 'imaging' } })
    const image = { patientId: rosa.id, attention_id: images[0]?.attention_id ?? 0, type: 'imaging' as const }
    const { url_file } = await call(examEndpoints.view, { params: image })
    const answer = await app.inject({ url: url_file })
    expect([answer.statusCode, answer.headers['content-type'], answer.body]).toEqual([
      200,
      'application/pdf',
      '%PDF-1.7 informe',
    ])
    const { laboratories } = await call(examEndpoints.list)
    const params = { patientId: rosa.id, attention_id: laboratories[1]?.attention_id ?? 0 }
    const { pdf_url } = await call(examEndpoints.results, { params })
    expect((await app.inject({ url: pdf_url ?? '' })).body).toBe('%PDF-1.7 informe')
    const document = fhir.held.get('DocumentReference/d')
    for (const url of [
      'http://169.254.169.254/x',
      `${fhir.url}/../../etc`,
      'https://otro.example/Binary/b',
    ]) {
      if (document)
        fhir.put({ ...document, content: [{ attachment: { contentType: 'application/pdf', url } }] })
      expect((await app.inject({ url: pdf_url ?? '' })).statusCode).toBe(404)
    }
  })

  test('keep their paper where it holds a measure that the portal never shows', async () => {
    const [first, ...rest] = exams
    const attached = { ...first, presentedForm: [{ contentType: 'application/pdf', data: pdf }] } as Resource
    const { call, rosa } = await withArchive([attached, ...rest])
    const { laboratories } = await call(examEndpoints.list)
    const params = { patientId: rosa.id, attention_id: laboratories[0]?.attention_id ?? 0 }
    expect((await call(examEndpoints.results, { params })).pdf_url).toBeNull()
  })

  test('of another patient are not there, by number neither', async () => {
    const { call, as, person } = await withArchive(exams)
    const { laboratories } = await call(examEndpoints.list)
    const somebody = await person()
    const params = { patientId: somebody.id, attention_id: laboratories[0]?.attention_id ?? 0 }
    expect((await refusal((await as(somebody))(examEndpoints.results, { params }))).status).toBe(404)
  })

  test('that hold nothing but reserved results are absent for the guardian; of others the reserved result is', async () => {
    const portal = await withArchive([
      patientOf('hija', '98765433'),
      reportOf('mixed', 'hija', at(-24), ['a', 'b'], {
        presentedForm: [{ contentType: 'application/pdf', data: pdf }],
      }),
      reportOf('whole', 'hija', at(-48), ['c']),
      reportOf('untold', 'hija', at(-72), ['missing']),
      observationOf('a', 'hija', at(-24), glucose, 90),
      observationOf('b', 'hija', at(-24), hiv, 0),
      observationOf('c', 'hija', at(-48), hiv, 0),
    ])
    const child = await portal.person({ document_number: '98765433', date_birth: '2011-06-15' })
    const mother = await portal.person()
    await buildLink(portal.db, { leader_id: mother.id, member_id: child.id })
    const [asMother, asChild] = [await portal.as(mother), await portal.as(child)]
    const seen = await asMother(examEndpoints.listOf, { params: { patientId: child.id } })
    expect(seen.total).toBe(1)
    expect((await asChild(examEndpoints.list)).total).toBe(3)
    const params = { patientId: child.id, attention_id: seen.laboratories[0]?.attention_id ?? 0 }
    const told = await asMother(examEndpoints.results, { params })
    expect([told.results.map((one) => one.name), told.pdf_url]).toEqual([['Glucosa'], null])
    const own = await asChild(examEndpoints.results, { params })
    expect([own.results.length, own.pdf_url === null]).toEqual([2, false])
  })
})

describe('the line to an archive elsewhere', () => {
  const hour = appointmentOf('a', 'rosa', at(24))

  test('shows the token it was given', async () => {
    const { call, fhir } = await withArchive([hour], {
      server: { token: 'fijo' },
      environment: { CLINICAL_ARCHIVE_TOKEN: 'fijo' },
    })
    expect((await call(appointmentEndpoints.upcoming)).total).toBe(1)
    expect(fhir.line.headers.every(({ authorization }) => authorization === 'Bearer fijo')).toBe(true)
  })

  test('that is not let in says that the archive is down', async () => {
    const { call } = await withArchive([hour], { server: { token: 'otro' } })
    expect((await refusal(call(appointmentEndpoints.upcoming))).status).toBe(503)
  })

  test('asks for a token with its client’s secret, keeps it, and asks anew when it is taken no longer', async () => {
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
  })

  test('asks again what a read stumbled over, and never what changes something', async () => {
    const { call, fhir } = await withArchive([hour])
    fhir.stumbleOver('GET', 2)
    const { appointments } = await call(appointmentEndpoints.upcoming)
    expect(appointments).toHaveLength(1)
    fhir.stumbleOver('PATCH', 1)
    const body = { id_appointment: appointments[0]?.id_appointment ?? 0 }
    expect((await refusal(call(appointmentEndpoints.cancel, { body }))).status).toBe(503)
    expect(fhir.line.asked.filter((one) => one.startsWith('PATCH'))).toHaveLength(1)
    await call(appointmentEndpoints.cancel, { body })
    expect(fhir.held.get('Appointment/a')?.status).toBe('cancelled')
  })

  test.each(['down', 'failing', 'silent', 'babbling'] as const)(
    'that is %s is said so with 503, and the rest of the portal works',
    async (state) => {
      const { call, fhir } = await withArchive([hour])
      fhir.line.state = state
      for (const endpoint of [appointmentEndpoints.upcoming, examEndpoints.list]) {
        const failure = await refusal(call(endpoint))
        expect([failure.status, failure.retryAfter !== undefined]).toEqual([503, true])
        expect(failure.message).toMatch(/^El archivo clínico de la clínica no responde/)
      }
      expect((await call(peopleEndpoints.self)).data.first_name).toBe('Rosa Elena')
      fhir.line.state = 'up'
      expect((await call(appointmentEndpoints.upcoming)).total).toBe(1)
    },
  )

  test('that failed often is left in peace for a while, then asked by one, then by all', async () => {
    const { call, fhir, clock } = await withArchive([hour])
    fhir.line.state = 'down'
    for (let round = 0; round < 4; round += 1) await refusal(call(appointmentEndpoints.upcoming))
    const asked = fhir.line.asked.length
    fhir.line.state = 'up'
    const failure = await refusal(call(appointmentEndpoints.upcoming))
    expect([failure.status, failure.retryAfter, fhir.line.asked.length]).toEqual([503, 15, asked])
    clock.advance({ seconds: 15 })
    expect((await call(appointmentEndpoints.upcoming)).total).toBe(1)
  })

  test('follows no page to another server', async () => {
    const many = Array.from({ length: 8 }, (_, index) => appointmentOf(`h${index}`, 'rosa', at(index + 1)))
    const { call, fhir } = await withArchive(many, { server: { pageSize: 5 } })
    const other = await startFhirServer([])
    fhir.pointElsewhere(`${other.url}/Appointment?patient=Patient%2Frosa`)
    expect((await refusal(call(appointmentEndpoints.upcoming))).status).toBe(503)
    expect(other.line.asked).toEqual([])
  })
})

describe('new results in an archive elsewhere', () => {
  const soon = '2026-11-26T15:00:30.000Z'
  const later = (report: Resource, lastUpdated: string): Resource => ({ ...report, meta: { lastUpdated } })
  const mailsOf = async ({ db }: { db: Database }) =>
    (await db.orm.select().from(outbox).where(eq(outbox.template, 'exams.newResult')).orderBy(outbox.id)).map(
      ({ recipient }) => recipient,
    )
  const noticesOf = async (portal: Awaited<ReturnType<typeof withArchive>>, who: { id: number }) =>
    (await (await portal.as(who))(notificationEndpoints.list)).notifications.map(({ text }) => text)

  /** A portal that has asked once: what was there before is no news. */
  async function asked(resources: readonly Resource[] = [], options: Parameters<typeof withArchive>[1] = {}) {
    const old = later(reportOf('before', 'rosa', at(-48), []), '2026-11-24T15:00:00.000Z')
    const portal = await withArchive([old, ...resources], options)
    expect(await portal.runJob('exams.collect')).toEqual({ found: 0, exams: 0 })
    return portal
  }

  test('are told to the patient in the portal and by a mail that says nothing of them, once', async () => {
    const portal = await asked()
    const { fhir, runJob, rosa } = portal
    fhir.put(later(reportOf('r1', 'rosa', at(0), []), soon))
    fhir.put(later(reportOf('r2', 'rosa', at(0), []), soon))
    fhir.put(later(reportOf('draft', 'rosa', at(0), [], { status: 'preliminary' }), soon))
    fhir.put(later(reportOf('abo', 'rosa', at(0), [], { code: { text: 'Grupo sanguíneo' } }), soon))
    fhir.put(later(reportOf('foreign', 'nobody-here', at(0), []), soon))
    fhir.put(later(reportOf('old', 'rosa', at(-24 * 40), []), soon))
    const runs = await Promise.all([runJob('exams.collect'), runJob('exams.collect')])
    expect(runs).toContainEqual({ found: 2, exams: 2 })
    expect(await noticesOf(portal, rosa)).toEqual(['Hay 2 nuevos resultados en Mis Exámenes'])
    expect(await mailsOf(portal)).toEqual(['rosa@ejemplo.cl'])
    // Amended: it was told of.
    fhir.put(later(reportOf('r1', 'rosa', at(0), [], { status: 'amended' }), '2026-11-26T15:02:00.000Z'))
    expect(await runJob('exams.collect')).toEqual({ found: 0, exams: 0 })
    expect(await mailsOf(portal)).toHaveLength(1)
  })

  test('that the law reserves to an adolescent are told to them alone; others, and a child’s, to the guardian too', async () => {
    const portal = await asked([
      patientOf('hija', '98765433'),
      patientOf('hijo', '76543216'),
      observationOf('a', 'hija', at(0), glucose, 90),
      observationOf('b', 'hija', at(0), hiv, 0),
    ])
    const { fhir, runJob, db } = portal
    const girl = await portal.person({
      document_number: '98765433',
      date_birth: '2011-06-15',
      first_name: 'Ana',
      email: null,
    })
    const boy = await portal.person({
      document_number: '76543216',
      date_birth: '2016-06-15',
      first_name: 'Luis',
      email: null,
    })
    const mother = await portal.person({ email: 'madre@ejemplo.cl' })
    for (const member of [girl, boy]) await buildLink(db, { leader_id: mother.id, member_id: member.id })
    const label = { security: [{ code: 'HIV' }] }
    fhir.put(later(reportOf('measured', 'hija', at(0), ['b']), soon))
    fhir.put({ ...reportOf('labelled', 'hija', at(0), []), meta: { lastUpdated: soon, ...label } })
    fhir.put(later(reportOf('untold', 'hija', at(0), ['missing']), soon))
    expect(await runJob('exams.collect')).toEqual({ found: 3, exams: 3 })
    expect(await noticesOf(portal, mother)).toEqual([])
    expect(await noticesOf(portal, girl)).toEqual(['Hay 3 nuevos resultados en Mis Exámenes'])
    expect(await mailsOf(portal)).toEqual([])
    fhir.put(later(reportOf('open', 'hija', at(0), ['a']), soon))
    fhir.put({ ...reportOf('child', 'hijo', at(0), []), meta: { lastUpdated: soon, ...label } })
    await runJob('exams.collect')
    expect((await noticesOf(portal, mother)).toSorted()).toEqual([
      'Hay un nuevo resultado de Ana en Mis Exámenes',
      'Hay un nuevo resultado de Luis en Mis Exámenes',
    ])
  })

  test('are looked for a bounded number at a time, from where the last look ended, and none is left out', async () => {
    const portal = await asked()
    const { fhir, runJob } = portal
    const moment = (index: number) => new Date(Date.parse(soon) + Math.floor(index / 2) * 1000).toISOString()
    for (let index = 0; index < 1_100; index += 1)
      fhir.put(later(reportOf(`n${index}`, 'rosa', at(0), []), moment(index)))
    fhir.line.asked.length = 0
    expect(await runJob('exams.collect')).toMatchObject({ found: 500 })
    expect(fhir.line.asked.filter((one) => one.includes('DiagnosticReport?'))).toHaveLength(5)
    let found = 500
    for (let round = 0; round < 8; round += 1)
      found += ((await runJob('exams.collect')) as { found: number }).found
    expect(found).toBe(1_100)
  })

  test('fail the job and nobody else where the server is down or does not search by moments, and are not lost', async () => {
    const portal = await asked()
    const { fhir, runJob, call, rosa } = portal
    fhir.put(later(reportOf('r1', 'rosa', at(0), []), soon))
    fhir.line.state = 'failing'
    for (let round = 0; round < 5; round += 1) await expect(runJob('exams.collect')).rejects.toThrow()
    fhir.line.state = 'up'
    // The job's failures do not count against what readers ask.
    expect((await call(examEndpoints.list)).total).toBe(2)
    portal.clock.advance({ seconds: 61 })
    fhir.leaveOut('_lastUpdated')
    await expect(runJob('exams.collect')).rejects.toThrow('does not search by _lastUpdated')
    fhir.leaveOut(null)
    expect(await runJob('exams.collect')).toEqual({ found: 1, exams: 1 })
    expect(await noticesOf(portal, rosa)).toHaveLength(1)
  })

  test('are not asked for where the clinic says so', async () => {
    const { runJob } = await withArchive([], { environment: { CLINICAL_ARCHIVE_NEWS: 'off' } })
    await expect(runJob('exams.collect')).rejects.toThrow('no job')
  })
})

test('a copy of one’s data holds what the archive elsewhere tells', async () => {
  const { call, rosa, makeCopy, app, sessionOf } = await withArchive([
    appointmentOf('a', 'rosa', at(2)),
    reportOf('r1', 'rosa', at(-24), ['o1', 'o2']),
    observationOf('o1', 'rosa', at(-24), glucose, 112.5),
    observationOf('o2', 'rosa', at(-24), ['x', 'Coombs directo'], 1),
  ])
  const { id } = (await call(exportEndpoints.ask, { params: { patientId: rosa.id } })).export
  await makeCopy()
  const answer = await app.inject({
    url: `/api/exports/${id}/fhir`,
    headers: { 'x-token': await sessionOf(rosa.id) },
  })
  const bundle: Bundle = answer.json()
  expect(faultsOf(bundle)).toEqual([])
  const found = (bundle.entry ?? []).flatMap(({ resource }) => resource ?? [])
  expect(found.filter(({ resourceType }) => resourceType === 'Appointment')).toHaveLength(1)
  const observations = found.filter(({ resourceType }) => resourceType === 'Observation')
  expect(observations).toHaveLength(1)
  expect(observations[0]).toMatchObject({
    code: { coding: [{ system: 'http://loinc.org', code: '2345-7' }, { code: '2345-7' }] },
    valueQuantity: { value: 112.5, unit: 'mg/dL', system: 'http://unitsofmeasure.org', code: 'mg/dL' },
  })
})

describe('a patient’s own application reads over FHIR', () => {
  const withReader = async (resources: readonly Resource[]) => {
    const portal = await withArchive(resources)
    const token = await portal.sessionOf(portal.rosa.id)
    const get = async (path: string) => {
      const answer = await portal.app.inject({ url: `/api/fhir/R4/${path}`, headers: { 'x-token': token } })
      return { status: answer.statusCode, body: answer.json() }
    }
    return { ...portal, get }
  }

  test('what the archive elsewhere keeps beside what the portal does, in one list', async () => {
    const { get, db, rosa } = await withReader([
      appointmentOf('a', 'rosa', at(2)),
      appointmentOf('b', 'rosa', at(-48)),
      reportOf('r1', 'rosa', at(-24), ['o1', 'o2'], {
        presentedForm: [{ contentType: 'application/pdf', data: pdf }],
      }),
      observationOf('o1', 'rosa', at(-24), glucose, 112.5),
      observationOf('o2', 'rosa', at(-24), ['x', 'Coombs directo'], 1),
      reportOf('r2', 'rosa', at(-72), ['o3'], {
        presentedForm: [{ contentType: 'application/pdf', data: pdf }],
      }),
      observationOf('o3', 'rosa', at(-72), glucose, 99),
    ])
    await buildHour(db, { patient_id: rosa.id, starts_at: new Date(at(5)) })
    const own = await buildExam(db, { patient_id: rosa.id, taken_at: new Date(at(-48)) })
    const totals = async (...paths: string[]) => {
      const told: [string, number][] = []
      for (const path of paths) {
        const { body } = await get(path)
        for (const { resource } of body.entry) {
          expect(faultsOf(resource)).toEqual([])
          expect((await get(`${resource.resourceType}/${resource.id}`)).body).toEqual(resource)
        }
        told.push([path, body.total])
      }
      return Object.fromEntries(told)
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
    // A paper with a measure that is never shown is not given.
    const [paper] = (await get('DocumentReference')).body.entry
    expect((await get(`Binary/${paper.resource.id}`)).body.data).toBe(pdf)
    expect((await get('DiagnosticReport/1999999999')).status).toBe(404)
  })

  test('is told when the archive is down, and when a search would ask it for too much', async () => {
    const { get, fhir, clock } = await withReader(
      Array.from({ length: 201 }, (_, index) => reportOf(`r${index}`, 'rosa', at(-24 - index), [])),
    )
    const much = await get('Observation')
    expect([much.status, much.body.issue[0].diagnostics]).toEqual([
      400,
      'La búsqueda abarca más de 200 exámenes: acótala con date o _id',
    ])
    expect((await get('Observation?date=ge2026-11-24')).status).toBe(200)
    expect((await get('DiagnosticReport')).body.total).toBe(201)
    clock.advance({ minutes: 5 })
    fhir.line.state = 'down'
    const silent = await get('Appointment')
    expect([silent.status, silent.body.resourceType]).toEqual([503, 'OperationOutcome'])
    expect((await get('Patient')).status).toBe(200)
  })
})
