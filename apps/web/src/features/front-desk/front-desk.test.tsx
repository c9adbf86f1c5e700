import { calendarAppointmentEndpoints } from '@mi-portal/contract/agenda/calendar-appointments'
import { attendanceEndpoints } from '@mi-portal/contract/attendance'
import { bookingEndpoints } from '@mi-portal/contract/booking/bookings'
import { examCatalogueEndpoints } from '@mi-portal/contract/booking/exam-catalogue'
import { type ExamQuestionnaire, questionnaireEndpoints } from '@mi-portal/contract/booking/questionnaires'
import { schedulingTokenEndpoints } from '@mi-portal/contract/booking/scheduling-token'
import { serviceEndpoints } from '@mi-portal/contract/booking/services'
import { slotEndpoints } from '@mi-portal/contract/booking/slots'
import { ApiError } from '@mi-portal/contract/calls/api-error'
import { type BookableItem, frontDeskEndpoints } from '@mi-portal/contract/front-desk'
import { overviewEndpoints } from '@mi-portal/contract/overview'
import { userEndpoints } from '@mi-portal/contract/users'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { buildUser } from '../../../test/build.ts'
import { mockEndpoint, requestsTo } from '../../../test/fake-server.ts'
import { appointment, inHours, patientPage as page } from '../../../test/patient-page.ts'
import { renderPage, renderPortal } from '../../../test/render-portal.tsx'

const slot = (id: number, hours: number) => ({
  ...{
    id,
    rut_professional: '111111111',
    doctor_name: 'Dr. Luis Paz Mena',
    office_id: 'PROVIDENCIA',
    room: '',
  },
  ...{
    starts_at: inHours(hours),
    ends_at: inHours(hours + 0.5),
    specialty: '101',
    modality: 'presencial' as const,
  },
  specialty_name: 'Medicina general',
})

const resonance: BookableItem = {
  ...{ kind: 'exam', code: '1063', name: 'Resonancia de rodilla', way_to_schedule: 'online' },
  ...{ needs_questionnaire: true, services: ['900'] },
}
const walkIn: BookableItem = {
  ...{ kind: 'procedure', code: 'P001', name: 'Holter de presión', way_to_schedule: 'presencial' },
  ...{ needs_questionnaire: false, services: ['901'] },
}

beforeEach(() => {
  mockEndpoint(frontDeskEndpoints.patient, page)
  mockEndpoint(schedulingTokenEndpoints.token, ({ query }) => ({
    token: `para-${query.get('patient_id')}`,
    expires_at: inHours(1),
  }))
  const office = { office_id: 'PROVIDENCIA', id: 2, name: 'Providencia', address: '', phone: '' }
  mockEndpoint(serviceEndpoints.offices, { data: [office] })
  mockEndpoint(serviceEndpoints.specialties, { data: [{ code: '101', name: 'Medicina general' }] })
  const professional = { rut: '111111111', name: 'Dr. Luis Paz Mena', specialties: [], next_free: null }
  mockEndpoint(serviceEndpoints.professionals, { data: [professional] })
  mockEndpoint(frontDeskEndpoints.items, { items: [resonance, walkIn] })
  mockEndpoint(slotEndpoints.slots, { data: [slot(61, 30), slot(62, 31)] })
  mockEndpoint(slotEndpoints.hold, ({ body }) => ({
    data: {
      hold_id: 400,
      expires_at: inHours(0.1),
      seconds: 300,
      slot: slot(Number(Object(body).slot_id), 30),
    },
  }))
  mockEndpoint(bookingEndpoints.check, { data: { warning: null } })
  mockEndpoint(slotEndpoints.release, {})
})

const booked = {
  data: { id_appointment: 32 } as never,
  warning: null,
  notified: [{ channel: 'email' as const, to: 'ca•••@ejemplo.cl' }],
  not_notified: null,
}

test('a patient is read in one call, and each part that the caller may not see is absent', async () => {
  await renderPage('/admin/pacientes/7', { as: 'admin' })
  expect(await screen.findByRole('heading', { level: 1, name: 'Camila Andrea Fuentes Rojas' })).toBeVisible()
  expect(screen.getByText('12345678-5')).toBeVisible()
  expect(screen.getByText('Certificado')).toBeVisible()
  expect(screen.getByText('Hija · a su cargo · puede reservarle')).toBeVisible()
  expect(screen.getByText('No se presentó')).toBeVisible()
  expect(screen.getByText('Cambiar el e-mail')).toBeVisible()
  expect(screen.getByText('Tiene código extra, huella o PIN')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Editar datos' })).toHaveAttribute(
    'href',
    '/admin/usuarios/editar/7',
  )
  expect(requestsTo(frontDeskEndpoints.patient)).toHaveLength(1)
})

