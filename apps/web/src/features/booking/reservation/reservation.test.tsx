import { ApiError } from '@mi-portal/contract/api-error'
import { appointmentAgendaEndpoints } from '@mi-portal/contract/appointment-agenda'
import { bookingEndpoints } from '@mi-portal/contract/booking/bookings'
import { examCatalogueEndpoints } from '@mi-portal/contract/booking/exam-catalogue'
import { preparationEndpoints } from '@mi-portal/contract/booking/preparation'
import { type ExamQuestionnaire, questionnaireEndpoints } from '@mi-portal/contract/booking/questionnaires'
import { schedulingTokenEndpoints } from '@mi-portal/contract/booking/scheduling-token'
import { serviceEndpoints } from '@mi-portal/contract/booking/services'
import { slotEndpoints } from '@mi-portal/contract/booking/slots'
import { waitingEndpoints } from '@mi-portal/contract/booking/waiting-list'
import { familyMemberEndpoints } from '@mi-portal/contract/family/members'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { buildSites, setClinic } from '../../../../test/clinic.ts'
import { mockEndpoint, requestsTo } from '../../../../test/fake-server.ts'
import { buildAdultMember, buildMember } from '../../../../test/family.ts'
import { buildAgendaAppointment, buildAppointment } from '../../../../test/record.ts'
import { renderPage } from '../../../../test/render-portal.tsx'
import { buildBookedAppointment, buildHold, buildSlot, offices } from '../../../../test/scheduling.ts'

const at = (hour: string) => ({ starts_at: `${hour}:00.000Z` })
const professional = {
  rut: '111111111',
  name: 'Dra. Carolina Muñoz Vidal',
  specialties: [{ code: '108', name: 'Cardiología Adulto' }],
  next_free: '2026-11-26T12:30:00.000Z',
}
const slotsPage = '/reservas?office_id=PROVIDENCIA&specialty="108"&rut_professional=111111111'
const heldPage = `${slotsPage}&slot_id=31`

const brainScan: ExamQuestionnaire = {
  exam: {
    id: 1063,
    text: 'Resonancia magnética de cerebro',
    specialty_code: 'RM',
    part: 'cabeza',
    types: ['adulto'],
  },
  questionnaire: {
    key: 'resonancia',
    title: 'Encuesta',
    intro: 'Responde todo.',
    questions: [{ id: 'rm1', text: '¿Tienes marcapasos?' }],
  },
  answers: null,
}

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  vi.setSystemTime('2026-11-24T12:00:00Z')
  vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined)
  mockEndpoint(serviceEndpoints.professionals, { data: [professional] })
  mockEndpoint(slotEndpoints.slots, {
    data: [
      buildSlot(),
      buildSlot({ id: 32, ...at('2026-11-26T18:00') }),
      buildSlot({ id: 33, ...at('2026-11-27T13:10') }),
    ],
  })
  mockEndpoint(slotEndpoints.hold, { data: buildHold() })
  mockEndpoint(bookingEndpoints.check, { data: { warning: null } })
  mockEndpoint(bookingEndpoints.book, { data: buildAppointment({ id_appointment: 77 }), warning: null })
  mockEndpoint(preparationEndpoints.bookedHour, { data: buildBookedAppointment() })
})

afterEach(async () => {
  vi.useRealTimers()
  // A component that unmounts with a held slot releases it, which sends a request.
  cleanup()
  await new Promise((resolve) => setTimeout(resolve))
})

