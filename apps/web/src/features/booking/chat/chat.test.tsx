import { ApiError } from '@mi-portal/contract/api-error'
import { appointmentAgendaEndpoints } from '@mi-portal/contract/appointment-agenda'
import { appointmentEndpoints } from '@mi-portal/contract/appointments'
import { bookingEndpoints } from '@mi-portal/contract/booking/bookings'
import { schedulingTokenEndpoints } from '@mi-portal/contract/booking/scheduling-token'
import { serviceEndpoints } from '@mi-portal/contract/booking/services'
import { type Slot, slotEndpoints } from '@mi-portal/contract/booking/slots'
import { waitingEndpoints } from '@mi-portal/contract/booking/waiting-list'
import { familyMemberEndpoints } from '@mi-portal/contract/family/members'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { mockEndpoint, requestsTo } from '../../../../test/fake-server.ts'
import { buildMember } from '../../../../test/family.ts'
import { agendaPage, buildAgendaAppointment, buildAppointment } from '../../../../test/record.ts'
import { renderPortal } from '../../../../test/render-portal.tsx'
import { closeSession } from '../../../lib/session.ts'

const cardiology = { code: '101', name: 'Cardiología' }
const munoz = {
  rut: '111111111',
  name: 'Dra. Carolina Muñoz Vidal',
  specialties: [cardiology],
  next_free: '2026-12-03T12:10:00Z',
}

function slot(id: number, starts_at: string): Slot {
  return {
    id,
    rut_professional: munoz.rut,
    doctor_name: munoz.name,
    office_id: 'PROVIDENCIA',
    starts_at,
    ends_at: starts_at,
    specialty: cardiology.code,
    specialty_name: cardiology.name,
    modality: 'presencial',
    room: 'piso 2',
  }
}

const earlySlot = slot(1, '2026-12-03T12:10:00Z')
const lateSlot = slot(2, '2026-12-03T13:30:00Z')
const held = { data: { hold_id: 5, expires_at: '2026-11-21T15:05:00Z', seconds: 300, slot: earlySlot } }

beforeEach(() => {
  mockEndpoint(schedulingTokenEndpoints.token, { token: 'portador', expires_at: '2026-11-21T15:10:00Z' })
  mockEndpoint(serviceEndpoints.offices, {
    data: [
      { office_id: 'PROVIDENCIA', id: 2, name: 'Providencia', address: 'Av. Los Aromos 1', phone: '2' },
      { office_id: 'MAIPU', id: 239, name: 'Maipú', address: 'Av. Los Robles 2', phone: '2' },
    ],
  })
  mockEndpoint(serviceEndpoints.specialties, { data: [cardiology] })
  mockEndpoint(serviceEndpoints.professionals, { data: [munoz] })
  mockEndpoint(slotEndpoints.slots, { data: [earlySlot, lateSlot] })
  mockEndpoint(slotEndpoints.hold, held)
  mockEndpoint(slotEndpoints.release, {})
  mockEndpoint(bookingEndpoints.check, { data: { warning: null } })
  mockEndpoint(bookingEndpoints.book, { data: buildAppointment({ id_appointment: 44 }), warning: null })
})

const launcher = () => screen.findByRole('button', { name: 'Agenda por chat' })
const chat = async () => within(await screen.findByRole('dialog', { name: 'Reserva tu hora' }))

async function openAtHome() {
  const portal = await renderPortal('/dashboard', { as: 'patient' })
  await portal.user.click(await launcher())
  const panel = await chat()
  const choose = async (...names: (string | RegExp)[]) => {
    for (const name of names) await portal.user.click(await panel.findByRole('button', { name }))
  }
  return { ...portal, panel, choose }
}

const repliesToSlots = ['Cardiología', 'Providencia'] as const
const chosenSlotTitle = 'Jueves 03/12/2026, 09:10 Presencial'

