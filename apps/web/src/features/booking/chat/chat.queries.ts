/** Sends the requests of the conversation to the scheduling service. */

import type { QueryClient } from '@tanstack/react-query'
import { groupQuery } from '../../family/family.queries.ts'
import { recordKey } from '../../people/people.queries.ts'
import {
  bookHeldSlot,
  bookingCheckQuery,
  freeSlotsKey,
  holdSlot,
  isWaitingListUnsupported,
  joinWaitingList,
  officesQuery,
  professionalsQuery,
  releaseHold,
  slotsQuery,
  specialtiesQuery,
  waitingQuery,
} from '../booking.queries.ts'
import type { ServiceAnswer } from './conversation/answers.flow.ts'
import type { Clinic, Conversation, ServiceRequest } from './conversation/state.flow.ts'

// A cached list of free slots may be outdated, so these queries always ask the server.
const fresh = { staleTime: 0 } as const

/** Sends one request of the conversation and returns the answer. Rejects with `ApiError`. */
export async function sendRequest(
  client: QueryClient,
  person: Conversation['person'],
  request: ServiceRequest,
): Promise<ServiceAnswer> {
  switch (request.kind) {
    case 'clinic':
      return { kind: 'clinic', clinic: await readClinic(client, person, request.codes) }
    case 'professionals':
      return {
        kind: 'professionals',
        professionals: await client.fetchQuery({ ...professionalsQuery(request.of), ...fresh }),
      }
    case 'slots':
      return {
        kind: 'slots',
        slots: await client.fetchQuery({ ...slotsQuery(request.of, request.from), ...fresh }),
      }
    case 'hold':
      return { kind: 'hold', hold: await holdSlot(request.slot_id) }
    case 'release':
      await releaseHold(request.hold_id)
      return { kind: 'release' }
    case 'check': {
      const { hold_id, patient_id } = request
      const { warning } = await client.fetchQuery({
        ...bookingCheckQuery(hold_id, { patient_id }),
        ...fresh,
      })
      return { kind: 'check', warning }
    }
    case 'book':
      return { kind: 'book', appointment: await book(client, request) }
    case 'wait':
      await joinWaitingList(request.draft)
      await client.invalidateQueries({ queryKey: waitingQuery.queryKey, refetchType: 'none' })
      return { kind: 'wait' }
  }
}

async function readClinic(
  client: QueryClient,
  person: Conversation['person'],
  codes: readonly string[] | null,
): Promise<Clinic> {
  const [offices, services, professionals, members, hasWaitingList] = await Promise.all([
    client.fetchQuery(officesQuery),
    client.fetchQuery(specialtiesQuery(codes ? { spec_id: codes.join(',') } : {})),
    client.fetchQuery(professionalsQuery(codes ? { specialty: codes.join(',') } : {})),
    client.fetchQuery(groupQuery({ patientId: person.id, asStaff: false })),
    client.fetchQuery(waitingQuery).then(Boolean, (error: unknown) => !isWaitingListUnsupported(error)),
  ])
  const others = members
    .filter(({ may_book }) => may_book)
    .map(({ family_patient: { id, first_name, last_name } }) => ({
      id,
      name: [first_name, last_name].filter(Boolean).join(' '),
    }))
  const people = [{ id: person.id, name: person.first_name }, ...others]
  return { offices, services, professionals, people, hasWaitingList }
}

/** The idempotency key is made of the hold and the patient, so a retry after an error books only once. */
async function book(client: QueryClient, { hold_id, patient_id }: { hold_id: number; patient_id: number }) {
  const appointment = await bookHeldSlot({ hold_id, patient_id }, `chat-${hold_id}-${patient_id}`)
  await Promise.all([
    client.invalidateQueries({ queryKey: recordKey(patient_id) }),
    client.invalidateQueries({ queryKey: freeSlotsKey, refetchType: 'none' }),
  ])
  return appointment
}