describe('the questions', () => {
  test('a clinic with one site never asks for the site, and searches there', async () => {
    setClinic({ sites: buildSites(['Providencia']) })
    const { user } = await renderPage('/reservas', { as: 'patient' })
    expect(await screen.findByRole('heading', { level: 1, name: '¿Qué necesitas reservar?' })).toBeVisible()
    await user.click(await screen.findByRole('button', { name: 'Cardiología Adulto' }))
    await screen.findByRole('button', { name: /^Dra. Carolina Muñoz Vidal/ })
    expect(requestsTo(serviceEndpoints.professionals).at(-1)?.query.get('office_id')).toBe('PROVIDENCIA')
    expect(
      within(screen.getByRole('list', { name: 'Lo que elegiste' })).queryByText('Providencia'),
    ).toBeNull()
  })

  test('the reservation asks one question at a time and stores the choices in the address', async () => {
    const { user, path } = await renderPage('/reservas', { as: 'patient' })
    expect(await screen.findByRole('heading', { level: 1, name: '¿Dónde quieres atenderte?' })).toBeVisible()
    await user.click(await screen.findByRole('button', { name: /^Providencia/ }))
    await waitFor(() =>
      expect(screen.getByRole('heading', { level: 1, name: '¿Qué necesitas reservar?' })).toHaveFocus(),
    )
    await user.click(await screen.findByRole('button', { name: 'Cardiología Adulto' }))
    await user.click(await screen.findByRole('button', { name: /^Dra. Carolina Muñoz Vidal/ }))
    await waitFor(() =>
      expect(screen.getByRole('heading', { level: 1, name: 'Elige día y hora' })).toHaveFocus(),
    )
    expect(path()).toContain('office_id=PROVIDENCIA')
    expect(path()).toContain('rut_professional=111111111')
    expect(requestsTo(serviceEndpoints.specialties)[0]?.query.get('office_id')).toBe('PROVIDENCIA')
  })

  test('booking an exam with a questionnaire starts with that questionnaire, for the chosen patient', async () => {
    mockEndpoint(questionnaireEndpoints.examQuestionnaire, { data: brainScan })
    mockEndpoint(examCatalogueEndpoints.specialties, {
      data: [{ code: 'RM', name: 'Resonancia magnética', service: 'imagenologia', office_ids: [2] }],
    })
    mockEndpoint(examCatalogueEndpoints.exams, {
      data: [
        {
          id: 1063,
          text: brainScan.exam.text,
          encuesta_para_agendar: 'SI',
          questionnaire: 'resonancia',
          way_to_schedule: 'online',
          part: 'cabeza',
          contrast: false,
          office_ids: [2],
          under_8_callcenter: false,
          creatinine_70_plus: false,
        },
      ],
    })
    const { path } = await renderPage('/reservas?office_id=PROVIDENCIA&exam_id=1063', { as: 'patient' })
    expect(await screen.findByRole('heading', { level: 1, name: 'Cuestionario previo' })).toBeVisible()
    const { pathname, searchParams } = new URL(path(), 'https://portal.cl')
    expect(pathname).toBe('/dashboard/agenda-imagenologia')
    expect(Object.fromEntries(searchParams)).toEqual({
      paso: 'questions',
      desde: 'imagenologia',
      sucursal: 'PROVIDENCIA',
      paciente: '7',
      tipo: 'adulto',
      prestacion: 'RM',
      parte: 'cabeza',
      examen: '1063',
    })
  })

  test('an exam with an answered questionnaire goes on to the slots', async () => {
    const answers = {
      answered_at: '2026-11-24T11:00:00Z',
      expires_at: '2026-11-25T11:00:00Z',
      can_book: true,
    }
    mockEndpoint(questionnaireEndpoints.examQuestionnaire, { data: { ...brainScan, answers } })
    await renderPage('/reservas?office_id=PROVIDENCIA&exam_id=1063', { as: 'patient' })
    expect(await screen.findByRole('heading', { level: 1, name: 'Elige día y hora' })).toBeVisible()
  })

  test('a visitor without a session is asked to sign in, and no request is sent to the service', async () => {
    await renderPage(slotsPage)
    expect(
      await screen.findByText('Para reservar una hora, inicia sesión con tu cuenta de paciente'),
    ).toBeVisible()
    expect(requestsTo(schedulingTokenEndpoints.token)).toHaveLength(0)
  })
})

