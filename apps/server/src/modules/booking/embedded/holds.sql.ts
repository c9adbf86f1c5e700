import { defineSql } from '../../../platform/database/statement.ts'
import { isOffered } from './availability.sql.ts'
import type { HoldsSql } from './holds.sql.generated.ts'

const sql = defineSql<HoldsSql, { kind: 'hold' | 'offer' }>('booking')

/** Deletes expired holds first; `gone` is read for that. Returns no row if a concurrent request was faster. */
export const insertHold = sql('hold')`
  with slot as (
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
  returning id, expires_at`
export const findOwnHold = sql('heldBy')`
  select id, expires_at from holds where slot_id = :slot_id and person_id = :person_id and expires_at > :now::timestamptz`
export const trimHolds = sql('trimHolds')`
  delete from holds where id in (
    select id from holds where person_id = :person_id and kind = 'hold'
    order by created_at desc, id desc offset :remaining::int)`
export const deleteHold = sql('release')`
  delete from holds where id = :id and person_id = :person_id
  returning kind, professional_id, lower(during) as starts_at!, upper(during) as ends_at!`
export const purgeHolds = sql('purgeHolds')`
  delete from holds where kind = 'hold' and expires_at <= :now::timestamptz returning id`

/** Holds a free slot for a move until the end of the transaction, also against a concurrent change of its calendar. */
export const insertHoldForMove = sql('holdForMove')`
  with slot as (
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
  returning id`
export const deleteHoldAfterMove = sql('releaseAfterMove')`delete from holds where id = :id`
