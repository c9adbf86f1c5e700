import { appointmentAgendaEndpoints } from '@mi-portal/contract/appointments/appointment-agenda'
import { bookingEndpoints } from '@mi-portal/contract/booking/bookings'
import { preparationEndpoints } from '@mi-portal/contract/booking/preparation'
import { schedulingTokenEndpoints } from '@mi-portal/contract/booking/scheduling-token'
import { serviceEndpoints } from '@mi-portal/contract/booking/services'
import { slotEndpoints } from '@mi-portal/contract/booking/slots'
import { waitingEndpoints } from '@mi-portal/contract/booking/waiting-list'
import { ApiError } from '@mi-portal/contract/calls/api-error'
import { familyMemberEndpoints } from '@mi-portal/contract/family/members'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { buildSites, setClinic } from '../../../../test/clinic.ts'
import { mockEndpoint, requestsTo } from '../../../../test/fake-server.ts'
import { buildAdultMember, buildMember } from '../../../../test/family.ts'
import { buildAgendaAppointment, buildAppointment } from '../../../../test/record.ts'
import { renderPage } from '../../../../test/render-portal.tsx'
import { buildBookedAppointment, buildHold, buildSlot } from '../../../../test/scheduling.ts'

const at = (hour: string) => ({ starts_at: `${hour}:00.000Z` })
const professional = {
  rut: '111111111',
  name: 'Dra. Carolina Muñoz Vidal',
  specialties: [{ code: '108', name: 'Cardiología Adulto' }],
  next_free: '2026-11-26T12:30:00.000Z',
}
const slotsPage = '/reservas?office_id=PROVIDENCIA&specialty="108"&rut_professional=111111111'
const heldPage = `${slotsPage}&slot_id=31`
const booked = { data: buildAppointment({ id_appointment: 77 }), warning: null }
const title = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name })
const button = (name: string | RegExp) => screen.findByRole('button', { name })

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
  mockEndpoint(bookingEndpoints.book, booked)
  mockEndpoint(preparationEndpoints.bookedAppointment, { data: buildBookedAppointment() })
})

afterEach(async () => {
  vi.useRealTimers()
  // A component that unmounts with a held slot releases it, which sends a request.
  cleanup()
  await new Promise((resolve) => setTimeout(resolve))
})

test('a clinic with one site never asks for the site, and searches there', async () => {
  setClinic({ sites: buildSites(['Providencia']) })
  const { user } = await renderPage('/reservas', { as: 'patient' })
  await user.click(await button('Cardiología Adulto'))
  await button(/^Dra. Carolina Muñoz Vidal/)
  expect(requestsTo(serviceEndpoints.professionals).at(-1)?.query.get('office_id')).toBe('PROVIDENCIA')
  const chosen = within(screen.getByRole('list', { name: 'Lo que elegiste' }))
  expect(chosen.queryByText('Providencia')).toBeNull()
})

test('the site is a filter: any site at first, and the search keeps the chosen one or only video', async () => {
  const { user, path } = await renderPage('/reservas?office_id=MAIPU', { as: 'patient' })
  const asked = () => requestsTo(serviceEndpoints.specialties).at(-1)?.query
  await button('Cardiología Adulto')
  expect(asked()?.get('office_id')).toBe('MAIPU')
  expect(await button('Maipú')).toHaveAttribute('aria-pressed', 'true')
  expect(screen.queryByRole('button', { name: 'Vacunatorio' })).toBeNull()
  await user.click(await button('Por video'))
  await waitFor(() => expect(asked()?.get('modality')).toBe('telemedicina'))
  expect(screen.queryByRole('button', { name: 'Laboratorio' })).toBeNull()
  await user.click(await button('Cualquier clínica'))
  await user.click(await button('Vacunatorio'))
  await button(/^09:30/)
  expect(path()).toContain('office_id=AMBAS')
  expect(requestsTo(slotEndpoints.slots).at(-1)?.query.get('specialty')).toBe('359')
})

