import type { BookingRequest } from '@mi-portal/contract/booking/bookings'
import type { Slot } from '@mi-portal/contract/booking/slots'
import type { Database, Queries } from '../../../platform/database/database.ts'
import { statement } from '../../../platform/database/statement.ts'

/** A booking that was sent to the service and may have succeeded there. */
export type PendingBooking = {
  readonly request: BookingRequest
  readonly key: string | null
}

export type RemoteHold = {
  readonly id: number
  readonly person_id: number
  /** The person under whose name the service holds the slot. */
  readonly as_person_id: number
  readonly slot_id: number
  readonly outside_hold_id: number
  readonly expires_at: Date
  /** The modality of the slot; null for holds of earlier versions, which did not store it. */
  readonly modality: 'presencial' | 'telemedicina' | null
  readonly asked: PendingBooking | null
}

const holdColumns = 'id, person_id, as_person_id, slot_id, outside_hold_id, expires_at, modality, asked'

// A hold whose booking was already sent is not changed.
const storeHold = statement<
  { id: number },
  {
    person_id: number
    as_person_id: number
    slot_id: number
    outside_hold_id: number
    expires_at: Date
    modality: Slot['modality']
  }
>(
  'remoteBooking.storeHold',
  `insert into outside_holds (person_id, as_person_id, slot_id, outside_hold_id, expires_at, modality)
   values (:person_id, :as_person_id, :slot_id, :outside_hold_id, :expires_at::timestamptz, :modality)
   on conflict (person_id, slot_id) do update set as_person_id = excluded.as_person_id,
     outside_hold_id = excluded.outside_hold_id, expires_at = excluded.expires_at,
     modality = excluded.modality where outside_holds.asked is null
   returning id`,
)
const hold = statement<RemoteHold, { id: number; person_id: number }>(
  'remoteBooking.hold',
  `select ${holdColumns} from outside_holds where id = :id and person_id = :person_id`,
)
const transferHold = statement<
  never,
  { id: number; as_person_id: number; outside_hold_id: number; expires_at: Date }
>(
  'remoteBooking.transferHold',
  `update outside_holds set as_person_id = :as_person_id, outside_hold_id = :outside_hold_id,
     expires_at = :expires_at::timestamptz where id = :id`,
)
/** Stores a booking before it is sent. */
const ask = statement<never, { id: number; asked: string; now: Date }>(
  'remoteBooking.ask',
  'update outside_holds set asked = :asked::jsonb, asked_at = :now::timestamptz where id = :id',
)
const clearRequest = statement<never, { id: number }>(
  'remoteBooking.clearRequest',
  'update outside_holds set asked = null, asked_at = null where id = :id',
)
const deleteHold = statement<{ id: number }, { id: number }>(
  'remoteBooking.deleteHold',
  'delete from outside_holds where id = :id returning id',
)
const purge = statement<{ id: number }, { now: Date }>(
  'remoteBooking.purge',
  'delete from outside_holds where asked is null and expires_at <= :now::timestamptz returning id',
)
const unanswered = statement<RemoteHold, { before: Date }>(
  'remoteBooking.unanswered',
  `select ${holdColumns} from outside_holds where asked_at <= :before::timestamptz order by id limit 50`,
)

export function createRemoteBookingStore(db: Database) {
  return {
    /** Stores a hold. Returns null if a booking of this hold is in progress. */
    storeHold: async (
      personId: number,
      asPersonId: number,
      slot: Pick<Slot, 'id' | 'modality'>,
      outsideId: number,
      until: Date,
    ) => {
      const [row] = await db.run(storeHold, {
        person_id: personId,
        as_person_id: asPersonId,
        slot_id: slot.id,
        outside_hold_id: outsideId,
        expires_at: until,
        modality: slot.modality,
      })
      return row?.id ?? null
    },
    hold: async (id: number, personId: number) =>
      (await db.run(hold, { id, person_id: personId }))[0] ?? null,
    transferHold: async (id: number, asPersonId: number, outsideId: number, until: Date) => {
      await db.run(transferHold, {
        id,
        as_person_id: asPersonId,
        outside_hold_id: outsideId,
        expires_at: until,
      })
    },
    ask: async (id: number, asked: PendingBooking, now: Date) => {
      await db.run(ask, { id, asked: JSON.stringify(asked), now })
    },
    clearRequest: async (id: number) => {
      await db.run(clearRequest, { id })
    },
    deleteHold: async (queries: Queries, id: number) => (await queries.run(deleteHold, { id })).length > 0,
    purge: async (now: Date) => (await db.run(purge, { now })).length,
    /** Returns bookings that were sent before this time and have no response yet. */
    unanswered: (before: Date) => db.run(unanswered, { before }),
  }
}

export type RemoteBookingStore = ReturnType<typeof createRemoteBookingStore>
