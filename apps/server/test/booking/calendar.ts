/** Calendars for tests: a professional with slots. */

import { type BookingRequest, bookingEndpoints } from '@mi-portal/contract/booking/bookings'
import { schedulingTokenEndpoints } from '@mi-portal/contract/booking/scheduling-token'
import { type Slot, slotEndpoints } from '@mi-portal/contract/booking/slots'
import type { Call } from '@mi-portal/contract/calls/client'
import type { TestDatabase } from '../ask.ts'
import { buildRun } from '../build.ts'
import type { Portal } from '../portal.ts'

export type Attention = {
  readonly name?: string
  /** 2 is Providencia, 239 is Maipú. */
  readonly office?: number
  readonly service?: number
  readonly weekdays?: readonly number[]
  readonly starts?: string
  readonly ends?: string
  readonly minutes?: number
  readonly room?: string
  readonly modality?: 'presencial' | 'telemedicina'
}

let count = 0

/** Inserts a professional with a weekly calendar: Monday to Friday, nine to eleven, every half hour. */
export async function buildProfessional(db: TestDatabase, attention: Attention = {}) {
  count += 1
  const {
    office = 2,
    service = 101,
    weekdays = [1, 2, 3, 4, 5],
    starts = '09:00',
    ends = '11:00',
  } = attention
  const rut = buildRun()
  const [made] = await db.ask<{ id: number }>(
    'insert into professionals (rut, name) values ($1, $2) returning id',
    [rut, attention.name ?? `Dra. Prueba ${count}`],
  )
  const id = made?.id ?? 0
  await db.ask('insert into professional_specialties (professional_id, specialty_code) values ($1, $2)', [
    id,
    service,
  ])
  for (const weekday of weekdays) {
    await db.ask(
      `insert into schedules (professional_id, office_id, specialty_code, weekday, starts, ends, slot_minutes, room, modality, valid_from)
       values ($1, $2, $3, $4, $5::time, $6::time, $7, $8, $9, '2020-01-01')`,
      [
        id,
        office,
        service,
        weekday,
        starts,
        ends,
        attention.minutes ?? 30,
        attention.room ?? `piso 2, consulta ${count}`,
        attention.modality ?? 'presencial',
      ],
    )
  }
  return { id, rut, name: attention.name ?? `Dra. Prueba ${count}` }
}

/** Loads the catalogues and opens the slots of the calendars. */
export async function openCalendars(portal: Portal): Promise<void> {
  await portal.runJob('booking.keepAhead')
}

/** Returns the header for the scheduling service, with a token from this caller's session. Staff name the patient. */
export async function createBearerHeader(call: Call, patientId?: number): Promise<Record<string, string>> {
  const { token } = await call(schedulingTokenEndpoints.token, {
    query: patientId === undefined ? {} : { patient_id: patientId },
  })
  return { authorization: `Bearer ${token}` }
}

/** Returns a caller of the scheduling service as this person. Every call carries a token of their session. */
export async function openAgenda(portal: Portal, person: { id: number }): Promise<Call> {
  const session = await portal.sessionOf(person.id)
  return portal.caller(session, undefined, await createBearerHeader(portal.caller(session)))
}

/** A search of slots. What it does not say is that of the week after the day at which the clock of the tests stands. */
export type SlotSearch = {
  readonly from?: string
  readonly to?: string
  readonly specialty?: string
  readonly rut_professional?: string
  readonly office_id?: string
  readonly exam_id?: number
  readonly procedure?: string
  readonly modality?: 'presencial' | 'telemedicina'
  readonly patient_id?: number
}

/** Returns the free slots of a search, by default those of general medicine. */
export async function findSlots(call: Call, search: SlotSearch = {}): Promise<Slot[]> {
  const { specialty, rut_professional, exam_id, procedure } = search
  const isOpen = [specialty, rut_professional, exam_id, procedure].every((one) => one === undefined)
  const query = { from: '2026-11-27', to: '2026-12-04', ...(isOpen ? { specialty: '101' } : {}), ...search }
  return (await call(slotEndpoints.slots, { query: query as never })).data
}

/** Holds a slot of a search: the first, or the first after `skip` others. */
export async function holdSlot(call: Call, search: SlotSearch = {}, skip = 0) {
  const slot = (await findSlots(call, search))[skip]
  if (slot === undefined) throw new Error('no slot is free')
  const { data } = await call(slotEndpoints.hold, { body: { slot_id: slot.id } })
  return { slot, hold_id: data.hold_id }
}

export async function bookSlot(
  call: Call,
  patient: { readonly id: number },
  search: SlotSearch = {},
  more: Partial<BookingRequest> & { readonly skip?: number } = {},
) {
  const { skip, ...request } = more
  const { hold_id } = await holdSlot(call, search, skip)
  const { exam_id, procedure } = search
  const body = { hold_id, patient_id: patient.id, exam_id, procedure, ...request }
  return (await call(bookingEndpoints.book, { body })).data
}
