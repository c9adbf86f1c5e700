import { bookingEndpoints } from '@mi-portal/contract/booking/bookings'
import { callRequestEndpoints } from '@mi-portal/contract/booking/call-request'
import { examCatalogueEndpoints } from '@mi-portal/contract/booking/exam-catalogue'
import { ApiError, type ApiErrorCode } from '@mi-portal/contract/calls/api-error'
import { expect, test } from 'vitest'
import {
  bookSlot,
  buildProfessional,
  findSlots,
  holdSlot,
  openAgenda,
  openCalendars,
  type SlotSearch,
} from '../../../../test/booking/calendar.ts'
import { clinicWith, demonstration } from '../../../../test/clinic/packages.ts'
import { solveRobotCheck } from '../../../../test/external/robot-check.ts'
import { pdfTexts } from '../../../../test/files/pdf-text.ts'
import { startPortal } from '../../../../test/portal.ts'
import { expectRejected, getRejection } from '../../../../test/rejection.ts'

async function withCatalogues() {
  const portal = await startPortal({ parts: clinicWith({ departments: { imaging: 'imagenes@ejemplo.cl' } }) })
  const person = await portal.person({ email: 'rosa@ejemplo.cl' })
  return { portal, db: portal.db, person, call: await openAgenda(portal, person) }
}

test('exams can be filtered by kind of patient, specialty, part of the body and site', async () => {
  const { call } = await withCatalogues()
  const specialties = async (type_patient: 'adulto' | 'pediatrica') =>
    (await call(examCatalogueEndpoints.specialties, { body: { type_patient } })).data.map(({ code }) => code)
  expect(await specialties('adulto')).toContain('MAM')
  expect(await specialties('pediatrica')).not.toContain('MAM')
  const exams = async (body: object) =>
    (await call(examCatalogueEndpoints.exams, { body: { type: 'adulto', specialty_code: 'RM', ...body } }))
      .data
  const heads = await exams({ part: 'cabeza' })
  expect(heads.length).toBeGreaterThan(3)
  expect(
    heads.every(({ part, encuesta_para_agendar }) => part === 'cabeza' && encuesta_para_agendar === 'SI'),
  ).toBe(true)
  expect((await exams({ part: 'cabeza', idOffice: 239 })).length).toBeLessThan(heads.length)
  expect((await exams({ specialty_code: '570', idOffice: 239 })).length).toBe(
    (await exams({ specialty_code: '362' })).length +
      (await exams({ specialty_code: '363' })).length +
      (await exams({ specialty_code: '364' })).length,
  )
  await expectRejected(exams({ part: 'cola' }), 400)
})

test('the preparation of an exam is available as HTML and as a PDF without a session', async () => {
  const { call, portal } = await withCatalogues()
  const { info } = await call(examCatalogueEndpoints.indications, { body: { code: 1001 } })
  expect(info.indications).toContain('<li>')
  const file = await portal.app.inject({ url: info.pdf })
  expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'application/pdf'])
  expect((await pdfTexts(file.rawPayload)).join(' ')).toContain('Radiografía')
  await expectRejected(call(examCatalogueEndpoints.indications, { body: { code: 99 } }), 404)
  expect((await portal.app.inject({ url: '/agenda/v1/indications/exam-nothing.pdf' })).statusCode).toBe(404)
})

function form(altcha: string, change: Record<string, string> = {}): FormData {
  const data = new FormData()
  const fields = {
    ...{ name: 'Rosa', lastName: 'Tapia', rut: '12.345.678-5', email: 'rosa.tapia@ejemplo.cl' },
    ...{ phone: '912345678', action: 'contact_request', typeExamen: 'Resonancia magnética de cerebro' },
    'questions[0][question]': '¿Tienes marcapasos?',
    ...{ 'questions[0][yes]': '1', 'questions[0][no]': '0', altcha, ...change },
  }
  for (const [name, value] of Object.entries(fields)) data.set(name, value)
  return data
}

test('a contact request is stored, mailed to the department and confirmed, and its robot check is valid once', async () => {
  const { call, db, portal, person } = await withCatalogues()
  const altcha = await solveRobotCheck(portal, 'contact')
  const { data } = await call(callRequestEndpoints.contact, { form: form(altcha) })
  const contacts = await db.ask('select id, requester_id, matter, exam_type, imaging, state from contacts')
  expect(contacts).toEqual([
    {
      ...{ id: data.id, requester_id: person.id, matter: 'imaging', state: 'pendiente' },
      exam_type: 'Resonancia magnética de cerebro',
      imaging: {
        ...{ name: 'Rosa', lastName: 'Tapia', rut: '123456785', email: 'rosa.tapia@ejemplo.cl' },
        ...{ phone: '912345678', questions: [{ question: '¿Tienes marcapasos?', answer: 'Sí' }] },
      },
    },
  ])
  const mails = await db.listMails()
  expect(mails.map(({ recipient }) => recipient)).toEqual(['imagenes@ejemplo.cl', 'rosa.tapia@ejemplo.cl'])
  await expectRejected(call(callRequestEndpoints.contact, { form: form(altcha) }), 400, {
    fieldErrors: [{ param: 'altcha' }],
  })
  expect(await db.ask('select id from contacts')).toHaveLength(1)
})

