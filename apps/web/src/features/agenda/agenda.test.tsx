import type { CalendarAppointment } from '@mi-portal/contract/agenda/calendar-appointments'
import { calendarAppointmentEndpoints } from '@mi-portal/contract/agenda/calendar-appointments'
import { calendarExceptionEndpoints } from '@mi-portal/contract/agenda/calendar-exceptions'
import type { ImportPlan } from '@mi-portal/contract/agenda/calendar-import'
import { calendarImportEndpoints } from '@mi-portal/contract/agenda/calendar-import'
import { calendarWeekEndpoints } from '@mi-portal/contract/agenda/calendar-week'
import { holidayEndpoints } from '@mi-portal/contract/agenda/holidays'
import { professionalEndpoints, type WholeProfessional } from '@mi-portal/contract/agenda/professionals'
import { ApiError } from '@mi-portal/contract/api-error'
import { attendanceEndpoints } from '@mi-portal/contract/attendance'
import { overviewEndpoints } from '@mi-portal/contract/overview'
import { professionalImageEndpoints } from '@mi-portal/contract/professional-images'
import { addDays, dayOf, momentOf } from '@mi-portal/contract/values/dates'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { expectNoDraft, isReloadConfirmed, leaveAndReturn, restoreDraft } from '../../../test/drafts.ts'
import { mockEndpoint, requestsTo } from '../../../test/fake-server.ts'
import { renderPage } from '../../../test/render-portal.tsx'
import { encodeBase64 } from '../../lib/browser/encode-base64.ts'
import { now } from '../../lib/clock.ts'
import { portal } from '../../lib/portal-config.ts'
import { mondayOf, positionOnDay, scaleOf } from './agenda.rules.ts'

