import type { CalendarAppointment } from '@mi-portal/contract/agenda/calendar-appointments'
import { calendarAppointmentEndpoints } from '@mi-portal/contract/agenda/calendar-appointments'
import { calendarExceptionEndpoints } from '@mi-portal/contract/agenda/calendar-exceptions'
import { calendarWeekEndpoints } from '@mi-portal/contract/agenda/calendar-week'
import { holidayEndpoints } from '@mi-portal/contract/agenda/holidays'
import { professionalEndpoints, type WholeProfessional } from '@mi-portal/contract/agenda/professionals'
import { ApiError } from '@mi-portal/contract/calls/api-error'
import { callDueEndpoints } from '@mi-portal/contract/calls-due'
import { addDays, toDay, toInstant } from '@mi-portal/contract/values/dates'
import { screen, within } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { expectNoDraft, isReloadConfirmed, leaveAndReturn, restoreDraft } from '../../../test/drafts.ts'
import { mockEndpoint, requestsTo } from '../../../test/fake-server.ts'
import { renderPage } from '../../../test/render-portal.tsx'
import { now } from '../../lib/clock.ts'
import { portal } from '../../lib/portal-config.ts'
import { createScale, getMonday, positionOnDay } from './agenda.rules.ts'

const monday = addDays(getMonday(toDay(now())), 7)
const at = (time: string, day = monday) => toInstant(day, time).toISOString()

const professional = {
  id: 4,
  rut: '123456785',
  name: 'Dra. Ana Ríos Vega',
  active: true,
  specialties: [{ code: '101', name: 'Medicina general' }],
}
const appointment: CalendarAppointment = {
  id_appointment: 31,
  starts_at: at('09:00'),
  ends_at: at('09:30'),
  patient_full_name: 'Camila Andrea Fuentes Rojas',
  doctor_name: professional.name,
  place: 'Providencia, piso 3',
  modality: 'presencial',
  confirmed_at: null,
  is_private: false,
  sequence: 2,
  outside: false,
}
const { place, modality } = appointment
const free = { id: 90, starts_at: at('09:30'), ends_at: at('10:00'), place, modality, held: false }
const [tuesday, wednesday] = [addDays(monday, 1), addDays(monday, 2)]
const block = {
  ...{ id: 7, kind: 'block' as const, reason: 'Congreso', place: null },
  ...{ starts_at: at('00:00', tuesday), ends_at: at('00:00', wednesday) },
}
const week = {
  professional,
  days: Array.from({ length: 7 }, (_, index) => ({
    day: addDays(monday, index),
    holiday: index === 3 ? 'Navidad' : null,
  })),
  hours: [appointment],
  free: [free],
  exceptions: [block],
}
const address = `/admin/agenda?profesional=4&desde=%22${monday}%22`

test('with calendars of an external system each address names it, and only appointments from before can be cancelled, after a confirmation', async () => {
  portal.calendarsElsewhere = 'Agenda Central'
  onTestFinished(() => {
    portal.calendarsElsewhere = null
  })
  const { heldByPortal, cancel } = calendarAppointmentEndpoints
  const none = { page: 1, limit: 10, total: 0 }
  mockEndpoint(heldByPortal, { ...none, hours: [appointment], total: 1 })
  mockEndpoint(cancel, {})
  const { user, go } = await renderPage('/admin/agenda', { as: 'admin' })
  for (const path of ['/admin/agenda', '/admin/agenda?ver=feriados', address]) {
    await go(path)
    expect(await screen.findByText('Los calendarios se llevan en Agenda Central')).toBeVisible()
    expect(await screen.findByText(/No se pueden mover/)).toBeVisible()
    expect(screen.queryByRole('tab')).not.toBeInTheDocument()
  }
  const { professionals } = professionalEndpoints
  for (const endpoint of [professionals, calendarWeekEndpoints.week, holidayEndpoints.holidays])
    expect(requestsTo(endpoint)).toEqual([])
  await user.click(await screen.findByRole('button', { name: /Cancelar la hora de/ }))
  const dialog = within(await screen.findByRole('dialog', { name: '¿Cancelar esta hora?' }))
  expect(requestsTo(cancel)).toEqual([])
  mockEndpoint(heldByPortal, { ...none, hours: [] })
  await user.click(dialog.getByRole('button', { name: 'Cancelar hora' }))
  expect(await screen.findByText('No quedan horas de los calendarios del portal')).toBeVisible()
  expect(requestsTo(cancel)[0]).toMatchObject({ params: { id: '31' }, body: { sequence: 2 } })
})