describe('booking by chat', () => {
  test('the chat on the home page books an appointment', async () => {
    const { panel, choose, cachedRecords } = await openAtHome()
    const log = panel.getByRole('log', { name: 'Conversación' })
    expect(log).toHaveTextContent('Hola, Camila Andrea. Te ayudo a reservar tu hora.')
    await choose(...repliesToSlots, chosenSlotTitle)
    expect(await panel.findByText(/La guardamos para ti hasta las 12:05 h\. ¿La confirmas\?/)).toBeVisible()
    expect(requestsTo(slotEndpoints.hold)[0]?.body).toEqual({ slot_id: 1 })
    await choose('Confirmar hora')
    expect(await panel.findByText(/Tu hora quedó reservada/)).toHaveTextContent('Av. Los Aromos 1')
    const [sent] = requestsTo(bookingEndpoints.book)
    expect(sent?.body).toEqual({ hold_id: 5, patient_id: 7 })
    expect(sent?.headers.get('idempotency-key')).toBe('chat-5-7')
    expect(sent?.headers.get('authorization')).toBe('Bearer portador')
    expect(panel.getByRole('link', { name: 'Ver mis horas' })).toBeVisible()
    expect(cachedRecords()).toEqual([7])
  })

  test('after a booking, the appointments on the page behind the chat are loaded again', async () => {
    const { choose, panel } = await openAtHome()
    const before = requestsTo(appointmentEndpoints.upcomingSummary).length
    await choose(...repliesToSlots, chosenSlotTitle, 'Confirmar hora')
    await panel.findByText(/Tu hora quedó reservada/)
    await waitFor(() => expect(requestsTo(appointmentEndpoints.upcomingSummary).length).toBe(before + 1))
  })

  test('a retried booking carries the same idempotency key', async () => {
    mockEndpoint(bookingEndpoints.book, new ApiError('unavailable', { fieldErrors: [] }))
    const { choose, panel } = await openAtHome()
    await choose(...repliesToSlots, chosenSlotTitle, 'Confirmar hora')
    expect(await panel.findByText(/No pudimos comunicarnos con la agenda/)).toBeVisible()
    const firstKey = requestsTo(bookingEndpoints.book)[0]?.headers.get('idempotency-key')
    mockEndpoint(bookingEndpoints.book, { data: buildAppointment(), warning: null })
    await choose('Reintentar')
    expect(await panel.findByText(/Tu hora quedó reservada/)).toBeVisible()
    expect(requestsTo(bookingEndpoints.book)[0]?.headers.get('idempotency-key')).toBe(firstKey)
  })

  test('a slot that another patient took is gone from the reloaded list', async () => {
    const { choose, panel } = await openAtHome()
    await choose(...repliesToSlots)
    await panel.findByRole('button', { name: chosenSlotTitle })
    mockEndpoint(slotEndpoints.hold, new ApiError('slotTaken'))
    mockEndpoint(slotEndpoints.slots, { data: [lateSlot] })
    await choose(chosenSlotTitle)
    expect(await panel.findByText('Esta hora ya no está disponible. Elige otra.')).toBeVisible()
    expect(await panel.findByRole('button', { name: 'Jueves 03/12/2026, 10:30 Presencial' })).toBeVisible()
    expect(panel.queryByRole('button', { name: chosenSlotTitle })).not.toBeInTheDocument()
  })

  test('without free slots the user can join the waiting list', async () => {
    mockEndpoint(serviceEndpoints.professionals, { data: [{ ...munoz, next_free: null }] })
    mockEndpoint(waitingEndpoints.wait, {
      data: {
        id: 1,
        patient_id: 7,
        patient_full_name: 'Camila',
        specialty: cardiology,
        office_id: 'PROVIDENCIA',
        rut_professional: null,
        doctor_name: null,
        from: null,
        to: null,
        created_at: '2026-11-21T15:00:00Z',
      },
    })
    const { choose, panel } = await openAtHome()
    await choose(...repliesToSlots)
    expect(await panel.findByText(/Por ahora no hay horas de Cardiología en Providencia/)).toBeVisible()
    expect(panel.getByRole('button', { name: 'Ver en Maipú' })).toBeVisible()
    await choose('Avísame')
    expect(await panel.findByText(/Te avisaremos por correo electrónico/)).toBeVisible()
    expect(requestsTo(waitingEndpoints.wait)[0]?.body).toEqual({
      office_id: 'PROVIDENCIA',
      specialty: '101',
      patient_id: 7,
    })
  })

  test('a failed request can be retried', async () => {
    mockEndpoint(serviceEndpoints.offices, new ApiError('unavailable'))
    const { choose, panel } = await openAtHome()
    expect(await panel.findByText(/No pudimos comunicarnos con la agenda/)).toBeVisible()
    mockEndpoint(serviceEndpoints.offices, { data: [] })
    await choose('Reintentar', 'Cardiología')
    expect(await panel.findByText(/En qué sede/)).toBeVisible()
  })

  test("a user can book for a group member who allows it, and the link to the user's own list is hidden", async () => {
    mockEndpoint(familyMemberEndpoints.group, {
      familyGroup: [
        buildMember(),
        buildMember({ id: 3, may_book: false, family_patient: { id: 11, first_name: 'Sofía' } }),
      ],
    })
    mockEndpoint(bookingEndpoints.book, { data: buildAppointment({ patient_id: 9 }), warning: null })
    const { choose, panel } = await openAtHome()
    await choose(...repliesToSlots, chosenSlotTitle)
    expect(await panel.findByRole('button', { name: 'Para Martina Ignacia Soto' })).toBeVisible()
    expect(panel.queryByRole('button', { name: /Sofía/ })).not.toBeInTheDocument()
    await choose('Para Martina Ignacia Soto', 'Confirmar hora')
    await panel.findByText(/Tu hora quedó reservada/)
    expect(requestsTo(bookingEndpoints.book)[0]?.body).toEqual({ hold_id: 5, patient_id: 9 })
    expect(panel.queryByRole('link', { name: 'Ver mis horas' })).not.toBeInTheDocument()
  })

  test('the calendar file is saved, and an error is shown when it cannot be downloaded', async () => {
    mockEndpoint(bookingEndpoints.calendarFile, new ApiError('unavailable', { fieldErrors: [] }))
    const { choose, panel } = await openAtHome()
    await choose(...repliesToSlots, chosenSlotTitle, 'Confirmar hora', 'Agregar a mi calendario')
    expect(await panel.findByText('No ha sido posible descargar el archivo de calendario')).toBeVisible()
    const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
    mockEndpoint(bookingEndpoints.calendarFile, () => new Blob(['BEGIN:VCALENDAR']) as never)
    await choose('Agregar a mi calendario')
    await waitFor(() => expect(saved).toHaveBeenCalledOnce())
    expect(panel.queryByText(/No ha sido posible descargar/)).not.toBeInTheDocument()
    expect(requestsTo(bookingEndpoints.calendarFile)[0]?.params).toEqual({ id_appointment: '44' })
  })
})