const monday = addDays(mondayOf(dayOf(now())), 7)
const at = (time: string, day = monday) => momentOf(day, time).toISOString()

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
const free = {
  id: 90,
  starts_at: at('09:30'),
  ends_at: at('10:00'),
  place: appointment.place,
  modality: 'presencial' as const,
  held: false,
}
const block = {
  id: 7,
  kind: 'block' as const,
  starts_at: at('00:00', addDays(monday, 1)),
  ends_at: at('00:00', addDays(monday, 2)),
  reason: 'Congreso',
  place: null,
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

describe('with calendars of an external service', () => {
  beforeEach(() => {
    portal.calendarsElsewhere = 'Agenda Central'
  })
  afterEach(() => {
    portal.calendarsElsewhere = null
  })

  test.each(['/admin/agenda', '/admin/agenda?ver=feriados', address])(
    'the address %s names the external system, and shows no professionals, weeks or holidays',
    async (path) => {
      mockEndpoint(overviewEndpoints.hours, { hours: [], total: 0, page: 1, limit: 10 })
      mockEndpoint(attendanceEndpoints.ofDay, { appointments: [], total: 0, page: 1, limit: 20 })
      mockEndpoint(calendarAppointmentEndpoints.heldByPortal, { hours: [], total: 0, page: 1, limit: 10 })
      await renderPage(path, { as: 'admin' })
      expect(await screen.findByText('Los calendarios se llevan en Agenda Central')).toBeVisible()
      expect(await screen.findByText('Hoy no hay horas reservadas')).toBeVisible()
      expect(await screen.findByText('Ese día no hay horas que ya hayan comenzado')).toBeVisible()
      expect(await screen.findByText('No quedan horas de los calendarios del portal')).toBeVisible()
      expect(screen.queryByRole('tab')).not.toBeInTheDocument()
      for (const endpoint of [
        professionalEndpoints.professionals,
        calendarWeekEndpoints.week,
        holidayEndpoints.holidays,
      ])
        expect(requestsTo(endpoint)).toEqual([])
    },
  )
})

async function openEarlierAppointments() {
  portal.calendarsElsewhere = ''
  mockEndpoint(overviewEndpoints.hours, { hours: [], total: 0, page: 1, limit: 10 })
  mockEndpoint(attendanceEndpoints.ofDay, { appointments: [], total: 0, page: 1, limit: 20 })
  mockEndpoint(calendarAppointmentEndpoints.heldByPortal, {
    hours: [appointment],
    total: 1,
    page: 1,
    limit: 10,
  })
  return renderPage('/admin/agenda', { as: 'admin' })
}

describe('appointments from before an external service', () => {
  afterEach(() => {
    portal.calendarsElsewhere = null
  })

  test('appointments from before the external system are cancelled after a confirmation, and the page says why they cannot be moved', async () => {
    const { user } = await openEarlierAppointments()
    mockEndpoint(calendarAppointmentEndpoints.cancel, {})
    expect(await screen.findByText(/No se pueden mover/)).toBeVisible()
    await user.click(await screen.findByRole('button', { name: /Cancelar la hora de/ }))
    const dialog = await screen.findByRole('dialog', { name: '¿Cancelar esta hora?' })
    expect(requestsTo(calendarAppointmentEndpoints.cancel)).toEqual([])
    mockEndpoint(calendarAppointmentEndpoints.heldByPortal, { hours: [], total: 0, page: 1, limit: 10 })
    await user.click(within(dialog).getByRole('button', { name: 'Cancelar hora' }))
    expect(await screen.findByText('No quedan horas de los calendarios del portal')).toBeVisible()
    expect(requestsTo(calendarAppointmentEndpoints.cancel)[0]).toMatchObject({
      params: { id: String(appointment.id_appointment) },
      body: { sequence: appointment.sequence },
    })
  })
})

async function openWeek() {
  mockEndpoint(calendarWeekEndpoints.week, week)
  const opened = await renderPage(address, { as: 'admin' })
  expect(await screen.findByRole('heading', { level: 1, name: professional.name })).toBeVisible()
  return opened
}
const openAppointment = async (user: Awaited<ReturnType<typeof renderPage>>['user']) =>
  user.click(await screen.findByRole('button', { name: /^09:00 Camila/ }))

describe('the professionals', () => {
  test('an administrator searches the professionals without a name in the address, and opens a week', async () => {
    mockEndpoint(professionalEndpoints.professionals, {
      professionals: [professional],
      total: 1,
      page: 1,
      limit: 10,
    })
    mockEndpoint(calendarWeekEndpoints.week, week)
    const { user, path } = await renderPage('/admin/agenda', { as: 'admin' })
    await user.type(await screen.findByRole('searchbox', { name: 'Buscar por nombre o RUT' }), 'ríos{Enter}')
    await waitFor(() =>
      expect(requestsTo(professionalEndpoints.professionals).at(-1)?.query.get('filter')).toBe('ríos'),
    )
    expect(path()).toBe('/admin/agenda')
    const row = await screen.findByRole('row', { name: /Dra. Ana Ríos Vega/ })
    expect(within(row).getByText('12345678-5')).toBeVisible()
    await user.click(within(row).getByRole('link', { name: 'Ver agenda de Dra. Ana Ríos Vega' }))
    expect(path()).toBe('/admin/agenda?profesional=4')
  })

  test('an empty list of professionals and a failed load are reported', async () => {
    const { go } = await renderPage('/admin/agenda', { as: 'superAdmin' })
    expect(await screen.findByText('Todavía no hay profesionales')).toBeVisible()
    mockEndpoint(professionalEndpoints.professionals, new ApiError('unavailable'))
    await go('/admin/agenda?page=2')
    expect(await screen.findByText('Error server al obtener los profesionales')).toBeVisible()
  })
})

describe('a week', () => {
  test('a week shows appointments, free slots, holidays and blocks', async () => {
    const { user, path } = await openWeek()
    const [first, second, , fourth] = await screen.findAllByRole('region', { name: /de / })
    expect(within(first as HTMLElement).getByText('09:30 Libre')).toBeVisible()
    expect(within(second as HTMLElement).getByText('Con bloqueo')).toBeVisible()
    expect(within(fourth as HTMLElement).getByText('Feriado: Navidad')).toBeVisible()
    expect(screen.getByText(/fin del día · Congreso/)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Semana siguiente' }))
    expect(path()).toBe(`/admin/agenda?profesional=4&desde=${addDays(monday, 7)}`)
  })

  test('staff see that the patient keeps an appointment from the family', async () => {
    mockEndpoint(calendarWeekEndpoints.week, { ...week, hours: [{ ...appointment, is_private: true }] })
    const { user } = await renderPage(address, { as: 'admin' })
    await openAppointment(user)
    const dialog = await screen.findByRole('dialog', { name: 'Hora reservada' })
    expect(within(dialog).getByText('Solo yo')).toBeVisible()
    expect(dialog).toHaveTextContent('Su familia no ve esta hora')
  })

  describe('an appointment that has begun', () => {
    const begun = {
      ...appointment,
      starts_at: new Date(now().getTime() - 3_600_000).toISOString(),
      ends_at: new Date(now().getTime() - 1_800_000).toISOString(),
    }
    const started = {
      ...{ id_appointment: begun.id_appointment, patient_id: 7, patient_full_name: begun.patient_full_name },
      ...{ starts_at: begun.starts_at, ends_at: begun.ends_at, doctor_name: begun.doctor_name },
      ...{ place: begun.place, modality: begun.modality },
      ...{ attendance: null, attendance_at: null, attendance_by: null },
    }
    const thisWeek = Array.from({ length: 7 }, (_, index) => ({
      day: addDays(dayOf(now()), index - 3),
      holiday: null,
    }))
    const openBegun = async () => {
      mockEndpoint(calendarWeekEndpoints.week, { ...week, days: thisWeek, hours: [begun], free: [] })
      const { user } = await renderPage(address, { as: 'admin' })
      await user.click(await screen.findByRole('button', { name: /Camila/ }))
      return { user, dialog: within(await screen.findByRole('dialog', { name: 'Hora reservada' })) }
    }

    test('the front desk records its attendance in the week, and corrects it after a question', async () => {
      mockEndpoint(attendanceEndpoints.one, { appointment: started })
      const stored = (attendance: 'attended' | 'missed') => {
        const recorded = { attendance, attendance_at: now().toISOString(), attendance_by: 'Andrea Morales' }
        mockEndpoint(attendanceEndpoints.one, { appointment: { ...started, ...recorded } })
        return {}
      }
      mockEndpoint(attendanceEndpoints.record, () => stored('attended'))
      const { user, dialog } = await openBegun()
      expect(await dialog.findByText('Sin registrar')).toBeVisible()
      await user.click(dialog.getByRole('button', { name: /^Se atendió: Camila/ }))
      expect(await dialog.findByText(/^Andrea Morales/)).toBeVisible()
      expect(dialog.getByText('Se atendió')).toBeVisible()
      expect(requestsTo(attendanceEndpoints.record)[0]).toMatchObject({
        params: { id: '31' },
        body: { attendance: 'attended', previous: null },
      })
      mockEndpoint(attendanceEndpoints.record, () => stored('missed'))
      await user.click(dialog.getByRole('button', { name: /^Corregir la asistencia: Camila/ }))
      const question = within(screen.getByRole('dialog', { name: '¿Corregir a «No se presentó»?' }))
      await user.click(question.getByRole('button', { name: 'Corregir' }))
      expect(await dialog.findByText('No se presentó')).toBeVisible()
      expect(screen.getByRole('dialog', { name: 'Hora reservada' })).toBeVisible()
      expect(requestsTo(attendanceEndpoints.record)[0]?.body).toEqual({
        attendance: 'missed',
        previous: 'attended',
      })
    })
  })

  test('a week that fails to load says so', async () => {
    mockEndpoint(calendarWeekEndpoints.week, new ApiError('notFound'))
    await renderPage(address, { as: 'admin' })
    expect(await screen.findByText('No encontramos lo que buscas')).toBeVisible()
    expect(screen.getByRole('heading', { level: 1, name: 'Agenda del profesional' })).toBeVisible()
  })

  test('staff cancel an appointment after a confirmation, with its sequence number', async () => {
    mockEndpoint(calendarAppointmentEndpoints.cancel, {})
    const { user } = await openWeek()
    await openAppointment(user)
    const dialog = screen.getByRole('dialog', { name: 'Hora reservada' })
    expect(within(dialog).getByText('Providencia, piso 3')).toBeVisible()
    await user.click(within(dialog).getByRole('button', { name: 'Cancelar hora' }))
    await user.click(screen.getByRole('button', { name: 'Cancelar hora' }))
    expect(
      await screen.findByText('La hora fue cancelada. Avisamos al paciente por correo y en su portal.'),
    ).toBeVisible()
    expect(requestsTo(calendarAppointmentEndpoints.cancel)[0]).toMatchObject({
      params: { id: '31' },
      body: { sequence: 2 },
    })
  })

  test('staff move an appointment to a free slot, and choose again when the slot was taken', async () => {
    mockEndpoint(calendarAppointmentEndpoints.targets, {
      slots: [{ ...free, doctor_name: professional.name }].map(({ held: _, ...slot }) => slot),
    })
    mockEndpoint(calendarAppointmentEndpoints.move, new ApiError('slotTaken'))
    const { user } = await openWeek()
    await openAppointment(user)
    await user.click(screen.getByRole('button', { name: 'Mover a otra hora' }))
    const dialog = await screen.findByRole('dialog', { name: 'Mover hora' })
    const move = within(dialog).getByRole('button', { name: 'MOVER HORA' })
    await user.click(move)
    expect(within(dialog).getByText('Selecciona la nueva hora')).toBeVisible()
    await user.click(await within(dialog).findByRole('radio', { name: '09:30 h' }))
    await user.click(move)
    expect(await within(dialog).findByText('Esta hora ya no está disponible. Elige otra')).toBeVisible()
    mockEndpoint(calendarAppointmentEndpoints.move, {})
    await user.selectOptions(within(dialog).getByLabelText('Buscar horas de'), 'Cualquier profesional')
    await user.click(await within(dialog).findByRole('radio', { name: /09:30 h/ }))
    await user.click(move)
    expect(await screen.findByText(/La hora fue movida/)).toBeVisible()
    expect(requestsTo(calendarAppointmentEndpoints.move).at(-1)?.body).toEqual({ slot_id: 90, sequence: 2 })
    expect(requestsTo(calendarAppointmentEndpoints.targets).at(-1)?.query.get('of')).toBe('any')
  })

  test('an appointment is moved from in person to video only after staff confirm that change', async () => {
    const { held: _, ...slot } = { ...free, doctor_name: professional.name }
    mockEndpoint(calendarAppointmentEndpoints.targets, {
      slots: [
        { ...slot, id: 91, modality: 'telemedicina' },
        { ...slot, starts_at: at('10:00') },
      ],
    })
    mockEndpoint(calendarAppointmentEndpoints.move, {})
    const { user } = await openWeek()
    await openAppointment(user)
    await user.click(screen.getByRole('button', { name: 'Mover a otra hora' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Mover hora' }))
    await user.click(await dialog.findByRole('radio', { name: /09:30 h.*Por video/ }))
    expect(dialog.getByText('La hora cambia de presencial a video')).toBeVisible()
    expect(dialog.getByRole('button', { name: 'MOVER HORA' })).toBeDisabled()
    await user.click(dialog.getByRole('checkbox', { name: 'El paciente está de acuerdo con este cambio.' }))
    await user.click(dialog.getByRole('button', { name: 'MOVER HORA' }))
    await screen.findByText(/La hora fue movida/)
    expect(requestsTo(calendarAppointmentEndpoints.move).at(-1)?.body).toEqual({
      slot_id: 91,
      sequence: 2,
      accepted_modality: 'telemedicina',
    })
  })

  test('time is blocked only when each appointment in it has a decision', async () => {
    mockEndpoint(calendarExceptionEndpoints.booked, {
      hours: [appointment, { ...appointment, id_appointment: 32, patient_full_name: 'Eva Soto' }],
    })
    mockEndpoint(calendarExceptionEndpoints.block, {})
    const { user } = await openWeek()
    await user.click(screen.getByRole('button', { name: 'BLOQUEAR HORAS' }))
    const dialog = await screen.findByRole('dialog', { name: 'Bloquear horas' })
    await user.click(within(dialog).getByRole('button', { name: 'BLOQUEAR' }))
    expect(await within(dialog).findByText('Hay 2 horas reservadas')).toBeVisible()
    expect(requestsTo(calendarExceptionEndpoints.block)).toEqual([])
    await user.click(within(dialog).getByRole('button', { name: 'Cancelar todas' }))
    const camila = within(dialog).getByRole('group', { name: /Camila/ })
    await user.click(within(camila).getByRole('radio', { name: 'Se mantiene' }))
    await user.click(within(dialog).getByRole('button', { name: 'BLOQUEAR' }))
    expect(await screen.findByText('Las horas quedaron bloqueadas.')).toBeVisible()
    expect(requestsTo(calendarExceptionEndpoints.block)[0]?.body).toEqual({
      from: monday,
      to: monday,
      starts: null,
      ends: null,
      reason: '',
      decisions: [
        { id_appointment: 31, sequence: 2, act: 'keep' },
        { id_appointment: 32, sequence: 2, act: 'cancel' },
      ],
    })
  })

  test('staff remove blocks and open extra time, with errors at their fields', async () => {
    mockEndpoint(calendarExceptionEndpoints.endException, {})
    mockEndpoint(calendarExceptionEndpoints.open, new ApiError('roomTaken'))
    const { user } = await openWeek()
    await user.click(await screen.findByRole('button', { name: 'Levantar bloqueo' }))
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Levantar bloqueo' }))
    expect(await screen.findByText('El bloqueo fue levantado.')).toBeVisible()
    expect(requestsTo(calendarExceptionEndpoints.endException)[0]).toMatchObject({
      params: { id: '7' },
      body: { decisions: [] },
    })
    await user.click(screen.getByRole('button', { name: 'ABRIR HORAS' }))
    const dialog = await screen.findByRole('dialog', { name: 'Abrir horas' })
    await user.click(within(dialog).getByRole('button', { name: 'ABRIR HORAS' }))
    expect(await within(dialog).findByText('Digita Día')).toBeVisible()
    expect(within(dialog).getByText('Selecciona Sede')).toBeVisible()
    const [year, month, date] = addDays(monday, 5).split('-')
    await user.type(within(dialog).getByLabelText('Día'), `${date}/${month}/${year}`)
    await user.type(within(dialog).getByLabelText('Desde'), '09:00')
    await user.type(within(dialog).getByLabelText('Hasta'), '11:00')
    await user.selectOptions(within(dialog).getByLabelText('Sede'), 'Providencia')
    await user.selectOptions(within(dialog).getByLabelText('Especialidad'), 'Medicina general')
    await user.type(within(dialog).getByLabelText('Sala'), 'piso 9')
    await user.click(within(dialog).getByRole('button', { name: 'ABRIR HORAS' }))
    expect(
      await within(dialog).findByText('Esa sala ya está ocupada por otro profesional en ese horario'),
    ).toBeVisible()
    expect(requestsTo(calendarExceptionEndpoints.open)[0]?.body).toMatchObject({
      day: addDays(monday, 5),
      starts: '09:00',
      office_id: 2,
      specialty: '101',
      room: 'piso 9',
    })
  })
})

describe('a dialog of the week that is left before sending', () => {
  beforeEach(() => {
    mockEndpoint(calendarWeekEndpoints.week, week)
    mockEndpoint(calendarAppointmentEndpoints.targets, {
      slots: [{ ...free, doctor_name: professional.name }],
    })
  })

  test('blocking time offers back the hours and the reason, and forgets them once they are blocked', async () => {
    mockEndpoint(calendarExceptionEndpoints.booked, { hours: [] })
    mockEndpoint(calendarExceptionEndpoints.block, {})
    const { user } = await renderPage(address, { as: 'admin' })
    const start = async () => {
      await user.click(await screen.findByRole('button', { name: 'BLOQUEAR HORAS' }))
      return within(await screen.findByRole('dialog', { name: 'Bloquear horas' }))
    }
    let dialog = await start()
    await user.click(dialog.getByRole('checkbox', { name: 'Días completos' }))
    await user.type(dialog.getByLabelText('Desde las'), '09:00')
    await user.type(dialog.getByLabelText('Hasta las'), '12:00')
    await user.type(dialog.getByLabelText(/Motivo/), 'Congreso')
    await user.click(dialog.getByRole('button', { name: 'Volver' }))
    dialog = await start()
    expect(dialog.getByLabelText(/Motivo/)).toHaveValue('')
    await user.click(dialog.getByRole('button', { name: 'Volver a poner lo escrito' }))
    expect(dialog.getByLabelText('Desde las')).toHaveValue('09:00')
    expect(dialog.getByLabelText('Hasta las')).toHaveValue('12:00')
    expect(dialog.getByLabelText(/Motivo/)).toHaveValue('Congreso')
    await user.click(dialog.getByRole('button', { name: 'BLOQUEAR' }))
    await screen.findByText('Las horas quedaron bloqueadas.')
    expect(requestsTo(calendarExceptionEndpoints.block)[0]?.body).toMatchObject({
      starts: '09:00',
      ends: '12:00',
      reason: 'Congreso',
    })
    dialog = await start()
    expect(dialog.queryByText('Guardamos lo que habías escrito')).not.toBeInTheDocument()
  })
})

describe('a professional', () => {
  const whole: WholeProfessional = {
    ...professional,
    updated_at: '2026-11-20T12:00:00.000Z',
    doctor_image: null,
    schedules: [
      {
        id: 1,
        weekday: 1,
        starts: '09:00',
        ends: '13:00',
        office_id: 2,
        specialty: '101',
        slot_minutes: 30,
        room: 'piso 3',
        modality: 'presencial',
        valid_from: '2026-01-01',
        valid_to: null,
        on_holidays: false,
      },
    ],
  }

  test('the photo of a professional is stored when it is chosen, says why it is rejected, and can be removed', async () => {
    const photo = '/api/professionals/images/abcdefghijklmnopqrstuv'
    mockEndpoint(professionalEndpoints.professional, { professional: whole })
    mockEndpoint(
      professionalImageEndpoints.store,
      new ApiError('wrongFileType', { msg: 'Selecciona formato png o jpg' }),
    )
    const { user } = await renderPage('/admin/agenda?profesional=4&editar=true', { as: 'admin' })
    const chooser = await screen.findByLabelText('Foto del profesional')
    const picture = new File(['foto'], 'foto.png', { type: 'image/png' })
    await user.upload(chooser, picture)
    expect(await screen.findByText('Selecciona formato png o jpg')).toBeVisible()
    expect(screen.queryByRole('img', { name: `Foto de ${professional.name}` })).not.toBeInTheDocument()
    mockEndpoint(professionalImageEndpoints.store, { doctor_image: photo })
    await user.upload(chooser, picture)
    expect(await screen.findByRole('img', { name: `Foto de ${professional.name}` })).toHaveAttribute(
      'src',
      photo,
    )
    expect(requestsTo(professionalImageEndpoints.store).at(-1)?.params).toEqual({ id: '4' })
    mockEndpoint(professionalImageEndpoints.remove, {})
    await user.click(screen.getByRole('button', { name: 'Quitar foto' }))
    expect(await screen.findByText('Quitamos la foto.')).toBeVisible()
    expect(screen.queryByRole('img', { name: `Foto de ${professional.name}` })).not.toBeInTheDocument()
  })

  test('a professional is created with a week; the summary of errors leads to the incomplete block', async () => {
    mockEndpoint(professionalEndpoints.create, { professional: whole })
    const { user } = await renderPage('/admin/agenda?ver=nuevo', { as: 'admin' })
    await user.click(await screen.findByRole('button', { name: 'AGREGAR BLOQUE' }))
    await user.click(screen.getByRole('button', { name: 'CREAR PROFESIONAL' }))
    expect(await screen.findByRole('heading', { name: /Hay \d+ datos por corregir/ })).toBeVisible()
    await user.click(screen.getByRole('link', { name: 'Bloque 1: Selecciona Sede' }))
    expect(screen.getByLabelText('Sede')).toHaveFocus()
    await user.type(screen.getByLabelText('RUT'), '123456785')
    await user.type(screen.getByLabelText('Nombre'), professional.name)
    await user.type(screen.getByLabelText('Desde'), '09:00')
    await user.type(screen.getByLabelText('Hasta'), '13:00')
    await user.selectOptions(screen.getByLabelText('Sede'), 'Providencia')
    await user.selectOptions(screen.getByLabelText('Especialidad'), 'Medicina general')
    await user.type(screen.getByLabelText('Sala'), 'piso 3')
    await user.click(screen.getByRole('button', { name: 'CREAR PROFESIONAL' }))
    expect(await screen.findByRole('dialog', { name: 'Profesional creado con éxito' })).toBeVisible()
    expect(requestsTo(professionalEndpoints.create)[0]?.body).toMatchObject({
      rut: '123456785',
      name: professional.name,
      schedules: [{ weekday: 1, starts: '09:00', ends: '13:00', valid_to: null, on_holidays: false }],
    })
  })

  test('a professional is saved with the whole week, and a dialog lists the appointments left outside of it', async () => {
    mockEndpoint(professionalEndpoints.professional, { professional: whole })
    mockEndpoint(professionalEndpoints.edit, {
      professional: whole,
      outside: [{ ...appointment, outside: true }],
    })
    const { user } = await renderPage('/admin/agenda?profesional=4&editar=true', { as: 'admin' })
    await user.click(await screen.findByRole('button', { name: 'Quitar bloque 1' }))
    await user.click(screen.getByRole('button', { name: 'GUARDAR CAMBIOS' }))
    const dialog = await screen.findByRole('dialog', { name: 'Calendario guardado con éxito' })
    expect(within(dialog).getByText(/Queda 1 hora reservada fuera del calendario/)).toBeVisible()
    expect(within(dialog).getByText(/Camila Andrea Fuentes Rojas/)).toBeVisible()
    expect(requestsTo(professionalEndpoints.edit)[0]?.body).toEqual({
      name: professional.name,
      active: true,
      schedules: [],
      updated_at: whole.updated_at,
    })
  })

  test('the form of a professional offers back the name and the week, and forgets them once they are saved', async () => {
    mockEndpoint(professionalEndpoints.professional, { professional: whole })
    mockEndpoint(professionalEndpoints.edit, { professional: whole, outside: [] })
    const edited = '/admin/agenda?profesional=4&editar=true'
    const opened = await renderPage(edited, { as: 'admin' })
    const { user, go } = opened
    await user.type(await screen.findByLabelText('Nombre'), ' Soto')
    await user.selectOptions(screen.getByLabelText('Día'), 'Martes')
    expect(isReloadConfirmed()).toBe(true)
    await go('/admin/agenda?ver=nuevo')
    expect(await screen.findByRole('heading', { name: 'Crear profesional' })).toBeVisible()
    expectNoDraft()
    await go(edited)
    await restoreDraft(user)
    expect(screen.getByLabelText('Nombre')).toHaveValue(`${professional.name} Soto`)
    expect(screen.getByLabelText('Día')).toHaveDisplayValue('Martes')
    await user.click(screen.getByRole('button', { name: 'GUARDAR CAMBIOS' }))
    expect(await screen.findByRole('dialog', { name: 'Calendario guardado con éxito' })).toBeVisible()
    expect(isReloadConfirmed()).toBe(false)
    await leaveAndReturn(opened)
    await screen.findByLabelText('Nombre')
    expectNoDraft()
  })

  test('a conflicting change of a professional is reported, and the saved version can be loaded', async () => {
    mockEndpoint(professionalEndpoints.professional, { professional: whole })
    mockEndpoint(professionalEndpoints.edit, new ApiError('changedMeanwhile'))
    const { user } = await renderPage('/admin/agenda?profesional=4&editar=true', { as: 'admin' })
    await user.type(await screen.findByLabelText('Nombre'), ' mía')
    await user.click(screen.getByRole('button', { name: 'GUARDAR CAMBIOS' }))
    expect(await screen.findByText(/Los datos cambiaron mientras los editabas/)).toBeVisible()
    expect(screen.getByLabelText('Nombre')).toHaveValue(`${professional.name} mía`)
    mockEndpoint(professionalEndpoints.professional, {
      professional: { ...whole, name: 'Dra. Nueva', updated_at: '2026-11-20T13:00:00.000Z' },
    })
    await user.click(screen.getByRole('button', { name: 'Cargar los datos actuales' }))
    await waitFor(() => expect(screen.getByLabelText('Nombre')).toHaveValue('Dra. Nueva'))
  })
})

describe('holidays', () => {
  const list = {
    holidays: [
      { day: `${dayOf(now()).slice(0, 4)}-12-25`, name: 'Navidad', source: 'law' as const },
      { day: '2099-12-30', name: 'Aniversario', source: 'staff' as const },
    ],
  }

  test('holidays of the law cannot be removed; staff add others after deciding on booked appointments, and remove them', async () => {
    mockEndpoint(holidayEndpoints.holidays, list)
    mockEndpoint(holidayEndpoints.holidayHours, { hours: [appointment] })
    mockEndpoint(holidayEndpoints.addHoliday, {})
    mockEndpoint(holidayEndpoints.removeHoliday, {})
    const { user } = await renderPage('/admin/agenda?ver=feriados', { as: 'admin' })
    const law = await screen.findByRole('row', { name: /Navidad/ })
    expect(within(law).queryByRole('button')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'AGREGAR FERIADO' }))
    const dialog = await screen.findByRole('dialog', { name: 'Agregar feriado' })
    await user.type(within(dialog).getByLabelText('Día'), '30/12/2099')
    await user.type(within(dialog).getByLabelText('Nombre'), 'Elección')
    await user.click(within(dialog).getByRole('button', { name: 'AGREGAR FERIADO' }))
    await user.click(await within(dialog).findByRole('radio', { name: 'Se cancela, con aviso' }))
    await user.click(within(dialog).getByRole('button', { name: 'AGREGAR FERIADO' }))
    expect(await screen.findByText('Se agregó el feriado «Elección»')).toBeVisible()
    expect(requestsTo(holidayEndpoints.addHoliday)[0]?.body).toEqual({
      day: '2099-12-30',
      name: 'Elección',
      decisions: [{ id_appointment: 31, sequence: 2, act: 'cancel' }],
    })
    await user.click(screen.getByRole('button', { name: 'Quitar Aniversario' }))
    await user.click(screen.getByRole('button', { name: 'Quitar feriado' }))
    expect(await screen.findByText('Se quitó el feriado «Aniversario»')).toBeVisible()
    expect(requestsTo(holidayEndpoints.removeHoliday)[0]?.params).toEqual({ day: '2099-12-30' })
  })

  test('a holiday without a name, or on a day that already is one, is rejected at the form', async () => {
    mockEndpoint(holidayEndpoints.holidayHours, new ApiError('holidayThere'))
    const { user } = await renderPage('/admin/agenda?ver=feriados', { as: 'admin' })
    await user.click(await screen.findByRole('button', { name: 'AGREGAR FERIADO' }))
    const dialog = await screen.findByRole('dialog', { name: 'Agregar feriado' })
    await user.click(within(dialog).getByRole('button', { name: 'AGREGAR FERIADO' }))
    expect(await within(dialog).findByText('Digita Nombre')).toBeVisible()
    await user.type(within(dialog).getByLabelText('Día'), '25/12/2099')
    await user.type(within(dialog).getByLabelText('Nombre'), 'Navidad')
    await user.click(within(dialog).getByRole('button', { name: 'AGREGAR FERIADO' }))
    expect(await within(dialog).findByText('Ese día ya es feriado')).toBeVisible()
    expect(within(dialog).getByLabelText('Nombre')).toHaveValue('Navidad')
  })
})

describe('a file of calendars', () => {
  const line = { rut: '123456785', name: 'Dra. Sofía Núñez', what: 'Lunes · 09:00–13:00 · 101 · MAIPU' }
  const good: ImportPlan = {
    lines: [{ ...line, row: 2, state: 'new', errors: [] }],
    new_professionals: 1,
    new_blocks: 1,
    unchanged: 0,
    faulty: 0,
  }
  const file = (text: string) => new File([text], 'agenda.csv', { type: 'text/csv' })

  test('an import file is previewed and then written', async () => {
    mockEndpoint(calendarImportEndpoints.previewImport, { plan: good })
    mockEndpoint(calendarImportEndpoints.runImport, { plan: good })
    const { user } = await renderPage('/admin/agenda?ver=importar', { as: 'admin' })
    await user.upload(await screen.findByLabelText('Archivo CSV'), file('rut;año'))
    expect(await screen.findByText(/1 bloque nuevo, 1 profesional nuevo/)).toBeVisible()
    expect(requestsTo(calendarImportEndpoints.runImport)).toEqual([])
    expect(requestsTo(calendarImportEndpoints.previewImport)[0]?.body).toEqual({
      content: Buffer.from('rut;año').toString('base64'),
    })
    await user.click(screen.getByRole('button', { name: 'IMPORTAR' }))
    expect(await screen.findByRole('dialog', { name: 'Los calendarios fueron importados' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Cerrar' }))
    expect(screen.queryByRole('button', { name: 'IMPORTAR' })).toBeNull()
  })

  test('an import file with an invalid row shows this row first and cannot be imported', async () => {
    mockEndpoint(calendarImportEndpoints.previewImport, {
      plan: {
        ...good,
        faulty: 1,
        lines: [
          ...good.lines,
          { ...line, row: 3, state: 'error', errors: [{ column: 'sede', msg: 'No existe esa sede' }] },
        ],
      },
    })
    const { user } = await renderPage('/admin/agenda?ver=importar', { as: 'admin' })
    await user.upload(await screen.findByLabelText('Archivo CSV'), file('x'))
    expect(await screen.findByText('agenda.csv: 1 fila tiene errores')).toBeVisible()
    const [, first] = screen.getAllByRole('row')
    expect(within(first as HTMLElement).getByText('No existe esa sede')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'IMPORTAR' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Descartar' }))
    expect(screen.queryByText('No existe esa sede')).toBeNull()
  })
})

describe('the layout of a week', () => {
  test('the scale goes from the first to the last full hour, tall enough for the shortest appointment', () => {
    expect(scaleOf([appointment, free])).toEqual({ first: 540, last: 600, pixels: 40 / 30 })
    expect(scaleOf([])).toEqual({ first: 480, last: 1080, pixels: 1 })
    const scale = { first: 540, last: 600, pixels: 1 }
    expect(positionOnDay(scale, addDays(monday, 1), block)).toEqual({ top: 0, height: 60 })
    expect(positionOnDay(scale, monday, block)).toBeNull()
    expect(mondayOf('2026-11-29')).toBe('2026-11-23')
  })

  test('a file is encoded as base64 of its exact bytes', async () => {
    const bytes = Uint8Array.from({ length: 20_000 }, (_, index) => index % 256)
    expect(await encodeBase64(new File([bytes], 'x'))).toBe(Buffer.from(bytes).toString('base64'))
  })
})