async function openWeek(changes: Partial<typeof week> = {}) {
  mockEndpoint(calendarWeekEndpoints.week, { ...week, ...changes })
  const { user } = await renderPage(address, { as: 'admin' })
  /** Presses a button and returns the dialog that it opens. */
  const open = async (button: string | RegExp, name: string) => {
    await user.click(await screen.findByRole('button', { name: button }))
    return within(await screen.findByRole('dialog', { name }))
  }
  return { user, open, openAppointment: () => open(/Camila/, 'Hora reservada') }
}

test('a week shows appointments, free slots, holidays and blocks, and which appointment the patient keeps private', async () => {
  const { openAppointment } = await openWeek({ hours: [{ ...appointment, is_private: true }] })
  const days = await screen.findAllByRole('region', { name: /de / })
  for (const [day, text] of [
    [0, '09:30 Libre'],
    [1, 'Con bloqueo'],
    [3, 'Feriado: Navidad'],
  ] as const)
    expect(days[day]).toHaveTextContent(text)
  expect(screen.getByText(/fin del día · Congreso/)).toBeVisible()
  const dialog = await openAppointment()
  expect(dialog.getByText('Solo yo')).toBeVisible()
  expect(dialog.getByText(/Su familia no ve esta hora/)).toBeVisible()
})