describe('the window', () => {
  test('the chat accepts typed text and stores it nowhere in the browser', async () => {
    const { panel, user } = await openAtHome()
    await panel.findByRole('button', { name: 'Cardiología' })
    const field = panel.getByRole('textbox', { name: 'Escribe tu mensaje' })
    await user.type(field, 'me siento mal{Enter}')
    expect(await panel.findByText('No te entendí, elige una opción')).toBeVisible()
    await user.type(field, 'cardiologia')
    await user.click(panel.getByRole('button', { name: 'Enviar' }))
    expect(await panel.findByText(/En qué sede/)).toBeVisible()
    expect(field).toHaveValue('')
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toMatch(/mal|cardio/i)
  })

  test('the chat keeps the focus inside when a reply disappears with its question', async () => {
    const { panel, choose } = await openAtHome()
    expect(panel.getByRole('region', { name: 'Respuestas' })).toHaveFocus()
    await choose('Cardiología')
    await panel.findByRole('button', { name: 'Providencia' })
    expect(panel.getByRole('region', { name: 'Respuestas' })).toHaveFocus()
  })

  test('Escape closes the chat and returns the focus; it reopens where it was left', async () => {
    const { panel, choose, user } = await openAtHome()
    await choose('Cardiología')
    await panel.findByText(/En qué sede/)
    await user.keyboard('{Escape}')
    await waitFor(async () => expect(await launcher()).toHaveFocus())
    expect(screen.queryByRole('dialog', { name: 'Reserva tu hora' })).not.toBeInTheDocument()
    await user.click(await launcher())
    expect((await chat()).getByText(/En qué sede/)).toBeVisible()
    expect(requestsTo(serviceEndpoints.offices)).toHaveLength(1)
  })

  test('a conversation that was started on the home page can be continued on every page until it ends', async () => {
    const { panel, choose, user, go } = await openAtHome()
    await choose('Cardiología')
    await user.click(panel.getByRole('button', { name: 'Cerrar' }))
    await go('/dashboard/consultas-medicas')
    await user.click(await launcher())
    await choose('Providencia', chosenSlotTitle, 'Confirmar hora')
    await panel.findByText(/Tu hora quedó reservada/)
    await user.click(panel.getByRole('button', { name: 'Cerrar' }))
    expect(screen.queryByRole('button', { name: 'Agenda por chat' })).not.toBeInTheDocument()
  })

  test('after a finished conversation the chat starts a new one', async () => {
    const { panel, choose, user } = await openAtHome()
    await choose(...repliesToSlots, chosenSlotTitle, 'Confirmar hora')
    await panel.findByText(/Tu hora quedó reservada/)
    await user.keyboard('{Escape}')
    await user.click(await launcher())
    expect(await panel.findByRole('button', { name: 'Cardiología' })).toBeVisible()
    expect(panel.queryByText(/Tu hora quedó reservada/)).not.toBeInTheDocument()
  })

  test('the button «Empezar de nuevo» releases the held slot and starts over', async () => {
    const { panel, choose } = await openAtHome()
    await choose(...repliesToSlots, chosenSlotTitle)
    await panel.findByRole('button', { name: 'Confirmar hora' })
    await choose('Empezar de nuevo')
    expect(await panel.findByRole('button', { name: 'Cardiología' })).toBeVisible()
    expect(requestsTo(slotEndpoints.release)[0]?.params).toEqual({ hold_id: '5' })
    expect(panel.queryByText(/Jueves/)).not.toBeInTheDocument()
  })

  test('on a phone the chat fills the screen, and closes when one of its links opens a page', async () => {
    vi.spyOn(window, 'matchMedia').mockImplementation((media) => ({
      matches: false,
      media,
      onchange: null,
      addListener: () => undefined,
      removeListener: () => undefined,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
      dispatchEvent: () => false,
    }))
    const modal = vi.spyOn(HTMLDialogElement.prototype, 'showModal')
    const { panel, choose, user, path } = await openAtHome()
    expect(modal).toHaveBeenCalled()
    await choose(...repliesToSlots, chosenSlotTitle, 'Confirmar hora')
    await user.click(await panel.findByRole('link', { name: 'Ver mis horas' }))
    await waitFor(() => expect(path()).toBe('/dashboard/consultas-medicas'))
    expect(screen.queryByRole('dialog', { name: 'Reserva tu hora' })).not.toBeInTheDocument()
  })

  test('the chat shows nothing of a user after they sign out', async () => {
    const { panel, choose } = await openAtHome()
    await choose('Cardiología')
    await panel.findByText(/En qué sede/)
    act(() => closeSession())
    await waitFor(() => expect(screen.queryByText(/En qué sede/)).not.toBeInTheDocument())
  })
})

