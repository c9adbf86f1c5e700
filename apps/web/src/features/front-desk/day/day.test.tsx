import { calendarWeekEndpoints } from '@mi-portal/contract/agenda/calendar-week'
import { professionalEndpoints } from '@mi-portal/contract/agenda/professionals'
import { bookingEndpoints } from '@mi-portal/contract/booking/bookings'
import { examCatalogueEndpoints } from '@mi-portal/contract/booking/exam-catalogue'
import { schedulingTokenEndpoints } from '@mi-portal/contract/booking/scheduling-token'
import { slotEndpoints } from '@mi-portal/contract/booking/slots'
import { ApiError } from '@mi-portal/contract/calls/api-error'
import {
  type BookableItem,
  type DayAppointment,
  frontDeskEndpoints,
  type ProfessionalDay,
} from '@mi-portal/contract/front-desk'
import { userEndpoints } from '@mi-portal/contract/users'
import { addDays, toInstant } from '@mi-portal/contract/values/dates'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { buildUser } from '../../../../test/build.ts'
import { mockEndpoint, requestsTo } from '../../../../test/fake-server.ts'
import { renderPage } from '../../../../test/render-portal.tsx'
import { today } from '../../../lib/dates.ts'

const day = addDays(today(), 1)
const at = (time: string) => toInstant(day, time).toISOString()
const appointment: DayAppointment = {
  ...{ id_appointment: 31, patient_id: 7, starts_at: at('09:00'), ends_at: at('09:30') },
  ...{ patient_full_name: 'Camila Fuentes', doctor_name: 'Dra. Ana Ríos', place: 'Providencia, piso 3' },
  ...{ modality: 'presencial', confirmed_at: null, is_private: false, sequence: 2, outside: false },
  attendance: null,
}
const free = (id: number, starts: string, ends: string) => ({
  ...{ id, starts_at: at(starts), ends_at: at(ends), place: 'Providencia, piso 3', held: false },
  modality: 'presencial' as const,
})
const ana: ProfessionalDay = {
  ...{ id: 4, name: 'Dra. Ana Ríos', doctor_image: null, specialties: ['Pediatría'] },
  appointments: [
    appointment,
    {
      ...appointment,
      id_appointment: 32,
      starts_at: at('11:00'),
      ends_at: at('11:30'),
      attendance: 'missed',
    },
  ],
  free: [free(90, '09:30', '10:00'), { ...free(91, '10:00', '10:30'), held: true }],
  blocks: [{ id: 1, starts_at: at('12:00'), ends_at: at('13:00'), reason: 'Reunión' }],
}
const luis: ProfessionalDay = {
  ...{ id: 5, name: 'Dr. Luis Paz', doctor_image: null, specialties: ['Dermatología'] },
  ...{ appointments: [], free: [free(95, '09:20', '09:40'), free(96, '10:20', '10:40')], blocks: [] },
}

const ultrasound: BookableItem = {
  ...{ kind: 'exam', code: '1063', name: 'Ecografía abdominal', way_to_schedule: 'online' },
  ...{ needs_questionnaire: false, services: ['900'] },
}

async function openDay(path = `/admin/agenda-del-dia?dia=%22${day}%22`) {
  mockEndpoint(professionalEndpoints.places, {
    offices: [{ id: 2, office_id: 'PROVIDENCIA', name: 'Providencia' }],
    services: [],
  })
  mockEndpoint(frontDeskEndpoints.day, { professionals: [ana, luis] })
  mockEndpoint(schedulingTokenEndpoints.token, ({ query }) => ({
    token: `para-${query.get('patient_id')}`,
    expires_at: at('09:00'),
  }))
  mockEndpoint(slotEndpoints.hold, ({ body }) => ({
    data: {
      ...{ hold_id: 400, expires_at: at('09:00'), seconds: 300 },
      slot: {
        ...free(Number(Object(body).slot_id), '09:20', '09:40'),
        ...{ rut_professional: '1', doctor_name: luis.name, office_id: 'PROVIDENCIA', room: 'piso 3' },
        ...{ specialty: '105', specialty_name: 'Dermatología' },
      },
    },
  }))
  mockEndpoint(frontDeskEndpoints.items, { items: [ultrasound] })
  mockEndpoint(examCatalogueEndpoints.indications, { info: { indications: '<p>Ayuno</p>', pdf: '/i.pdf' } })
  mockEndpoint(slotEndpoints.release, {})
  mockEndpoint(bookingEndpoints.check, { data: { warning: null } })
  mockEndpoint(bookingEndpoints.book, {
    ...{ data: { id_appointment: 33 } as never, warning: null, notified: [] },
    ...{ not_notified: 'no_address', call_phone: '+56955550142' },
  })
  mockEndpoint(userEndpoints.list, { patients: [buildUser({ id: 7 })], total: 1, page: 1, limit: 10 })
  return renderPage(path, { as: 'admin' })
}

test('a day shows each professional with the states of appointments, free slots and blocks, and one specialty is chosen', async () => {
  const { user } = await openDay()
  const column = within(await screen.findByRole('region', { name: /Dra. Ana Ríos/ }))
  expect(requestsTo(frontDeskEndpoints.day)[0]?.query.toString()).toBe(`day=${day}&office_id=2`)
  expect(column.getByText('2 libres')).toBeVisible()
  expect(column.getByRole('button', { name: '09:00 · Por confirmar Camila Fuentes' })).toBeVisible()
  expect(column.getByRole('button', { name: /^11:00 · No vino/ })).toBeVisible()
  expect(column.getByText('Bloqueado de 12:00 a 13:00: Reunión')).toBeInTheDocument()
  // A slot that somebody is about to book is not offered.
  expect(column.getByText('10:00 En reserva').closest('button')).toBeNull()
  await user.click(screen.getByLabelText('Especialidad'))
  await user.click(await screen.findByRole('option', { name: 'Dermatología' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: /Dra. Ana Ríos/ })).toBeNull())
  expect(screen.getByRole('region', { name: /Dr. Luis Paz/ })).toBeVisible()
})

