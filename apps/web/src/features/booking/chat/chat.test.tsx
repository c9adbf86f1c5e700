import { ApiError } from '@mi-portal/contract/api-error'
import { bookingEndpoints } from '@mi-portal/contract/booking/bookings'
import { serviceEndpoints } from '@mi-portal/contract/booking/services'
import { slotEndpoints } from '@mi-portal/contract/booking/slots'
import { familyMemberEndpoints } from '@mi-portal/contract/family/members'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { mockEndpoint, requestsTo } from '../../../../test/fake-server.ts'
import { buildMember } from '../../../../test/family.ts'
import { buildAppointment } from '../../../../test/record.ts'
import { renderPortal } from '../../../../test/render-portal.tsx'
import { buildHold, buildSlot } from '../../../../test/scheduling.ts'
import { closeSession } from '../../../lib/session.ts'

const cardiology = { code: '101', name: 'Cardiología' }
const munoz = {
  rut: '111111111',
  name: 'Dra. Carolina Muñoz Vidal',
  specialties: [cardiology],
  next_free: '2026-12-03T12:10:00Z',
}

const earlySlot = buildSlot({ id: 1, starts_at: '2026-12-03T12:10:00Z' })
const lateSlot = buildSlot({ id: 2, starts_at: '2026-12-03T13:30:00Z' })

beforeEach(() => {
  mockEndpoint(serviceEndpoints.specialties, { data: [cardiology] })
  mockEndpoint(serviceEndpoints.professionals, { data: [munoz] })
  mockEndpoint(slotEndpoints.slots, { data: [earlySlot, lateSlot] })
  mockEndpoint(slotEndpoints.hold, { data: buildHold({ slot: earlySlot }) })
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
    expect(await panel.findByText(/La guardamos para ti hasta las 09:05 h\. ¿La confirmas\?/)).toBeVisible()
    expect(requestsTo(slotEndpoints.hold)[0]?.body).toEqual({ slot_id: 1 })
    await choose('Confirmar hora')
    expect(await panel.findByText(/Tu hora quedó reservada/)).toHaveTextContent('Avenida Los Arrayanes 1480')
    const [sent] = requestsTo(bookingEndpoints.book)
    expect(sent?.body).toEqual({ hold_id: 5, patient_id: 7 })
    expect(sent?.headers.get('idempotency-key')).toBe('chat-5-7')
    expect(sent?.headers.get('authorization')).toBe('Bearer portador')
    expect(panel.getByRole('link', { name: 'Ver mis horas' })).toBeVisible()
    expect(cachedRecords()).toEqual([7])
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

  test('the chat shows nothing of a user after they sign out', async () => {
    const { panel, choose } = await openAtHome()
    await choose('Cardiología')
    await panel.findByText(/En qué sede/)
    act(() => closeSession())
    await waitFor(() => expect(screen.queryByText(/En qué sede/)).not.toBeInTheDocument())
  })
})
