/** Recognizes a booking that was sent before, by its idempotency key. */
import { createHash } from 'node:crypto'
import { ApiError } from '@mi-portal/contract/api-error'
import type { BookingReply, BookingRequest } from '@mi-portal/contract/booking/bookings'
import type { Actor } from '../../platform/http/actor.ts'
import type { RepeatedBookingsStore } from './repeated-bookings.store.ts'

/** Hash of a booking request. An idempotency key that is reused for a different booking is rejected. */
export function digestOf(request: BookingRequest): Buffer {
  const { hold_id, patient_id, id_appointment, exam_id, procedure, accepted_modality } = request
  return createHash('sha256')
    .update(JSON.stringify([hold_id, patient_id, id_appointment, exam_id, procedure, accepted_modality]))
    .digest()
}

export function createRepeatedBookingsService({ store }: { readonly store: RepeatedBookingsStore }) {
  return {
    /** Returns the response of an earlier booking with the same idempotency key, or null. */
    earlier: async (actor: Actor, key: string | null, asked: Uint8Array): Promise<BookingReply | null> => {
      const stored = key === null ? null : await store.answered(actor.id, key)
      if (stored === null) return null
      if (!Buffer.from(stored.asked).equals(asked)) throw new ApiError('keyUsed')
      return stored.answer as BookingReply
    },
    storeAnswer: store.storeAnswer,
  }
}

export type RepeatedBookings = ReturnType<typeof createRepeatedBookingsService>