test('a contact request with a missing, expired or forged robot check, or one of another form, is rejected', async () => {
  const { call, portal } = await withCatalogues()
  const foreign = await solveRobotCheck(portal, 'sign-in')
  const own = JSON.parse(Buffer.from(await solveRobotCheck(portal, 'contact'), 'base64').toString())
  own.challenge.parameters.data.until += 1
  const forged = Buffer.from(JSON.stringify(own)).toString('base64')
  const late = await solveRobotCheck(portal, 'contact')
  const rejected = (altcha: string, by = call) =>
    getRejection(by(callRequestEndpoints.contact, { form: form(altcha) }))
  for (const altcha of ['', 'nada', foreign, forged]) {
    expect((await rejected(altcha)).status).toBe(400)
  }
  portal.clock.advance({ minutes: 10 })
  const later = await openAgenda(portal, await portal.person())
  expect((await rejected(late, later)).fieldErrors[0]?.param).toBe('altcha')
})

/** Starts a clinic with a professional for the exam or procedure and one of general medicine, and a patient. */
async function withService(item: { exam_id?: number; procedure?: string }, date_birth = '1988-04-12') {
  const portal = await startPortal()
  const [need] = await portal.db.ask<{ code: number }>(
    `select t.service_code as code from bookable_exams e join exam_specialties t on t.code = e.specialty_code where e.id = $1
       union all select c.service_code from procedures p join procedure_categories c on c.code = p.category_code where p.code = $2`,
    [item.exam_id ?? null, item.procedure ?? null],
  )
  await buildProfessional(portal.db, { service: need?.code ?? 0, minutes: 60 })
  await buildProfessional(portal.db, { service: 101 })
  await openCalendars(portal)
  const person = await portal.person({ date_birth })
  const call = await openAgenda(portal, person)
  const search = () => findSlots(call, { ...item, patient_id: person.id })
  const book = () => bookSlot(call, person, item)
  const expectUnbookable = async (slots: SlotSearch, error: ApiErrorCode) => {
    const { hold_id } = await holdSlot(call, slots)
    const body = { patient_id: person.id, ...item }
    const { message } = new ApiError(error)
    await expectRejected(call(bookingEndpoints.check, { params: { hold_id }, body }), 400, message)
    await expectRejected(call(bookingEndpoints.book, { body: { hold_id, ...body } }), 400, message)
  }
  return { search, book, expectUnbookable }
}

const exams = demonstration.exams
type Exam = (typeof exams)[number]
const examOf = (fits: (exam: Exam) => boolean) => ({ exam_id: exams.find(fits)?.id ?? 0 })
const online = ({ way_to_schedule }: Exam) => way_to_schedule === 'online'
const ofUnderEight = examOf(
  (exam) => online(exam) && exam.under_8_callcenter && exam.types.includes('pediatrica'),
)
const paediatricOnly = examOf((exam) => online(exam) && !exam.types.includes('adulto'))
const forAdultsOnly = {
  procedure:
    demonstration.procedures.find(
      (one) => one.way_to_schedule === 'online' && one.able_for_adults && !one.able_for_children,
    )?.code ?? '',
}
const byPhone = examOf(({ way_to_schedule }) => way_to_schedule === 'callcenter')

test('a procedure cannot be booked in a slot of another service', async () => {
  const { expectUnbookable } = await withService({ procedure: 'P002' })
  await expectUnbookable({ specialty: '101' }, 'hourOfAnother')
})

test.each([
  [{ exam_id: 1001 }, 'walkIn'],
  [byPhone, 'byPhone'],
  [{ procedure: 'P001' }, 'walkIn'],
] as const)('%j has no slots online and cannot be booked, because of %s', async (item, error) => {
  const { search, expectUnbookable } = await withService(item)
  await expectRejected(search(), 400, new ApiError(error).message)
  await expectUnbookable({ specialty: '101' }, error)
})

test.each([
  [
    'requires the call centre for children under eight',
    ofUnderEight,
    '2018-12-31',
    'underEightByPhone',
    '2018-11-20',
  ],
  ['is for children up to fifteen', paediatricOnly, '2010-11-20', 'notOfAge', '2011-11-20'],
  ['is a procedure for adults', forAdultsOnly, '2012-11-20', 'notOfAge', '1988-04-12'],
] as const)(
  'an exam that %s is booked online only at the right age',
  async (_, item, wrong, error, right) => {
    const { search, expectUnbookable } = await withService(item, wrong)
    await expectRejected(search(), 400, new ApiError(error).message)
    await expectUnbookable(item, error)
    expect((await (await withService(item, right)).book()).id_appointment).toBeGreaterThan(0)
  },
)
