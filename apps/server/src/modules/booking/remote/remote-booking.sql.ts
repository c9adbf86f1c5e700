import type { BookingRequest } from '@mi-portal/contract/booking/bookings'
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

export type RemoteHold = Row<typeof findHold>

const holdColumns = 'id, person_id, as_person_id, slot_id, outside_hold_id, expires_at, modality, asked'

/** Stores a hold. Returns no row if a booking of this hold is in progress. */
export const insertHold = sql('storeHold')`
  insert into outside_holds (person_id, as_person_id, slot_id, outside_hold_id, expires_at, modality)
  values (:person_id, :as_person_id, :slot_id, :outside_hold_id, :expires_at::timestamptz, :modality)
  on conflict (person_id, slot_id) do update set as_person_id = excluded.as_person_id,
    outside_hold_id = excluded.outside_hold_id, expires_at = excluded.expires_at,
    modality = excluded.modality where outside_holds.asked is null
  returning id`
export const findHold = sql('hold')`
  select ${holdColumns} from outside_holds where id = :id and person_id = :person_id`
export const transferHold = sql('transferHold')`
  update outside_holds set as_person_id = :as_person_id, outside_hold_id = :outside_hold_id,
    expires_at = :expires_at::timestamptz where id = :id`
export const storeRequest = sql('ask')`
  update outside_holds set asked = :asked::jsonb, asked_at = :now::timestamptz where id = :id`
export const clearRequest = sql('clearRequest')`
  update outside_holds set asked = null, asked_at = null where id = :id`
export const deleteHold = sql('deleteHold')`delete from outside_holds where id = :id returning id`
export const purgeHolds = sql('purge')`
  delete from outside_holds where asked is null and expires_at <= :now::timestamptz returning id`
export const listUnanswered = sql('unanswered')`
  select ${holdColumns} from outside_holds where asked_at <= :before::timestamptz order by id limit 50`