test('staff without a permission see no empty part in its place', async () => {
  mockEndpoint(frontDeskEndpoints.patient, {
    ...page,
    upcoming: null,
    past: null,
    requests: null,
    confirmations: null,
  })
  await renderPage('/admin/pacientes/7', { as: { rol: 'ADMIN_ROLE', permission_set: 'front-desk' } })
  expect(await screen.findByRole('heading', { name: 'Correos' })).toBeVisible()
  for (const name of ['Próximas horas', 'Horas pasadas', 'Solicitudes', 'Por confirmar'])
    expect(screen.queryByRole('heading', { name })).toBeNull()
})

test.each([
  ['No se le puede reservar. Estado de la cuenta: pendiente de validación.', 3, null],
  ['No se le puede reservar: su cuenta está bloqueada.', 1, inHours(-1)],
] as const)('for a patient who cannot be booked for, the page says «%s»', async (text, id, locked_at) => {
  const name = id === 3 ? 'Pendiente de validación' : 'Habilitado'
  mockEndpoint(frontDeskEndpoints.patient, {
    ...page,
    patient: { ...page.patient, may_be_booked: false, status_data: { id, name } },
    security: { ...page.security, locked_at },
  })
  await renderPage('/admin/pacientes/7', { as: 'admin' })
  expect(await screen.findByText(text)).toBeVisible()
  expect(requestsTo(schedulingTokenEndpoints.token)).toEqual([])
})

test('a patient who is not there, or of another site, is not found', async () => {
  mockEndpoint(frontDeskEndpoints.patient, new ApiError('notFound'))
  await renderPage('/admin/pacientes/7', { as: 'admin' })
  expect(await screen.findByText('No encontramos a esta persona')).toBeVisible()
})

test('the front desk confirms and cancels for a caller, reads whom the server notified, and sends a mail again', async () => {
  mockEndpoint(calendarAppointmentEndpoints.confirm, {})
  mockEndpoint(overviewEndpoints.retryMail, {})
  mockEndpoint(calendarAppointmentEndpoints.cancel, {
    notified: [],
    not_notified: 'no_address',
    call_phone: '+56955550142',
  })
  const { user } = await renderPage('/admin/pacientes/7', { as: 'admin' })
  await user.click(await screen.findByRole('button', { name: /^Confirmar: hora/ }))
  await waitFor(() =>
    expect(requestsTo(calendarAppointmentEndpoints.confirm)[0]?.body).toEqual({ sequence: 2 }),
  )
  await user.click(screen.getByRole('button', { name: 'Reintentar el correo «Recordatorio de tu hora»' }))
  await waitFor(() => expect(requestsTo(overviewEndpoints.retryMail)[0]?.params).toEqual({ id: '90' }))
  await user.click(screen.getByRole('button', { name: /^Cancelar: hora/ }))
  await user.click(await screen.findByRole('button', { name: 'Cancelar hora' }))
  expect(await screen.findByText('Nadie fue avisado: llama al +56955550142.')).toBeVisible()
})