test('staff move an appointment to a slot, choose again when it was taken, and confirm a change to video', async () => {
  const { targets, move } = calendarAppointmentEndpoints
  const { held: _, ...slot } = { ...free, doctor_name: professional.name }
  mockEndpoint(targets, {
    slots: [slot, { ...slot, id: 91, starts_at: at('10:00'), modality: 'telemedicina' }],
  })
  mockEndpoint(move, new ApiError('slotTaken'))
  const { user, openAppointment } = await openWeek()
  await user.click((await openAppointment()).getByRole('button', { name: 'Mover a otra hora' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Mover hora' }))
  const submit = dialog.getByRole('button', { name: 'Mover hora' })
  await user.click(await dialog.findByRole('radio', { name: /^09:30 h/ }))
  await user.click(submit)
  expect(await dialog.findByText('Esta hora ya no está disponible. Elige otra')).toBeVisible()
  expect(requestsTo(move)[0]?.body).toEqual({ slot_id: 90, sequence: 2 })
  mockEndpoint(move, {})
  await user.choose('Buscar horas de', 'Cualquier profesional')
  await user.click(await dialog.findByRole('radio', { name: /10:00 h.*Por video/ }))
  expect(requestsTo(targets).at(-1)?.query.get('of')).toBe('any')
  expect(dialog.getByText('La hora cambia de presencial a video')).toBeVisible()
  expect(submit).toBeDisabled()
  await user.click(dialog.getByRole('checkbox', { name: 'El paciente está de acuerdo con este cambio.' }))
  await user.click(submit)
  expect(await screen.findByText(/La hora fue movida/)).toBeVisible()
  expect(requestsTo(move)[0]?.body).toEqual({
    slot_id: 91,
    sequence: 2,
    accepted_modality: 'telemedicina',
  })
})

test('staff read that no one was notified of a cancelled appointment, and the call stays listed until they tick it', async () => {
  mockEndpoint(calendarAppointmentEndpoints.cancel, {
    notified: [],
    not_notified: 'no_account',
    call_phone: '987654321',
  })
  const { user, openAppointment } = await openWeek()
  await user.click((await openAppointment()).getByRole('button', { name: 'Cancelar hora' }))
  const asked = within(await screen.findByRole('dialog', { name: '¿Cancelar esta hora?' }))
  const due = {
    ...{ id: 3, patient_full_name: 'Patricio Sandoval', phone: '987654321', created_at: at('09:00') },
    text: 'La clínica tuvo que cancelar su hora.',
  }
  mockEndpoint(callDueEndpoints.list, { calls: [due] })
  await user.click(asked.getByRole('button', { name: 'Cancelar hora' }))
  expect(
    await screen.findByText('La hora fue cancelada. Nadie fue avisado: llama al 987654321.'),
  ).toBeVisible()
  const tick = await screen.findByRole('button', { name: 'Ya llamé a Patricio Sandoval' })
  mockEndpoint(callDueEndpoints.done, {})
  mockEndpoint(callDueEndpoints.list, { calls: [] })
  await user.click(tick)
  await expect.poll(() => screen.queryByText('Por llamar')).toBeNull()
  expect(requestsTo(callDueEndpoints.done)).toHaveLength(1)
})

test('time is blocked only when each appointment in it has a decision, and what was typed is offered back until then', async () => {
  const { booked, block: blockTime } = calendarExceptionEndpoints
  mockEndpoint(booked, {
    hours: [appointment, { ...appointment, id_appointment: 32, patient_full_name: 'Eva Soto' }],
  })
  mockEndpoint(blockTime, {})
  const { user, open } = await openWeek()
  const start = () => open('Bloquear horas', 'Bloquear horas')
  let dialog = await start()
  await user.click(dialog.getByRole('checkbox', { name: 'Días completos' }))
  user.fill(dialog.getByLabelText('Desde las'), '09:00')
  user.fill(dialog.getByLabelText('Hasta las'), '12:00')
  user.fill(dialog.getByLabelText(/Motivo/), 'Congreso')
  await user.click(dialog.getByRole('button', { name: 'Volver' }))
  dialog = await start()
  expect(dialog.getByLabelText(/Motivo/)).toHaveValue('')
  await user.click(dialog.getByRole('button', { name: 'Volver a poner lo escrito' }))
  await user.click(dialog.getByRole('button', { name: 'Bloquear' }))
  expect(await dialog.findByText('Hay 2 horas reservadas')).toBeVisible()
  expect(requestsTo(blockTime)).toEqual([])
  await user.click(dialog.getByRole('button', { name: 'Cancelar todas' }))
  const camila = within(dialog.getByRole('group', { name: /Camila/ }))
  await user.click(camila.getByRole('radio', { name: 'Se mantiene' }))
  await user.click(dialog.getByRole('button', { name: 'Bloquear' }))
  expect(await screen.findByText('Las horas quedaron bloqueadas.')).toBeVisible()
  expect(requestsTo(blockTime)[0]?.body).toEqual({
    ...{ from: monday, to: monday, starts: '09:00', ends: '12:00', reason: 'Congreso' },
    decisions: [
      { id_appointment: 31, sequence: 2, act: 'keep' },
      { id_appointment: 32, sequence: 2, act: 'cancel' },
    ],
  })
  await start()
  expectNoDraft()
})

const schedule: WholeProfessional['schedules'][number] = {
  ...{ id: 1, weekday: 1, starts: '09:00', ends: '13:00', office_id: 2, specialty: '101' },
  ...{ slot_minutes: 30, room: 'piso 3', modality: 'presencial', on_holidays: false },
  ...{ valid_from: '2026-01-01', valid_to: null },
}
const whole: WholeProfessional = {
  ...professional,
  updated_at: '2026-11-20T12:00:00.000Z',
  doctor_image: null,
  schedules: [schedule],
}
const edited = '/admin/agenda?profesional=4&editar=true'
const { edit } = professionalEndpoints

async function openForm() {
  mockEndpoint(professionalEndpoints.professional, { professional: whole })
  const opened = await renderPage(edited, { as: 'admin' })
  const name = await screen.findByLabelText('Nombre')
  const save = () => opened.user.click(screen.getByRole('button', { name: 'GUARDAR CAMBIOS' }))
  return { ...opened, name, save }
}

test('a professional is saved with the whole week, which is offered back until then, and a dialog lists the appointments left outside of it', async () => {
  const opened = await openForm()
  const { user, go, save } = opened
  user.fill(opened.name, 'Dra. Ana Soto')
  await user.click(screen.getByRole('button', { name: 'Quitar bloque 1' }))
  expect(isReloadConfirmed()).toBe(true)
  await go('/admin/agenda?ver=nuevo')
  expect(await screen.findByRole('heading', { name: 'Crear profesional' })).toBeVisible()
  expectNoDraft()
  await go(edited)
  await restoreDraft(user)
  mockEndpoint(edit, new ApiError('changedMeanwhile'))
  await save()
  expect(await screen.findByText(/Los datos cambiaron mientras los editabas/)).toBeVisible()
  mockEndpoint(edit, { professional: whole, outside: [{ ...appointment, outside: true }] })
  await save()
  const dialog = within(await screen.findByRole('dialog', { name: 'Calendario guardado con éxito' }))
  expect(dialog.getByText(/Queda 1 hora reservada fuera del calendario/)).toBeVisible()
  expect(dialog.getByText(/Camila Andrea Fuentes Rojas/)).toBeVisible()
  const { updated_at } = whole
  const sent = { name: 'Dra. Ana Soto', active: true, schedules: [], updated_at }
  expect(requestsTo(edit)[0]?.body).toEqual(sent)
  expect(isReloadConfirmed()).toBe(false)
  await leaveAndReturn(opened)
  await screen.findByLabelText('Nombre')
  expectNoDraft()
})

test('holidays of the law cannot be removed; staff add others after deciding on booked appointments, and remove them', async () => {
  const { holidays, holidayAppointments, addHoliday, removeHoliday } = holidayEndpoints
  mockEndpoint(holidays, {
    holidays: [
      { day: '2026-12-25', name: 'Navidad', source: 'law' },
      { day: '2099-12-30', name: 'Aniversario', source: 'staff' },
    ],
  })
  mockEndpoint(holidayAppointments, new ApiError('holidayThere'))
  mockEndpoint(addHoliday, {})
  mockEndpoint(removeHoliday, {})
  const { user } = await renderPage('/admin/agenda?ver=feriados', { as: 'admin' })
  const law = await screen.findByRole('row', { name: /Navidad/ })
  expect(within(law).queryByRole('button')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Agregar feriado' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Agregar feriado' }))
  const submit = () => user.click(dialog.getByRole('button', { name: 'Agregar feriado' }))
  await submit()
  expect(await dialog.findByText('Digita Nombre')).toBeVisible()
  user.fill(dialog.getByLabelText('Día'), '30/12/2099')
  user.fill(dialog.getByLabelText('Nombre'), 'Elección')
  await submit()
  expect(await dialog.findByText('Ese día ya es feriado')).toBeVisible()
  mockEndpoint(holidayAppointments, { hours: [appointment] })
  await submit()
  await user.click(await dialog.findByRole('radio', { name: 'Se cancela, con aviso' }))
  await submit()
  expect(await screen.findByText('Se agregó el feriado «Elección»')).toBeVisible()
  const decisions = [{ id_appointment: 31, sequence: 2, act: 'cancel' }]
  expect(requestsTo(addHoliday)[0]?.body).toEqual({ day: '2099-12-30', name: 'Elección', decisions })
  await user.click(screen.getByRole('button', { name: 'Quitar Aniversario' }))
  await user.click(screen.getByRole('button', { name: 'Quitar feriado' }))
  expect(await screen.findByText('Se quitó el feriado «Aniversario»')).toBeVisible()
  expect(requestsTo(removeHoliday)[0]?.params).toEqual({ day: '2099-12-30' })
})

test('the scale goes from the first to the last full hour, tall enough for the shortest appointment', () => {
  expect(createScale([appointment, free])).toEqual({ first: 540, last: 600, pixels: 44 / 30 })
  expect(createScale([])).toEqual({ first: 480, last: 1080, pixels: 1 })
  const scale = { first: 540, last: 600, pixels: 1 }
  expect(positionOnDay(scale, addDays(monday, 1), block)).toEqual({ top: 0, height: 60 })
  expect(positionOnDay(scale, monday, block)).toBeNull()
  expect(getMonday('2026-11-29')).toBe('2026-11-23')
})
