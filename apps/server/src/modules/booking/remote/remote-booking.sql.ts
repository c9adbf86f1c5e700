import type { BookingRequest } from '@mi-portal/contract/booking/bookings'
import type { Slot } from '@mi-portal/contract/booking/slots'
import type { Queries } from '../../../platform/database/database.ts'
import { defineSql, type Row } from '../../../platform/database/statement.ts'
import type { RemoteBookingSql } from './remote-booking.sql.generated.ts'

const sql = defineSql<RemoteBookingSql, { modality: 'presencial' | 'telemedicina'; asked: PendingBooking }>(
  'remoteBooking',
)

/** A booking that was sent to the service and may have succeeded there. */
export type PendingBooking = {
  readonly request: BookingRequest
  readonly key: string | null
}

export type RemoteHold = Row<typeof holdSql>

const holdColumns = 'id, person_id, as_person_id, slot_id, outside_hold_id, expires_at, modality, asked'

// A hold whose booking was already sent is not changed.
const storeHoldSql = sql(
  'storeHold',
  `insert into outside_holds (person_id, as_person_id, slot_id, outside_hold_id, expires_at, modality)
   values (:person_id, :as_person_id, :slot_id, :outside_hold_id, :expires_at::timestamptz, :modality)
   on conflict (person_id, slot_id) do update set as_person_id = excluded.as_person_id,
     outside_hold_id = excluded.outside_hold_id, expires_at = excluded.expires_at,
     modality = excluded.modality where outside_holds.asked is null
   returning id`,
)
const holdSql = sql(
  'hold',
  `select ${holdColumns} from outside_holds where id = :id and person_id = :person_id`,
)
const transferHoldSql = sql(
  'transferHold',
  `update outside_holds set as_person_id = :as_person_id, outside_hold_id = :outside_hold_id,
     expires_at = :expires_at::timestamptz where id = :id`,
)
/** Stores a booking before it is sent. */
const askSql = sql(
  'ask',
  'update outside_holds set asked = :asked::jsonb, asked_at = :now::timestamptz where id = :id',
)
const clearRequestSql = sql(
  'clearRequest',
  'update outside_holds set asked = null, asked_at = null where id = :id',
)
const deleteHoldSql = sql('deleteHold', 'delete from outside_holds where id = :id returning id')
const purgeSql = sql(
  'purge',
  'delete from outside_holds where asked is null and expires_at <= :now::timestamptz returning id',
)
const unansweredSql = sql(
  'unanswered',
  `select ${holdColumns} from outside_holds where asked_at <= :before::timestamptz order by id limit 50`,
)

/** Stores a hold. Returns null if a booking of this hold is in progress. */
export const storeHold = async (
  db: Queries,
  personId: number,
  asPersonId: number,
  slot: Pick<Slot, 'id' | 'modality'>,
  outsideId: number,
  until: Date,
) => {
  const [row] = await db.run(storeHoldSql, {
    person_id: personId,
    as_person_id: asPersonId,
    slot_id: slot.id,
    outside_hold_id: outsideId,
    expires_at: until,
    modality: slot.modality,
  })
  return row?.id ?? null
}

export const hold = async (db: Queries, id: number, personId: number) =>
  (await db.run(holdSql, { id, person_id: personId }))[0] ?? null

export const transferHold = async (
  db: Queries,
  id: number,
  asPersonId: number,
  outsideId: number,
  until: Date,
) => {
  await db.run(transferHoldSql, {
    id,
    as_person_id: asPersonId,
    outside_hold_id: outsideId,
    expires_at: until,
  })
}

export const ask = async (db: Queries, id: number, asked: PendingBooking, now: Date) => {
  await db.run(askSql, { id, asked: JSON.stringify(asked), now })
}

export const clearRequest = async (db: Queries, id: number) => {
  await db.run(clearRequestSql, { id })
}

export const deleteHold = async (queries: Queries, id: number) =>
  (await queries.run(deleteHoldSql, { id })).length > 0

export const purge = async (db: Queries, now: Date) => (await db.run(purgeSql, { now })).length

/** Returns bookings that were sent before this time and have no response yet. */
export const unanswered = (db: Queries, before: Date) => db.run(unansweredSql, { before })
