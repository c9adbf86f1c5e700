import { createHash } from 'node:crypto'
import type { BookingReply, BookingRequest } from '@mi-portal/contract/booking/bookings'
import { ApiError } from '@mi-portal/contract/calls/api-error'
import type { FastifyRequest } from 'fastify'
import type { ActorContext } from '../../platform/context/context.ts'
import { findRow, type Queries } from '../../platform/database/database.ts'
import { getNotified } from '../../platform/notified.ts'
import { findReply, insertReply } from './booking.sql.ts'

export function readIdempotencyKey(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,100}$/.test(key))
    throw new ApiError('invalid', { msg: 'Idempotency-Key inválida' })
  return key
}

/** Hash of a booking request. An idempotency key that is reused for a different booking is rejected. */
export function digestBooking(request: BookingRequest): Buffer {
  const { hold_id, patient_id, id_appointment, exam_id, procedure, accepted_modality } = request
  return createHash('sha256')
    .update(JSON.stringify([hold_id, patient_id, id_appointment, exam_id, procedure, accepted_modality]))
    .digest()
}

/** Returns the key under which a reply is stored. A booking without one is known by its hold; no client can send a key with a space. */
const toStoredKey = (key: string | null, { hold_id }: BookingRequest) => key ?? `hold ${hold_id}`

export async function findEarlierReply(
  { actor, db }: ActorContext,
  request: BookingRequest,
  key: string | null,
): Promise<BookingReply | null> {
  const stored = await findRow(db, findReply, { person_id: actor.id, key: toStoredKey(key, request) })
  if (stored === null) return null
  if (Buffer.from(stored.asked).equals(digestBooking(request))) return stored.answer as BookingReply
  if (key === null) return null
  throw new ApiError('keyUsed')
}

/** Stores a response, which says whom the request notified: call this after the messages are queued. */
export const storeReply = (
  { actor }: ActorContext,
  tx: Queries,
  request: BookingRequest,
  key: string | null,
  reply: BookingReply,
  now: Date,
) =>
  tx.run(insertReply, {
    person_id: actor.id,
    key: toStoredKey(key, request),
    asked: digestBooking(request),
    answer: JSON.stringify({ ...reply, ...getNotified() }),
    now,
  })