describe('the slots', () => {
  test('the slots open at the next free day, split into morning and afternoon', async () => {
    await renderPage(slotsPage, { as: 'patient' })
    expect(await screen.findByRole('heading', { name: 'jueves 26 de noviembre' })).toBeVisible()
    expect(screen.getByRole('button', { name: 'jueves 26 de noviembre, 2 horas' })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
    expect(within(screen.getByRole('group', { name: 'Mañana' })).getByText('09:30')).toBeVisible()
    expect(within(screen.getByRole('group', { name: 'Tarde' })).getByText('15:00')).toBeVisible()
    expect(screen.getByRole('button', { name: 'sábado 28 de noviembre, Sin horas' })).toBeDisabled()
  })

  test('a day can be chosen from a month calendar, where only days with slots are enabled', async () => {
    const { user, path } = await renderPage(slotsPage, { as: 'patient' })
    await user.click(await screen.findByRole('button', { name: 'Ver mes' }))
    const dialog = await screen.findByRole('dialog', { name: 'Elige un día' })
    const free = await within(dialog).findByRole('button', { name: '27 noviembre 2026' })
    await waitFor(() => expect(free).toBeEnabled())
    expect(within(dialog).getByRole('button', { name: '28 noviembre 2026' })).toBeDisabled()
    await user.click(free)
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(path()).toContain('day=2026-11-27')
    expect(await screen.findByRole('button', { name: '10:10' })).toBeVisible()
  })

  test('a slot taken by another patient disappears with a message, and the list is reloaded', async () => {
    mockEndpoint(slotEndpoints.hold, () => {
      mockEndpoint(slotEndpoints.slots, { data: [buildSlot({ id: 32, ...at('2026-11-26T18:00') })] })
      return new ApiError('slotTaken')
    })
    const { user } = await renderPage(slotsPage, { as: 'patient' })
    await user.click(await screen.findByRole('button', { name: '09:30' }))
    await user.click(screen.getByRole('button', { name: 'RESERVAR HORA' }))
    expect(await screen.findByText('Esa hora ya no está disponible')).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('button', { name: '09:30' })).not.toBeInTheDocument())
    expect(screen.getByRole('button', { name: '15:00' })).toBeVisible()
  })

  test('a failed load of the slots can be retried', async () => {
    mockEndpoint(slotEndpoints.slots, new ApiError('tooMany'))
    const { user } = await renderPage(slotsPage, { as: 'patient' })
    mockEndpoint(slotEndpoints.slots, { data: [buildSlot()] })
    await user.click(await screen.findByRole('button', { name: 'REINTENTAR' }))
    expect(await screen.findByRole('button', { name: '09:30' })).toBeVisible()
  })

  test('an expired bearer token is renewed once and the request for slots is repeated', async () => {
    const tokens = ['viejo', 'nuevo']
    mockEndpoint(schedulingTokenEndpoints.token, () => ({
      token: tokens.shift() ?? 'otro',
      expires_at: '2026-11-24T12:10:00Z',
    }))
    mockEndpoint(slotEndpoints.slots, ({ headers }) =>
      headers.get('authorization') === 'Bearer viejo' ? new ApiError('noSession') : { data: [buildSlot()] },
    )
    await renderPage(slotsPage, { as: { token: 'sesion-de-este-caso' } })
    expect(await screen.findByRole('button', { name: '09:30' })).toBeVisible()
    expect(requestsTo(schedulingTokenEndpoints.token)).toHaveLength(2)
  })
})

/** Jorge gave the user access to his appointments, with booking. Rosa gave it without booking. */
const delegated = [
  {
    id: 12,
    first_name: 'Jorge Luis',
    last_name: 'Rojas',
    matters: ['appointments' as const],
    may_book: true,
  },
  { id: 13, first_name: 'Rosa', last_name: 'Tapia', matters: ['appointments' as const], may_book: false },
]

const joined = {
  id: 4,
  patient_id: 7,
  patient_full_name: 'Camila Andrea Fuentes Rojas',
  specialty: { code: '108', name: 'Cardiología Adulto' },
  office_id: null,
  rut_professional: null,
  doctor_name: null,
  from: null,
  to: null,
  created_at: '2026-11-24T12:00:00Z',
}

