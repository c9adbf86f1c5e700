/** Recognizes a booking that was sent before, by its idempotency key or by its hold. */

import { createHash } from 'node:crypto'
import { ApiError } from '@mi-portal/contract/api-error'
import type { BookingReply, BookingRequest } from '@mi-portal/contract/booking/bookings'
import type { Database, Queries } from '../../platform/database/database.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { getNotified } from '../../platform/notified.ts'
import * as repeatedBookingsSql from './repeated-bookings.sql.ts'

/** Hash of a booking request. An idempotency key that is reused for a different booking is rejected. */
export function digestOf(request: BookingRequest): Buffer {
  const { hold_id, patient_id, id_appointment, exam_id, procedure, accepted_modality } = request
  return createHash('sha256')
    .update(JSON.stringify([hold_id, patient_id, id_appointment, exam_id, procedure, accepted_modality]))
    .digest()
}

/** The key of a booking that was sent without one. No client can send it, because it has a space. */
const keyOfHold = (holdId: number) => `hold ${holdId}`

/** A booking as it was sent: its idempotency key, if it has one, its hold, and the hash of the request. */
type SentBooking = { readonly key: string | null; readonly holdId: number; readonly asked: Uint8Array }

export function createRepeatedBookingsService({ db }: { readonly db: Database }) {
  return {
    /** Returns the response of the same booking that was sent before, or null. */
    earlier: async (actor: Actor, { key, holdId, asked }: SentBooking): Promise<BookingReply | null> => {
      const stored = await repeatedBookingsSql.answered(db, actor.id, key ?? keyOfHold(holdId))
      if (stored === null) return null
      if (Buffer.from(stored.asked).equals(asked)) return stored.answer as BookingReply
      if (key === null) return null
      throw new ApiError('keyUsed')
    },
    /**
     * Stores the response of a booking for the same booking that is sent again. It says whom the request notified: call this after the
     * messages are queued.
     */
    storeAnswer: (
      tx: Queries,
      actor: Actor,
      { key, holdId, asked }: SentBooking,
      reply: BookingReply,
      now: Date,
    ) =>
      repeatedBookingsSql.storeAnswer(
        tx,
        actor.id,
        key ?? keyOfHold(holdId),
        asked,
        { ...reply, ...getNotified() },
        now,
      ),
  }
}

export type RepeatedBookings = ReturnType<typeof createRepeatedBookingsService>
