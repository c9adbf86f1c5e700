/** When the access of guardians begins, who guards a record already, and protection measures. */

import type { Day } from '@mi-portal/contract/values/dates'
import type { Context } from '../../../platform/context/context.ts'
import type { Queries } from '../../../platform/database/database.ts'
import { statement } from '../../../platform/database/statement.ts'
import { groupLinkTables, type LinkRow, linkColumns } from '../family.sql.ts'

/** The birth dates that separate the ages. */
export type Births = { readonly adult: Day; readonly reserve: Day }

const lockLinksSql = statement<{ id: number }, { member_id: number }>(
  'guardianship.lockLinks',
  'select id from family_links where member_id = :member_id order by id for update',
)
const otherGuardians = statement<
  LinkRow,
  { member_id: number; leader_id: number; adult_birth: Day; now: Date }
>(
  'guardianship.otherGuardians',
  `select ${linkColumns} from ${groupLinkTables}
   where f.member_id = :member_id and f.leader_id <> :leader_id and t.leader_is_guardian
     and is_guardian_of(f, :now::timestamptz) and is_open(l) and (l.date_birth is null or l.date_birth <= :adult_birth::date)
   order by f.id`,
)
const beginAccessSql = statement<never, { id: number; access_from: Date; announced_at: Date | null }>(
  'guardianship.beginAccess',
  `update family_links set access_from = :access_from::timestamptz, announced_at = :announced_at::timestamptz, frozen_at = null
   where id = :id`,
)

/** Condition: the person guarded the record when the guardian of the link `f` was announced, or is the adolescent. */
const isConcerned = `f.state = 'approved' and f.announced_at > :announced_since::timestamptz and f.frozen_at is null
   and f.leader_id <> :person_id and m.date_birth > :adult_birth::date and (
     (f.member_id = :person_id and m.date_birth <= :reserve_birth::date)
     or exists (select from family_links o join relationship_types r on r.id = o.relationship_type_id
       where o.leader_id = :person_id and o.member_id = f.member_id and r.leader_is_guardian
         and is_guardian_of(o, :now::timestamptz) and o.access_from <= f.announced_at))`
type Concerned = {
  person_id: number
  announced_since: Date
  adult_birth: Day
  reserve_birth: Day
  now: Date
}
const announced = statement<LinkRow, Concerned>(
  'guardianship.announced',
  `select ${linkColumns} from ${groupLinkTables} where ${isConcerned} order by f.announced_at desc, f.id desc`,
)
const announcedOne = statement<LinkRow, Concerned & { id: number }>(
  'guardianship.announcedOne',
  `select ${linkColumns} from ${groupLinkTables} where f.id = :id and ${isConcerned} for update of f`,
)
const agree = statement<never, { id: number; now: Date }>(
  'guardianship.agree',
  'update family_links set access_from = least(access_from, :now::timestamptz) where id = :id',
)
const freeze = statement<never, { id: number; now: Date }>(
  'guardianship.freeze',
  'update family_links set frozen_at = :now::timestamptz where id = :id',
)

type Protection = { readonly since: Date; readonly end_waits: boolean }

const protection = statement<Protection, { member_id: number }>(
  'guardianship.protection',
  `select p.since, exists (
     select from pending_confirmations w
     where w.kind = 'protection-end' and w.subject_id = p.member_id and is_waiting(w)
   ) as end_waits
   from protected_minors p where p.member_id = :member_id`,
)
const protect = statement<{ member_id: number }, { member_id: number; set_by: number; now: Date }>(
  'guardianship.protect',
  `insert into protected_minors (member_id, since, set_by) values (:member_id, :now::timestamptz, :set_by)
   on conflict do nothing returning member_id`,
)
const endProtectionSql = statement<{ member_id: number }, { member_id: number }>(
  'guardianship.endProtection',
  'delete from protected_minors where member_id = :member_id returning member_id',
)

const concerned = (personId: number, since: Date, births: Births, now: Date) => ({
  person_id: personId,
  announced_since: since,
  adult_birth: births.adult,
  reserve_birth: births.reserve,
  now,
})

export async function lockLinks(tx: Queries, memberId: number) {
  await tx.run(lockLinksSql, { member_id: memberId })
}

/** Returns the links of the guardians who have access to a member's record now, without this one. */
export const listOtherGuardians = (
  tx: Queries,
  { member_id, leader_id }: Pick<LinkRow, 'member_id' | 'leader_id'>,
  births: Births,
  now: Date,
) => tx.run(otherGuardians, { member_id, leader_id, adult_birth: births.adult, now })

export async function beginAccess(tx: Queries, id: number, from: Date, announcedAt: Date | null) {
  await tx.run(beginAccessSql, { id, access_from: from, announced_at: announcedAt })
}

/** Returns the guardians to whom a person may agree or object. */
export const listAnnounced = (ctx: Context, personId: number, since: Date, births: Births, now: Date) =>
  ctx.db.run(announced, concerned(personId, since, births, now))

/** Returns one of them, locked until the transaction ends; null if there is no such guardian, or not any more. */
export const findAnnouncedLink = async (
  tx: Queries,
  id: number,
  personId: number,
  since: Date,
  births: Births,
  now: Date,
) => (await tx.run(announcedOne, { ...concerned(personId, since, births, now), id }))[0] ?? null

export async function storeAgreement(tx: Queries, id: number, now: Date) {
  await tx.run(agree, { id, now })
}

export async function storeFreeze(tx: Queries, id: number, now: Date) {
  await tx.run(freeze, { id, now })
}

/** Returns the protection measure of a minor, or null. */
export const findProtection = async (ctx: Context, memberId: number, queries: Queries = ctx.db) =>
  (await queries.run(protection, { member_id: memberId }))[0] ?? null

/** Returns false if there is a protection measure already. */
export const storeProtection = async (tx: Queries, memberId: number, by: number, now: Date) =>
  (await tx.run(protect, { member_id: memberId, set_by: by, now })).length > 0

/** Returns false if there is no protection measure. */
export const endProtection = async (tx: Queries, memberId: number) =>
  (await tx.run(endProtectionSql, { member_id: memberId })).length > 0