test('six frequent specialties come before the list of all by letter, and one search finds specialties, exams and professionals', async () => {
  const named = [
    'Dermatología',
    'Ginecología',
    'Oftalmología',
    'Traumatología',
    'Medicina General',
    'Mastología',
  ]
  const codes = ['123', '130', '150', '156', '101', '122']
  const data = named.map((name, index) => ({ code: codes[index] ?? '', name }))
  mockEndpoint(serviceEndpoints.specialties, { data: [...data, { code: '108', name: 'Cardiología Adulto' }] })
  const { user } = await renderPage('/reservas', { as: 'patient' })
  await title('Reservar hora')
  expect(screen.getByText('Paso 1 de 3')).toBeVisible()
  await button('Medicina General')
  expect(screen.queryByRole('button', { name: 'Mastología' })).toBeNull()
  await user.click(await button('Ver las 7'))
  expect(within(screen.getByRole('region', { name: 'M' })).getAllByRole('button')).toHaveLength(2)
  const field = screen.getByRole('searchbox', { name: 'Especialidad, examen o profesional' })
  for (const [text, found] of [
    ['ginecologia', 'Ginecología'],
    ['ecografia', 'Imagenología'],
    ['munoz', 'Dra. Carolina Muñoz Vidal'],
  ] as const) {
    await user.clear(field)
    await user.type(field, `${text}{Enter}`)
    expect(await screen.findByText(found)).toBeVisible()
    expect(screen.getByText('1 resultado')).toBeInTheDocument()
  }
  await user.clear(field)
  await user.type(field, 'zzz{Enter}')
  expect(await screen.findByText('No encontramos «zzz»')).toBeVisible()
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
  await button('09:30')
  expect(requestsTo(schedulingTokenEndpoints.token)).toHaveLength(2)
})

const joined = {
  ...{ id: 4, patient_id: 7, patient_full_name: 'Camila Andrea Fuentes Rojas' },
  specialty: { code: '108', name: 'Cardiología Adulto' },
  ...{ office_id: null, rut_professional: null, doctor_name: null, from: null, to: null },
  created_at: '2026-11-24T12:00:00Z',
}

describe('nothing free', () => {
  const { wait } = waitingEndpoints
  beforeEach(() => mockEndpoint(slotEndpoints.slots, { data: [] }))

  test('without free slots the page offers the waiting list, and says why it is not joined', async () => {
    mockEndpoint(wait, new ApiError('tooManyWaits'))
    const { user } = await renderPage(slotsPage, { as: 'patient' })
    expect(await screen.findByText(/^No hay horas presenciales libres en los próximos/)).toBeVisible()
    // Two and a half months, fourteen days per request.
    expect(requestsTo(slotEndpoints.slots)).toHaveLength(6)
    await user.click(await button('AVÍSAME'))
    expect(await screen.findByText(/^Ya esperas el máximo de horas/)).toBeVisible()
    mockEndpoint(wait, { data: joined })
    await user.click(await button('AVÍSAME'))
    expect(await screen.findByText('Te avisaremos apenas se libere una hora')).toBeVisible()
    const sent = { patient_id: 7, specialty: '108', office_id: 'PROVIDENCIA', rut_professional: '111111111' }
    expect(requestsTo(wait)[0]?.body).toEqual(sent)
  })
})

const { check, book } = bookingEndpoints
const confirm = () => button('CONFIRMAR HORA')

test('a user without a group books a held slot for themselves, once, and a booking without an answer is repeated with the same key', async () => {
  mockEndpoint(book, new ApiError('unavailable'))
  const { user, path } = await renderPage(heldPage, { as: 'patient' })
  expect(await screen.findByText('Camila Andrea (tú)')).toBeVisible()
  expect(screen.getByRole('timer')).toHaveTextContent(/^Te guardamos esta hora durante [45] min \d{1,2} s$/)
  await user.click(await confirm())
  expect(await screen.findByText('No ha sido posible reservar la hora')).toBeVisible()
  const [first] = requestsTo(book)
  mockEndpoint(book, { ...booked, notified: [], not_notified: 'unverified' })
  await user.click(await button('REINTENTAR'))
  await waitFor(async () => expect(await title('Tu hora está reservada')).toHaveFocus())
  expect(screen.getByText(/^No te enviamos un correo, porque tu e-mail aún no está confirmado/)).toBeVisible()
  const [second] = requestsTo(book)
  expect(second?.body).toEqual({ hold_id: 5, patient_id: 7 })
  expect(second?.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/)
  expect(second?.headers.get('idempotency-key')).toBe(first?.headers.get('idempotency-key'))
  expect(path()).toBe('/reservas?reservada=77')
  expect(requestsTo(slotEndpoints.release)).toHaveLength(0)
})