describe('nothing free', () => {
  beforeEach(() => {
    mockEndpoint(slotEndpoints.slots, { data: [] })
  })

  test('without free slots the page offers both sites, other professionals and the waiting list', async () => {
    mockEndpoint(waitingEndpoints.wait, { data: joined })
    const { user, path } = await renderPage(slotsPage, { as: 'patient' })
    expect(
      await screen.findByText('No hay horas presenciales libres en los próximos dos meses'),
    ).toBeVisible()
    // Two and a half months, fourteen days per request.
    expect(requestsTo(slotEndpoints.slots)).toHaveLength(6)
    await user.click(screen.getByRole('button', { name: 'AVÍSAME' }))
    expect(await screen.findByText('Te avisaremos apenas se libere una hora')).toBeVisible()
    expect(requestsTo(waitingEndpoints.wait)[0]?.body).toEqual({
      patient_id: 7,
      specialty: '108',
      office_id: 'PROVIDENCIA',
      rut_professional: '111111111',
    })
    await user.click(screen.getByRole('button', { name: 'BUSCAR CON OTRO PROFESIONAL' }))
    await waitFor(() => expect(path()).toContain('primera=true'))
    await user.click(await screen.findByRole('button', { name: 'BUSCAR EN AMBAS CLÍNICAS' }))
    await waitFor(() => expect(path()).toContain('office_id=AMBAS'))
  })

  test('the waiting list offers back the service that was chosen before the page was left', async () => {
    mockEndpoint(serviceEndpoints.specialties, {
      data: [
        { code: '362', name: 'Laboratorio Adulto' },
        { code: '363', name: 'Laboratorio Pediátrico' },
      ],
    })
    const search = '/reservas?office_id=PROVIDENCIA&spec_id=362,363&exam_id=7'
    const { user, go } = await renderPage(search, { as: 'patient' })
    await user.selectOptions(await screen.findByLabelText('¿Qué hora esperas?'), 'Laboratorio Pediátrico')
    await go('/reservas')
    await go(search)
    await user.click(await screen.findByRole('button', { name: 'Volver a poner lo escrito' }))
    expect(screen.getByLabelText('¿Qué hora esperas?')).toHaveDisplayValue('Laboratorio Pediátrico')
  })

  test('a delegated adult of the address joins the waiting list without a question', async () => {
    mockEndpoint(familyMemberEndpoints.selections, { selections: [], delegated })
    mockEndpoint(waitingEndpoints.wait, { data: { ...joined, patient_id: 12 } })
    const { user } = await renderPage(`${slotsPage}&patient_id=12`, { as: 'patient' })
    await user.click(await screen.findByRole('button', { name: 'AVÍSAME' }))
    expect(await screen.findByText('Te avisaremos apenas se libere una hora')).toBeVisible()
    expect(requestsTo(waitingEndpoints.wait).map(({ body }) => body)).toMatchObject([{ patient_id: 12 }])
  })

  test('the waiting list is not joined for a delegated adult of the address who does not allow booking', async () => {
    mockEndpoint(familyMemberEndpoints.selections, { selections: [], delegated: delegated.slice(1) })
    mockEndpoint(waitingEndpoints.wait, { data: joined })
    const { user } = await renderPage(`${slotsPage}&patient_id=13`, { as: 'patient' })
    await user.click(await screen.findByRole('button', { name: 'AVÍSAME' }))
    const form = within(screen.getByRole('region', { name: 'Avísame' }))
    expect(await form.findByRole('button', { name: /Para ti/ })).toBeVisible()
    expect(form.queryByText(/Rosa/)).not.toBeInTheDocument()
    expect(requestsTo(waitingEndpoints.wait)).toHaveLength(0)
  })

  test('without a waiting list the page shows the phone number instead', async () => {
    mockEndpoint(waitingEndpoints.waiting, new ApiError('noWaitingList'))
    await renderPage(slotsPage, { as: 'patient' })
    expect(await screen.findByText(/^Puedes buscar de otra manera o llamar al/)).toBeVisible()
    expect(screen.getByRole('button', { name: 'BUSCAR EN AMBAS CLÍNICAS' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'AVÍSAME' })).not.toBeInTheDocument()
  })

  test('a rejected waiting-list entry shows the reason', async () => {
    mockEndpoint(waitingEndpoints.wait, new ApiError('tooManyWaits'))
    const { user } = await renderPage(slotsPage, { as: 'patient' })
    await user.click(await screen.findByRole('button', { name: 'AVÍSAME' }))
    expect(
      await screen.findByText('Ya esperas el máximo de horas. Deja de esperar una para agregar otra'),
    ).toBeVisible()
  })
})

