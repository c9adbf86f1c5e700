/** Asks the service what the conversation wants to know. */

import type { QueryClient } from '@tanstack/react-query'
import { groupQuery } from '../../family/family.queries.ts'
import { recordKey } from '../../people/people.queries.ts'
import {
  bookHold,
  freeKey,
  holdSlot,
  isWithoutWaitingList,
  officesQuery,
  outlookQuery,
  professionalsQuery,
  releaseHold,
  slotsQuery,
  specialtiesQuery,
  waitFor,
  waitingQuery,
} from '../booking.queries.ts'
import type { Told } from './conversation.flow.ts'
import type { Ask, Clinic, Conversation } from './replies.flow.ts'

// What was free a moment ago need not be any more.
const fresh = { staleTime: 0 } as const

/** The answer to a question of the conversation. Rejects with `Failure`. */
export async function askService(
  client: QueryClient,
  person: Conversation['person'],
  question: Ask,
): Promise<Told> {
  switch (question.kind) {
    case 'clinic':
      return { kind: 'clinic', clinic: await readClinic(client, person, question.codes) }
    case 'professionals':
      return {
        kind: 'professionals',
        professionals: await client.fetchQuery({ ...professionalsQuery(question.of), ...fresh }),
      }
    case 'hours':
      return {
        kind: 'hours',
        hours: await client.fetchQuery({ ...slotsQuery(question.of, question.from), ...fresh }),
      }
    case 'hold':
      return { kind: 'hold', hold: await holdSlot(question.slot_id) }
    case 'release':
      await releaseHold(question.hold_id)
      return { kind: 'release' }
    case 'check': {
      const { hold_id, patient_id } = question
      const { warning } = await client.fetchQuery({
        ...outlookQuery(hold_id, { patient_id }),
        ...fresh,
      })
      return { kind: 'check', warning }
    }
    case 'book':
      return { kind: 'book', hour: await book(client, question) }
    case 'wait':
      await waitFor(question.draft)
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
    client.fetchQuery(waitingQuery).then(Boolean, (error: unknown) => !isWithoutWaitingList(error)),
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

/** Sent again after a failure it is the same booking: the hold names it. */
async function book(client: QueryClient, { hold_id, patient_id }: { hold_id: number; patient_id: number }) {
  const hour = await bookHold({ hold_id, patient_id }, `chat-${hold_id}-${patient_id}`)
  await Promise.all([
    client.invalidateQueries({ queryKey: recordKey(patient_id) }),
    client.invalidateQueries({ queryKey: freeKey, refetchType: 'none' }),
  ])
  return hour
}
