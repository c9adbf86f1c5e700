import type { Queries } from '../../../platform/database/database.ts'
import { defineSql } from '../../../platform/database/statement.ts'
import { isOffered } from './availability.sql.ts'
import type { HoldsSql } from './holds.sql.generated.ts'

const sql = defineSql<HoldsSql, { kind: 'hold' | 'offer' }>('booking')

/**
 * Holds a free slot for a person. Expired holds on it are deleted first; `gone` is read so that this happens before the insert.
 * Returns no row if a concurrent request was faster.
 */
const holdSql = sql(
  'hold',
  `with slot as (
     select s.id, s.professional_id, tstzrange(s.starts_at, s.ends_at) as during from slots s
       join professionals p on p.id = s.professional_id and p.active
     where s.id = :slot_id and s.starts_at > :now::timestamptz and ${isOffered} and not exists (
       select from appointments a where a.professional_id = s.professional_id and a.state = 'booked'
         and a.starts_at < s.ends_at and a.ends_at > s.starts_at and a.starts_at > s.starts_at - interval '24 hours')
   ), gone as (
     delete from holds h using slot s
     where h.professional_id = s.professional_id and h.during && s.during and h.expires_at <= :now::timestamptz
     returning h.id
   )
   insert into holds (slot_id, professional_id, during, person_id, kind, created_at, expires_at)
   select s.id, s.professional_id, s.during, :person_id::int, 'hold', :now::timestamptz, :expires_at::timestamptz from slot s
   where (select count(*) from gone) >= 0
   on conflict do nothing
   returning id, expires_at`,
)
const heldBySql = sql(
  'heldBy',
  'select id, expires_at from holds where slot_id = :slot_id and person_id = :person_id and expires_at > :now::timestamptz',
)
/** Deletes a person's oldest holds, so that this many remain. */
const trimHoldsSql = sql(
  'trimHolds',
  `delete from holds where id in (
     select id from holds where person_id = :person_id and kind = 'hold'
     order by created_at desc, id desc offset :remaining::int)`,
)
const releaseSql = sql(
  'release',
  `delete from holds where id = :id and person_id = :person_id
   returning kind, professional_id, lower(during) as starts_at!, upper(during) as ends_at!`,
)
const purgeHoldsSql = sql(
  'purgeHolds',
  `delete from holds where kind = 'hold' and expires_at <= :now::timestamptz returning id`,
)

/**
 * Holds a free slot for a move until the end of the transaction, also against a concurrent change of its calendar.
 */
const holdForMoveSql = sql(
  'holdForMove',
  `with slot as (
     select s.id, s.professional_id, tstzrange(s.starts_at, s.ends_at) as during from slots s
       join professionals p on p.id = s.professional_id and p.active
     where s.id = :slot_id and s.starts_at > :now::timestamptz and ${isOffered}
   ), gone as (
     delete from holds h using slot s
     where h.professional_id = s.professional_id and h.during && s.during and h.expires_at <= :now::timestamptz
       and h.kind = 'hold'
     returning h.id
   )
   insert into holds (slot_id, professional_id, during, person_id, kind, created_at, expires_at)
   select s.id, s.professional_id, s.during, :person_id::int, 'hold', :now::timestamptz, :now::timestamptz from slot s
   where (select count(*) from gone) >= 0
   on conflict do nothing
   returning id`,
)
const releaseAfterMoveSql = sql('releaseAfterMove', 'delete from holds where id = :id')

export const hold = async (db: Queries, slotId: number, personId: number, now: Date, until: Date) =>
  (await db.run(holdSql, { slot_id: slotId, now, person_id: personId, expires_at: until }))[0] ?? null

export const heldBy = async (db: Queries, slotId: number, personId: number, now: Date) =>
  (await db.run(heldBySql, { slot_id: slotId, person_id: personId, now }))[0] ?? null

export const trimHolds = async (db: Queries, personId: number, most: number) => {
  await db.run(trimHoldsSql, { person_id: personId, remaining: most })
}

/** Deletes a hold and returns it; null if the person does not have it. */
export const release = async (tx: Queries, holdId: number, personId: number) =>
  (await tx.run(releaseSql, { id: holdId, person_id: personId }))[0] ?? null

/** Holds a slot for a move by staff. Returns the id of the hold, or null if the slot is not free. */
export const holdForMove = async (tx: Queries, slotId: number, now: Date, staffId: number) =>
  (await tx.run(holdForMoveSql, { slot_id: slotId, now, person_id: staffId }))[0]?.id ?? null

export const releaseAfterMove = async (tx: Queries, holdId: number) => {
  await tx.run(releaseAfterMoveSql, { id: holdId })
}

export const purgeHolds = async (db: Queries, now: Date) => (await db.run(purgeHoldsSql, { now })).length