describe('a held slot', () => {
  test('a user without a group books a held slot for themselves, once, and the back button does not return to it', async () => {
    const { user, path } = await renderPage(heldPage, { as: 'patient' })
    expect(await screen.findByText('Camila Andrea (tú)')).toBeVisible()
    expect(screen.getByRole('timer')).toHaveTextContent(/^Te guardamos esta hora durante [45] min \d{1,2} s$/)
    await user.click(await screen.findByRole('button', { name: 'CONFIRMAR HORA' }))
    await waitFor(() =>
      expect(screen.getByRole('heading', { level: 1, name: 'Tu hora está reservada' })).toHaveFocus(),
    )
    expect(requestsTo(bookingEndpoints.book)[0]?.body).toEqual({ hold_id: 5, patient_id: 7 })
    expect(requestsTo(bookingEndpoints.book)[0]?.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/)
    expect(path()).toBe('/reservas?reservada=77')
    expect(requestsTo(slotEndpoints.release)).toHaveLength(0)
  })

  test('a user with a group chooses the patient among the children and the adults who allow it', async () => {
    mockEndpoint(familyMemberEndpoints.group, {
      familyGroup: [
        buildMember(),
        buildAdultMember(),
        buildAdultMember({ id: 3, may_book: false, family_patient: { id: 11, first_name: 'Rosa' } }),
      ],
    })
    const { user } = await renderPage(heldPage, { as: 'patient' })
    expect(await screen.findByRole('heading', { level: 1, name: '¿Para quién es la hora?' })).toBeVisible()
    expect(await screen.findByRole('button', { name: /^(MS)?Martina Ignacia Soto/ })).toBeVisible()
    expect(screen.queryByText(/Rosa/)).not.toBeInTheDocument()
    expect(screen.getByText('Padre. Verás solo esta hora, y le avisaremos por correo.')).toBeVisible()
    await user.click(screen.getByRole('button', { name: /Jorge Luis Rojas/ }))
    await user.click(await screen.findByRole('button', { name: 'CONFIRMAR HORA' }))
    await screen.findByRole('heading', { level: 1, name: /reservada/ })
    expect(requestsTo(bookingEndpoints.book)[0]?.body).toEqual({ hold_id: 5, patient_id: 10 })
  })

  test.each([
    ['lets the user book', { selections: [], delegated: delegated.slice(1) }],
    ['is known because the list cannot be loaded', new ApiError('notFound')],
  ])('a user without a group is not asked for the patient if no adult %s', async (_reason, answer) => {
    mockEndpoint(familyMemberEndpoints.selections, answer)
    await renderPage(heldPage, { as: 'patient' })
    expect(await screen.findByRole('heading', { level: 1, name: 'Confirma tu hora' })).toBeVisible()
    expect(await screen.findByText('Camila Andrea (tú)')).toBeVisible()
  })

  test('the held slot of an exam is checked with that exam before it is confirmed', async () => {
    mockEndpoint(bookingEndpoints.check, new ApiError('underEightByPhone'))
    await renderPage(`${heldPage}&exam_id=7`, { as: 'patient' })
    expect(await screen.findByText(new ApiError('underEightByPhone').message)).toBeVisible()
    expect(requestsTo(bookingEndpoints.check)[0]?.body).toMatchObject({ exam_id: 7 })
    expect(screen.queryByRole('button', { name: 'CONFIRMAR HORA' })).not.toBeInTheDocument()
  })

  test.each(['patientBusy', 'tooManyHours'] as const)(
    'a held slot rejected with %s shows the reason and offers another slot',
    async (code) => {
      mockEndpoint(bookingEndpoints.check, new ApiError(code))
      const { user, path } = await renderPage(heldPage, { as: 'patient' })
      expect(await screen.findByText(new ApiError(code).message)).toBeVisible()
      expect(screen.queryByRole('button', { name: 'CONFIRMAR HORA' })).not.toBeInTheDocument()
      await user.click(screen.getByRole('button', { name: 'ELEGIR OTRA HORA' }))
      await waitFor(() => expect(path()).not.toContain('slot_id'))
      await waitFor(() => expect(requestsTo(slotEndpoints.release)[0]?.params).toEqual({ hold_id: '5' }))
    },
  )

  test('an expired hold is reported, keeps the choices, and can be renewed', async () => {
    mockEndpoint(slotEndpoints.hold, { data: buildHold({ seconds: 2 }) })
    const { user } = await renderPage(heldPage, { as: 'patient' })
    await screen.findByRole('button', { name: 'CONFIRMAR HORA' })
    mockEndpoint(slotEndpoints.hold, { data: buildHold({ hold_id: 6 }) })
    await act(() => vi.advanceTimersByTimeAsync(3_000))
    expect(await screen.findByText('Se acabó el tiempo para confirmar esta hora')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'CONFIRMAR HORA' })).not.toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'GUARDARLA OTRA VEZ' }))
    await user.click(await screen.findByRole('button', { name: 'CONFIRMAR HORA' }))
    await screen.findByRole('heading', { level: 1, name: 'Tu hora está reservada' })
    expect(requestsTo(bookingEndpoints.book)[0]?.body).toMatchObject({ hold_id: 6 })
  })

  test('a booking without an answer is repeated with the same idempotency key', async () => {
    mockEndpoint(bookingEndpoints.book, new ApiError('unavailable'))
    const { user } = await renderPage(heldPage, { as: 'patient' })
    await user.click(await screen.findByRole('button', { name: 'CONFIRMAR HORA' }))
    expect(await screen.findByText('No ha sido posible reservar la hora')).toBeVisible()
    const [first] = requestsTo(bookingEndpoints.book)
    mockEndpoint(bookingEndpoints.book, { data: buildAppointment({ id_appointment: 77 }), warning: null })
    await user.click(screen.getByRole('button', { name: 'REINTENTAR' }))
    await screen.findByRole('heading', { level: 1, name: 'Tu hora está reservada' })
    expect(requestsTo(bookingEndpoints.book)[0]?.headers.get('idempotency-key')).toBe(
      first?.headers.get('idempotency-key'),
    )
  })
})