describe('a user with a group', () => {
  const rosa = { id: 3, may_book: false, family_patient: { id: 11, first_name: 'Rosa' } }
  beforeEach(() =>
    mockEndpoint(familyMemberEndpoints.group, {
      familyGroup: [buildMember(), buildAdultMember(), buildAdultMember(rosa)],
    }),
  )

  test('says first for whom, among the children and the adults who allow it, sees what attends that person, and is not asked again', async () => {
    const { user, path } = await renderPage('/reservas', { as: 'patient' })
    const people = within(await screen.findByRole('group', { name: 'Para quién es la hora' }))
    const names = people.getAllByRole('button').map(({ textContent }) => textContent.trim())
    expect(names).toEqual(['CACamila (tú)', 'MSMartina', 'JRJorge'])
    await user.click(people.getByRole('button', { name: /Jorge/ }))
    expect(await screen.findByText('Verás solo esta hora, y le avisaremos.')).toBeVisible()
    expect(requestsTo(serviceEndpoints.specialties).at(-1)?.query.get('patient_id')).toBe('10')
    await user.click(await button('Cardiología Adulto'))
    await user.click(await button(/^Dra. Carolina Muñoz Vidal/))
    await user.click(await button(/^09:30/))
    await user.click(await button('RESERVAR HORA'))
    await user.click(await confirm())
    await title(/reservada/)
    expect(requestsTo(book)[0]?.body).toEqual({ hold_id: 5, patient_id: 10 })
    expect(path()).toContain('reservada')
  })

  test('who comes with a professional is asked for whom before the slots', async () => {
    const { user, path } = await renderPage(slotsPage, { as: 'patient' })
    await title('¿Para quién es la hora?')
    expect(screen.queryByText(/Rosa/)).not.toBeInTheDocument()
    expect(screen.getByText('Padre. Verás solo esta hora, y le avisaremos.')).toBeVisible()
    await user.click(await button(/^(MS)?Martina Ignacia Soto/))
    await button('09:30')
    expect(path()).toContain('patient_id=')
  })
})

test.each(['patientBusy', 'underEightByPhone'] as const)(
  'the held slot of an exam that is rejected with %s shows the reason and offers another slot',
  async (code) => {
    mockEndpoint(check, new ApiError(code))
    const { user, path } = await renderPage(`${heldPage}&exam_id=7`, { as: 'patient' })
    expect(await screen.findByText(new ApiError(code).message)).toBeVisible()
    expect(requestsTo(check)[0]?.body).toMatchObject({ exam_id: 7 })
    expect(screen.queryByRole('button', { name: 'CONFIRMAR HORA' })).not.toBeInTheDocument()
    await user.click(await button('ELEGIR OTRA HORA'))
    await waitFor(() => expect(path()).not.toContain('slot_id'))
    await waitFor(() => expect(requestsTo(slotEndpoints.release)[0]?.params).toEqual({ hold_id: '5' }))
  },
)

test('an expired hold is reported, keeps the choices, and can be renewed', async () => {
  mockEndpoint(slotEndpoints.hold, { data: buildHold({ seconds: 2 }) })
  const { user } = await renderPage(heldPage, { as: 'patient' })
  await confirm()
  mockEndpoint(slotEndpoints.hold, { data: buildHold({ hold_id: 6 }) })
  await act(() => vi.advanceTimersByTimeAsync(3_000))
  expect(await screen.findByText('Se acabó el tiempo para confirmar esta hora')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'CONFIRMAR HORA' })).not.toBeInTheDocument()
  await user.click(await button('GUARDARLA OTRA VEZ'))
  await user.click(await confirm())
  await title('Tu hora está reservada')
  expect(requestsTo(book)[0]?.body).toMatchObject({ hold_id: 6 })
})