describe('beside the results of the laboratory', () => {
  test('the chat beside laboratory results books a laboratory exam at its site', async () => {
    mockEndpoint(serviceEndpoints.specialties, {
      data: [
        { code: '362', name: 'Toma de muestras' },
        { code: '363', name: 'Curva de glucosa' },
      ],
    })
    const { user } = await renderPortal('/dashboard/mis-examenes', { as: 'patient' })
    await user.click(await launcher())
    const panel = await chat()
    expect(await panel.findByText('¿Qué examen necesitas?')).toBeVisible()
    expect(requestsTo(serviceEndpoints.specialties)[0]?.query.get('spec_id')).toBe('362,363,364')
    await user.click(panel.getByRole('button', { name: 'Curva de glucosa' }))
    expect(
      await panel.findByText('Estas son las próximas horas de Curva de glucosa en Providencia. Elige una:'),
    ).toBeVisible()
    expect(requestsTo(slotEndpoints.slots)[0]?.query.get('specialty')).toBe('363')
  })

  test('the imaging tab offers no chat', async () => {
    const { go } = await renderPortal('/dashboard/mis-examenes/otros-examenes', { as: 'patient' })
    await screen.findByRole('tab', { name: 'Laboratorio' })
    expect(screen.queryByRole('button', { name: 'Agenda por chat' })).not.toBeInTheDocument()
    await go('/dashboard/mis-examenes/laboratorio')
    expect(await launcher()).toBeVisible()
  })
})

describe('after a cancellation', () => {
  test('after a cancellation the chat offers another appointment with the same professional', async () => {
    mockEndpoint(appointmentAgendaEndpoints.list, agendaPage([buildAgendaAppointment()]))
    mockEndpoint(appointmentEndpoints.cancel, {})
    const { user } = await renderPortal('/dashboard/consultas-medicas', { as: 'patient' })
    await user.click(await screen.findByRole('button', { name: /^Cancelar hora con la Dra. Carolina/ }))
    const dialog = within(await screen.findByRole('dialog', { name: '¿Quieres cancelar esta hora?' }))
    await user.click(dialog.getByRole('button', { name: 'Cancelar hora' }))
    await user.click(await screen.findByRole('button', { name: 'Reservar nuevamente' }))
    const panel = await chat()
    expect(screen.getAllByRole('dialog')).toHaveLength(1)
    expect(
      panel.getByText(
        'Hola, Camila Andrea. Cancelaste tu hora con la Dra. Carolina Muñoz Vidal. ¿Quieres reservar otra con ella?',
      ),
    ).toBeVisible()
    await user.click(await panel.findByRole('button', { name: 'Sí, otra fecha' }))
    expect(await panel.findByText('Estas son sus próximas horas en Providencia. Elige una:')).toBeVisible()
    expect(Object.fromEntries(requestsTo(slotEndpoints.slots)[0]?.query ?? [])).toMatchObject({
      rut_professional: munoz.rut,
      office_id: 'PROVIDENCIA',
      from: '2026-12-03',
      to: '2026-12-16',
    })
    await user.keyboard('{Escape}')
    expect(await launcher()).toHaveFocus()
  })
})