describe('the confirmation', () => {
  test('the confirmation of a video appointment says how to connect and shows no address', async () => {
    const { hour } = buildBookedAppointment()
    mockEndpoint(preparationEndpoints.bookedHour, {
      data: buildBookedAppointment({ hour: { ...hour, modality: 'telemedicina' } }),
    })
    await renderPage('/reservas?reservada=77', { as: 'patient' })
    expect(await screen.findByRole('heading', { name: 'Cómo conectarte' })).toBeVisible()
    expect(screen.queryByText(/Los Arrayanes/)).not.toBeInTheDocument()
    expect(screen.queryByRole('link', { name: /^Conectarme/ })).not.toBeInTheDocument()
  })
})

describe('in person and by video', () => {
  test('a site is searched in person first, and video is searched without a site when chosen', async () => {
    const { user, path } = await renderPage(slotsPage, { as: 'patient' })
    await screen.findByRole('button', { name: '09:30' })
    expect(requestsTo(slotEndpoints.slots)[0]?.query.get('modality')).toBe('presencial')
    expect(screen.getByRole('button', { name: 'Presencial' })).toHaveAttribute('aria-pressed', 'true')
    await user.click(screen.getByRole('button', { name: 'Por video' }))
    await waitFor(() => expect(path()).toContain('modality=telemedicina'))
    await waitFor(() => {
      const query = requestsTo(slotEndpoints.slots).at(-1)?.query
      expect([query?.get('modality'), query?.get('office_id')]).toEqual(['telemedicina', null])
    })
  })

  test('a move from in person to video must be accepted first, and the request says so', async () => {
    mockEndpoint(slotEndpoints.hold, { data: buildHold({ slot: buildSlot({ modality: 'telemedicina' }) }) })
    const { user } = await renderPage('/reservas?id_appointment=77&slot_id=31', { as: 'patient' })
    expect(await screen.findByText('Cambias de presencial a video')).toBeVisible()
    const confirm = screen.getByRole('button', { name: 'CAMBIAR MI HORA' })
    expect(confirm).toBeDisabled()
    await user.click(screen.getByRole('checkbox', { name: /Sí, quiero que la atención sea por video/ }))
    await user.click(confirm)
    await waitFor(() =>
      expect(requestsTo(bookingEndpoints.book)[0]?.body).toMatchObject({ accepted_modality: 'telemedicina' }),
    )
  })
})

