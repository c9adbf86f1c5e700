import { bookingEndpoints } from '@mi-portal/contract/booking/bookings'
import { serviceEndpoints } from '@mi-portal/contract/booking/services'
import { slotEndpoints } from '@mi-portal/contract/booking/slots'
import { ApiError } from '@mi-portal/contract/calls/api-error'
import { clinicHelpEndpoints } from '@mi-portal/contract/clinic/help'
import { familyMemberEndpoints } from '@mi-portal/contract/family/members'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
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
})

const launcher = () => screen.findByRole('button', { name: 'Agenda por chat' })
const chat = async () => within(await screen.findByRole('dialog', { name: 'Reserva tu hora' }))

async function openAtHome() {
  mockEndpoint(clinicHelpEndpoints.help, { screens: [] })
  const portal = await renderPortal('/dashboard', { as: 'patient' })
  await portal.user.click(await screen.findByRole('button', { name: 'Ayuda y chat' }))
  await portal.user.click(await launcher())
  const panel = await chat()
  const choose = async (...names: (string | RegExp)[]) => {
    for (const name of names) await portal.user.click(await panel.findByRole('button', { name }))
  }
  return { ...portal, panel, choose }
}

const repliesToSlots = ['Cardiología', 'Providencia'] as const
const chosenSlotTitle = 'Jueves 03/12/2026, 09:10 Presencial'

test("a user books by chat for a group member who allows it, with one key for all attempts, without a link to the user's own list, and nothing of it is left after signing out", async () => {
  const sofia = { id: 3, may_book: false, family_patient: { id: 11, first_name: 'Sofía' } }
  mockEndpoint(familyMemberEndpoints.group, { familyGroup: [buildMember(), buildMember(sofia)] })
  mockEndpoint(bookingEndpoints.book, new ApiError('unavailable', { fieldErrors: [] }))
  const { choose, panel, cachedRecords } = await openAtHome()
  await choose(...repliesToSlots, chosenSlotTitle)
  expect(await panel.findByRole('button', { name: 'Para Martina Ignacia Soto' })).toBeVisible()
  expect(panel.queryByRole('button', { name: /Sofía/ })).not.toBeInTheDocument()
  await choose('Para Martina Ignacia Soto', 'Confirmar hora')
  expect(await panel.findByText(/No pudimos comunicarnos con la agenda/)).toBeVisible()
  const key = 'chat-5-9'
  expect(requestsTo(bookingEndpoints.book)[0]?.headers.get('idempotency-key')).toBe(key)
  mockEndpoint(bookingEndpoints.book, { data: buildAppointment({ patient_id: 9 }), warning: null })
  await choose('Reintentar')
  expect(await panel.findByText(/Tu hora quedó reservada/)).toHaveTextContent('Avenida Los Arrayanes 1480')
  const [sent] = requestsTo(bookingEndpoints.book)
  expect(sent?.body).toEqual({ hold_id: 5, patient_id: 9 })
  expect(sent?.headers.get('idempotency-key')).toBe(key)
  expect(sent?.headers.get('authorization')).toBe('Bearer portador')
  expect(cachedRecords()).toEqual([7])
  expect(panel.queryByRole('link', { name: 'Ver mis horas' })).not.toBeInTheDocument()
  act(() => closeSession())
  await waitFor(() => expect(screen.queryByText(/Tu hora quedó reservada/)).not.toBeInTheDocument())
})