const { bookedAppointment } = preparationEndpoints
const { hour } = buildBookedAppointment()

test('moving an appointment searches similar slots and replaces it, and a change to video must be accepted first', async () => {
  const moved = { hour: { ...hour, id_appointment: 12 }, specialty: 'ECO', exam_id: 1032 }
  mockEndpoint(bookedAppointment, { data: buildBookedAppointment(moved) })
  mockEndpoint(slotEndpoints.hold, { data: buildHold({ slot: buildSlot({ modality: 'telemedicina' }) }) })
  const appointment = buildAgendaAppointment({ id_appointment: 12 })
  mockEndpoint(appointmentAgendaEndpoints.one, { appointment, is_over: false })
  const { user } = await renderPage('/reservas?id_appointment=12', { as: 'patient' })
  await user.click(await button('09:30'))
  const { query } = requestsTo(slotEndpoints.slots)[0] ?? {}
  expect([query?.get('specialty'), query?.get('exam_id')]).toEqual(['ECO', '1032'])
  await user.click(await button('RESERVAR HORA'))
  expect(await screen.findByText('Cambias de presencial a video')).toBeVisible()
  const confirm = await button('CAMBIAR MI HORA')
  expect(confirm).toBeDisabled()
  await user.click(screen.getByRole('checkbox', { name: /Sí, quiero que la atención sea por video/ }))
  await user.click(confirm)
  await title('Cambiaste tu hora')
  expect(requestsTo(bookingEndpoints.book)[0]?.body).toEqual({
    ...{ hold_id: 5, patient_id: 7, id_appointment: 12, exam_id: 1032 },
    accepted_modality: 'telemedicina',
  })
})

const { offers } = waitingEndpoints
const offer = {
  ...{ hold_id: 9, expires_at: '2026-11-24T12:30:00.000Z', slot: buildSlot() },
  ...{ patient_id: 9, patient_full_name: 'Martina Ignacia Soto Fuentes' },
}

test('an offered slot can be declined, and an expired offer is reported', async () => {
  mockEndpoint(offers, { data: [offer] })
  mockEndpoint(slotEndpoints.release, () => {
    mockEndpoint(offers, { data: [] })
    return {}
  })
  const { user, go } = await renderPage('/reservas', { as: 'patient' })
  await user.click(await button('NO LA QUIERO'))
  const take = () => screen.queryByRole('button', { name: 'TOMAR ESTA HORA' })
  await waitFor(() => expect(take()).not.toBeInTheDocument())
  await go('/reservas?offer=9')
  expect(await screen.findByText('Esta hora ya no está guardada para ti')).toBeVisible()
})

test('a slot at which the patient already has an appointment cannot be chosen', async () => {
  const times = { starts_at: '2026-11-26T12:40:00.000Z', ends_at: '2026-11-26T13:10:00.000Z' }
  const busy = { id_appointment: 90, patient_id: 7, first_name: 'Camila', ...times }
  mockEndpoint(bookingEndpoints.busyTimes, { data: [busy] })
  await renderPage(slotsPage, { as: 'patient' })
  expect(await button('09:30 Ya tienes hora')).toBeDisabled()
  expect(await button('15:00')).toBeEnabled()
  cleanup()
  mockEndpoint(familyMemberEndpoints.group, { familyGroup: [buildMember()] })
  const member = buildMember().family_patient.id
  await renderPage(`${slotsPage}&patient_id=${member}`, { as: 'patient' })
  expect(await button('09:30')).toBeEnabled()
  cleanup()
  await renderPage(heldPage, { as: 'patient' })
  expect(await button(/Ya tienes hora a esa misma hora/)).toBeDisabled()
  expect(await button(/Hijo/)).toBeEnabled()
})