describe('a service of a single site', () => {
  test('a service of a single site is not offered at the other site, and neither is its waiting list', async () => {
    mockEndpoint(serviceEndpoints.offices, ({ query }) => ({
      data: query.get('specialty') === '359' ? offices.slice(0, 1) : offices,
    }))
    mockEndpoint(serviceEndpoints.specialties, { data: [{ code: '359', name: 'Vacunatorio' }] })
    mockEndpoint(slotEndpoints.slots, { data: [] })
    await renderPage('/reservas?spec_id=359', { as: 'patient' })
    expect(await screen.findByRole('button', { name: /^Providencia/ })).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Maipú|cualquiera/ })).not.toBeInTheDocument()
    cleanup()
    await renderPage('/reservas?office_id=MAIPU&spec_id=359', { as: 'patient' })
    await screen.findByText('No hay horas libres en los próximos dos meses')
    await waitFor(() => expect(screen.queryByRole('button', { name: 'AVÍSAME' })).not.toBeInTheDocument())
    expect(screen.getByRole('button', { name: 'BUSCAR EN AMBAS CLÍNICAS' })).toBeVisible()
  })
})

describe('moving an appointment', () => {
  test('moving an appointment searches similar slots, keeps the appointment until the end, and replaces it', async () => {
    const { hour } = buildBookedAppointment()
    mockEndpoint(preparationEndpoints.bookedHour, {
      data: buildBookedAppointment({
        hour: { ...hour, id_appointment: 12 },
        specialty: 'ECO',
        exam_id: 1032,
      }),
    })
    mockEndpoint(appointmentAgendaEndpoints.one, {
      appointment: buildAgendaAppointment({ id_appointment: 12 }),
      is_over: false,
    })
    const { user } = await renderPage('/reservas?id_appointment=12', { as: 'patient' })
    expect(await screen.findByText('Estás cambiando una hora')).toBeVisible()
    await user.click(await screen.findByRole('button', { name: '09:30' }))
    const { query } = requestsTo(slotEndpoints.slots)[0] ?? {}
    expect([query?.get('specialty'), query?.get('exam_id')]).toEqual(['ECO', '1032'])
    await user.click(screen.getByRole('button', { name: 'RESERVAR HORA' }))
    await user.click(await screen.findByRole('button', { name: 'CAMBIAR MI HORA' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Cambiaste tu hora' })).toBeVisible()
    expect(requestsTo(bookingEndpoints.book)[0]?.body).toEqual({
      hold_id: 5,
      patient_id: 7,
      id_appointment: 12,
      exam_id: 1032,
    })
  })

  test('an appointment of an external system is rejected before another slot is chosen', async () => {
    mockEndpoint(preparationEndpoints.bookedHour, {
      data: buildBookedAppointment({ hour: { ...buildBookedAppointment().hour, can_move: false } }),
    })
    await renderPage('/reservas?id_appointment=12', { as: 'patient' })
    expect(await screen.findByText('Esta hora se cambia en la clínica')).toBeVisible()
    expect(screen.getAllByText(/^Esta hora no se puede cambiar en el portal/)[0]).toBeVisible()
    expect(screen.getByRole('link', { name: 'VER MIS HORAS' })).toBeVisible()
  })
})

describe('an offered slot', () => {
  const offer = {
    hold_id: 9,
    expires_at: '2026-11-24T12:30:00.000Z',
    patient_id: 9,
    patient_full_name: 'Martina Ignacia Soto Fuentes',
    slot: buildSlot(),
  }

  test('an offered slot is shown first and is booked for the patient who waits', async () => {
    mockEndpoint(waitingEndpoints.offers, { data: [offer] })
    const { user } = await renderPage('/reservas', { as: 'patient' })
    expect(
      await screen.findByRole('heading', { name: 'Se liberó una hora como la que esperas' }),
    ).toBeVisible()
    expect(screen.getByText('La guardamos para ti hasta las 09:30 h.')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'TOMAR ESTA HORA' }))
    await user.click(await screen.findByRole('button', { name: 'CONFIRMAR HORA' }))
    await screen.findByRole('heading', { level: 1, name: /reservada/ })
    expect(requestsTo(bookingEndpoints.book)[0]?.body).toEqual({ hold_id: 9, patient_id: 9 })
    expect(requestsTo(slotEndpoints.hold)).toHaveLength(0)
  })

  test('an offered slot can be declined', async () => {
    mockEndpoint(waitingEndpoints.offers, { data: [offer] })
    mockEndpoint(slotEndpoints.release, () => {
      mockEndpoint(waitingEndpoints.offers, { data: [] })
      return {}
    })
    const { user } = await renderPage('/reservas', { as: 'patient' })
    await user.click(await screen.findByRole('button', { name: 'NO LA QUIERO' }))
    await waitFor(() =>
      expect(screen.queryByRole('button', { name: 'TOMAR ESTA HORA' })).not.toBeInTheDocument(),
    )
  })

  test('an expired offer is reported', async () => {
    await renderPage('/reservas?offer=9', { as: 'patient' })
    expect(await screen.findByText('Esta hora ya no está guardada para ti')).toBeVisible()
  })

  test('a user leaves the waiting list', async () => {
    mockEndpoint(waitingEndpoints.waiting, { data: [joined] })
    mockEndpoint(waitingEndpoints.stopWaiting, () => {
      mockEndpoint(waitingEndpoints.waiting, { data: [] })
      return {}
    })
    const { user } = await renderPage('/reservas', { as: 'patient' })
    expect(await screen.findByText('Cualquier profesional · Ambas clínicas')).toBeVisible()
    await user.click(
      screen.getByRole('button', {
        name: 'Dejar de esperar Cardiología Adulto para Camila Andrea Fuentes Rojas',
      }),
    )
    await waitFor(() => expect(screen.queryByText('Horas que esperas')).not.toBeInTheDocument())
    expect(requestsTo(waitingEndpoints.stopWaiting)[0]?.params).toEqual({ id: '4' })
  })
})

describe('a slot at a time at which the person already has an appointment', () => {
  const busy = {
    id_appointment: 90,
    patient_id: 7,
    first_name: 'Camila',
    starts_at: '2026-11-26T12:40:00.000Z',
    ends_at: '2026-11-26T13:10:00.000Z',
  }

  test('a slot that clashes with an own appointment cannot be chosen without a family group, and says why', async () => {
    mockEndpoint(bookingEndpoints.busyTimes, { data: [busy] })
    await renderPage(slotsPage, { as: 'patient' })
    expect(await screen.findByRole('button', { name: '09:30 Ya tienes hora' })).toBeDisabled()
    expect(screen.getByRole('button', { name: '15:00' })).toBeEnabled()
    expect(requestsTo(bookingEndpoints.busyTimes)[0]?.query.get('from')).toBe('2026-11-26')
  })

  test('a booking that begins for a group member names the person beside the slots, who can be changed', async () => {
    mockEndpoint(familyMemberEndpoints.group, { familyGroup: [buildMember()] })
    const { user, path } = await renderPage(`${slotsPage}&patient_id=9`, { as: 'patient' })
    const chosen = within(await screen.findByRole('list', { name: 'Lo que elegiste' }))
    expect(await chosen.findByText('Para Martina Ignacia Soto')).toBeVisible()
    await user.click(chosen.getByRole('button', { name: 'Cambiar persona' }))
    expect(path()).not.toContain('patient_id')
    expect(chosen.queryByText(/^Para/)).not.toBeInTheDocument()
  })

  test('a slot that clashes with an own appointment can be chosen for a member of the group alone', async () => {
    mockEndpoint(familyMemberEndpoints.group, { familyGroup: [buildMember()] })
    mockEndpoint(bookingEndpoints.busyTimes, { data: [busy] })
    const { user } = await renderPage(slotsPage, { as: 'patient' })
    await user.click(await screen.findByRole('button', { name: '09:30 Ya tienes hora' }))
    expect(
      screen.getByText('Ya tienes hora a esa misma hora. Puedes reservar esta para otra persona.'),
    ).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'RESERVAR HORA' }))
    expect(await screen.findByRole('button', { name: /Ya tienes hora a esa misma hora/ })).toBeDisabled()
    expect(screen.getByRole('button', { name: /Hijo/ })).toBeEnabled()
  })
})