test('the arrows move between the slots of a day, and Enter books one for a patient who is found', async () => {
  const { user } = await openDay()
  const first = await screen.findByRole('button', { name: /^09:00 · Por confirmar/ })
  first.focus()
  // The others are not in the order of the Tab key.
  expect(screen.getAllByRole('button', { name: /Libre/ }).map(({ tabIndex }) => tabIndex)).toEqual([
    -1, -1, -1,
  ])
  await user.keyboard('{ArrowDown}')
  expect(screen.getByRole('button', { name: '09:30 Libre' })).toHaveFocus()
  await user.keyboard('{ArrowRight}')
  expect(screen.getByRole('button', { name: '09:20 Libre' })).toHaveFocus()
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}{Enter}')
  const dialog = within(await screen.findByRole('dialog', { name: /^Reservar · 09:20/ }))
  expect(dialog.getByRole('combobox', { name: 'Paciente de esta hora' })).toHaveFocus()
  await user.keyboard('camila')
  await dialog.findByRole('option')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(dialog.getByRole('button', { name: 'Reservar' })).toHaveFocus())
  expect(dialog.getByText(/^Dr. Luis Paz, Dermatología, Providencia, piso 3/)).toBeVisible()
  await user.keyboard('{Enter}')
  expect(await screen.findByText('Nadie fue avisado: llama al +56955550142.')).toBeVisible()
  expect(requestsTo(slotEndpoints.hold)[0]?.body).toEqual({ slot_id: 95 })
  const [sent] = requestsTo(bookingEndpoints.book)
  expect(sent?.body).toEqual({ hold_id: 400, patient_id: 7 })
  expect(sent?.headers.get('authorization')).toBe('Bearer para-7')
  await waitFor(() => expect(requestsTo(frontDeskEndpoints.day).length).toBeGreaterThan(1))
})

test('a day says that no site has calendars, instead of loading forever', async () => {
  mockEndpoint(professionalEndpoints.places, { offices: [], services: [] })
  await renderPage('/admin/agenda-del-dia', { as: 'admin' })
  expect(await screen.findByText('No hay sedes con agenda')).toBeVisible()
  expect(requestsTo(frontDeskEndpoints.day)).toEqual([])
})

test('a slot of a day is booked for a caller whom nobody knows in one dialog, and one that was taken says so', async () => {
  const { user } = await openDay()
  mockEndpoint(userEndpoints.list, { patients: [], total: 0, page: 1, limit: 10 })
  mockEndpoint(slotEndpoints.hold, new ApiError('slotTaken'))
  await user.click(await screen.findByRole('button', { name: '09:20 Libre' }))
  await user.type(await screen.findByRole('combobox', { name: 'Paciente de esta hora' }), '11.111.111-1')
  await screen.findByRole('option', { name: 'Crear ficha' })
  await user.keyboard('{Enter}')
  const dialog = within(await screen.findByRole('dialog', { name: /^Crear ficha y reservar · 09:20/ }))
  mockEndpoint(userEndpoints.createRecord, {
    patient: buildUser({ id: 55, first_name: 'Inés', last_name: 'Rojas', second_name: '', email: null }),
  })
  user.fill(dialog.getByLabelText('Nombres'), 'Inés')
  user.fill(dialog.getByLabelText('Primer apellido'), 'Rojas')
  user.fill(dialog.getByLabelText('Fecha de nacimiento'), '02/01/1990')
  user.fill(dialog.getByLabelText('Teléfono'), '955550199')
  await user.click(dialog.getByRole('button', { name: 'CREAR FICHA' }))
  expect(await screen.findByText('Inés Rojas')).toBeVisible()
  expect(await screen.findByText(new ApiError('slotTaken').message)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Elegir otra hora' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a free slot of a week is booked in the same dialog, and asks which exam it is for', async () => {
  mockEndpoint(calendarWeekEndpoints.week, {
    professional: { id: 4, rut: '123456785', name: ana.name, active: true, specialties: [] },
    days: [{ day, holiday: null }],
    ...{ hours: [], free: ana.free, exceptions: [] },
  })
  const { user } = await openDay(`/admin/agenda?profesional=4&desde=%22${day}%22`)
  await user.click(await screen.findByRole('button', { name: '09:30 Libre' }))
  expect(await screen.findByText('Dra. Ana Ríos, Providencia, piso 3')).toBeVisible()
  mockEndpoint(frontDeskEndpoints.items, { items: [{ ...ultrasound, services: ['105'] }] })
  await user.keyboard('camila')
  await screen.findByRole('option')
  await user.keyboard('{Enter}')
  await user.click(await screen.findByLabelText('Examen o procedimiento'))
  expect(requestsTo(bookingEndpoints.check)).toEqual([])
  await user.click(screen.getByRole('option', { name: 'Ecografía abdominal' }))
  await user.click(await screen.findByRole('button', { name: 'Reservar' }))
  await waitFor(() =>
    expect(requestsTo(bookingEndpoints.book)[0]?.body).toEqual({
      hold_id: 400,
      patient_id: 7,
      exam_id: 1063,
    }),
  )
})