test('from an hour before, «L» records that the patient arrived', async () => {
  mockEndpoint(attendanceEndpoints.record, {})
  const soon = { ...appointment, starts_at: inHours(0.5), ends_at: inHours(1) }
  mockEndpoint(frontDeskEndpoints.patient, {
    ...page,
    upcoming: [soon, { ...appointment, id_appointment: 33 }],
  })
  const { user } = await renderPage('/admin/pacientes/7', { as: 'admin' })
  expect(await screen.findAllByRole('button', { name: /^Llegó/ })).toHaveLength(1)
  mockEndpoint(frontDeskEndpoints.patient, { ...page, upcoming: [{ ...soon, attendance: 'arrived' }] })
  await user.keyboard('l')
  expect(await screen.findByText('Llegó')).toBeVisible()
  expect(requestsTo(attendanceEndpoints.record)[0]).toMatchObject({
    params: { id: '31' },
    body: { attendance: 'arrived', previous: null },
  })
  await user.click(screen.getByRole('button', { name: 'Apagar teclas' }))
  await user.keyboard('m')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('an exam is booked after its safety questions, which stop it with a «Sí», and one without hours says so', async () => {
  mockEndpoint(bookingEndpoints.book, booked)
  mockEndpoint(examCatalogueEndpoints.indications, {
    info: { indications: '<p>Sin metales</p>', pdf: '/i.pdf' },
  })
  const answered = (can_book: boolean) => ({ answered_at: inHours(0), expires_at: inHours(24), can_book })
  const askedFor = (answers: ExamQuestionnaire['answers']) =>
    mockEndpoint(questionnaireEndpoints.examQuestionnaire, {
      data: {
        exam: { id: 1063, text: resonance.name, specialty_code: '900', part: null, types: ['adulto'] },
        questionnaire: {
          key: 'rm',
          title: '',
          intro: '',
          questions: [{ id: 'm', text: '¿Usa marcapasos?' }],
        },
        answers,
      },
    })
  askedFor(null)
  mockEndpoint(questionnaireEndpoints.answerQuestionnaire, ({ body }) => {
    const can_book = Object(body).answers[0].yes === false
    askedFor(answered(can_book))
    return { data: answered(can_book) }
  })
  const { user } = await renderPage('/admin/pacientes/7', { as: 'admin' })
  const field = await screen.findByLabelText('Especialidad, examen o profesional')
  await waitFor(() => expect(field).toBeEnabled())
  await user.keyboard('rholter{Enter}')
  expect(await screen.findByText(new ApiError('walkIn').message)).toBeVisible()
  field.focus()
  await user.keyboard('rodilla{Enter}')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Sí' })).toHaveFocus())
  expect(screen.getByText('Sin metales')).toBeVisible()
  await user.keyboard('{Enter}')
  await user.click(screen.getByRole('button', { name: 'CONTINUAR' }))
  await user.click(await screen.findByRole('button', { name: 'Responder otra vez' }))
  expect(requestsTo(slotEndpoints.slots)).toEqual([])
  await user.click(await screen.findByRole('button', { name: 'No' }))
  await user.click(screen.getByRole('button', { name: 'CONTINUAR' }))
  await waitFor(() => expect(document.activeElement).toHaveAttribute('aria-pressed', 'false'))
  expect(requestsTo(slotEndpoints.slots)[0]?.query.get('exam_id')).toBe('1063')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Reservar' })).toHaveFocus())
  await user.keyboard('{Enter}')
  expect(await screen.findByText('Avisamos por correo a ca•••@ejemplo.cl.')).toBeVisible()
  const item = { patient_id: 7, exam_id: 1063 }
  expect(requestsTo(bookingEndpoints.check)[0]?.body).toEqual(item)
  const [sent] = requestsTo(bookingEndpoints.book)
  expect(sent?.body).toEqual({ hold_id: 400, ...item })
  expect(sent?.headers.get('authorization')).toBe('Bearer para-7')
  expect(requestsTo(slotEndpoints.release)).toEqual([])
})

test('an hour that was taken says so, and a chosen hour that is left is free again', async () => {
  const { user } = await renderPage('/admin/pacientes/7', { as: 'admin' })
  const field = await screen.findByLabelText('Especialidad, examen o profesional')
  await waitFor(() => expect(field).toBeEnabled())
  await user.click(field)
  await user.keyboard('medicina{Enter}')
  const [first, second] = await screen.findAllByRole('button', { pressed: false })
  await user.click(first as HTMLElement)
  await screen.findByRole('button', { name: 'Reservar' })
  mockEndpoint(slotEndpoints.hold, new ApiError('slotTaken'))
  await user.click(second as HTMLElement)
  await waitFor(() => expect(requestsTo(slotEndpoints.release)[0]?.params).toEqual({ hold_id: '400' }))
  expect(await screen.findByText(new ApiError('slotTaken').message)).toBeVisible()
})

test('«/» searches from any page, and Enter opens the page of the patient', async () => {
  const other = { ...buildUser({ id: 8, last_name: 'Soto' }), age: 9 }
  mockEndpoint(userEndpoints.list, { patients: [other, buildUser()], total: 2, page: 1, limit: 10 })
  const { user } = await renderPortal('/admin/por-confirmar', { as: 'admin' })
  const field = await screen.findByRole('combobox', { name: /Buscar paciente/ })
  fireEvent.keyDown(document.body, { key: '/' })
  expect(field).toHaveFocus()
  await user.keyboard('camila')
  const options = await screen.findAllByRole('option')
  expect(options[0]).toHaveTextContent('9 años · 12345678-5 · Habilitado')
  await user.keyboard('{ArrowDown}{Enter}')
  expect(await screen.findByRole('heading', { level: 1, name: 'Camila Andrea Fuentes Rojas' })).toBeVisible()
  expect(requestsTo(frontDeskEndpoints.patient)[0]?.params).toEqual({ id: '7' })
})
