import { defineSql } from '../../../platform/database/statement.ts'
import { groupLinkTables, type LinkRow, linkColumns } from '../family.sql.ts'
import type { GuardianshipSql } from './guardianship.sql.generated.ts'

const sql = defineSql<GuardianshipSql, Pick<LinkRow, 'state' | 'guardian_proof' | 'member_document_type'>>(
  'guardianship',
)

export const lockLinks = sql('lockLinks')`
  select id from family_links where member_id = :member_id order by id for update`

export const listOtherGuardians = sql('otherGuardians')`
  select ${linkColumns} from ${groupLinkTables}
  where f.member_id = :member_id and f.leader_id <> :leader_id and t.leader_is_guardian
    and is_guardian_of(f, :now::timestamptz) and is_open(l) and (l.date_birth is null or l.date_birth <= :adult_birth::date)
  order by f.id`

export const beginAccess = sql('beginAccess')`
  update family_links set access_from = :access_from::timestamptz, announced_at = :announced_at?::timestamptz, frozen_at = null
  where id = :id`

/** Condition: the person guarded the record when the guardian of the link `f` was announced, or is the adolescent. */
const isConcerned = `f.state = 'approved' and f.announced_at > :announced_since::timestamptz and f.frozen_at is null
   and f.leader_id <> :person_id and m.date_birth > :adult_birth::date and (
     (f.member_id = :person_id and m.date_birth <= :reserve_birth::date)
     or exists (select from family_links o join relationship_types r on r.id = o.relationship_type_id
       where o.leader_id = :person_id and o.member_id = f.member_id and r.leader_is_guardian
         and is_guardian_of(o, :now::timestamptz) and o.access_from <= f.announced_at))`

export const listAnnounced = sql('announced')`
  select ${linkColumns} from ${groupLinkTables} where ${isConcerned} order by f.announced_at desc, f.id desc`

export const findAnnounced = sql('announcedOne')`
  select ${linkColumns} from ${groupLinkTables} where f.id = :id and ${isConcerned} for update of f`

export const agreeToGuardian = sql('agree')`
  update family_links set access_from = least(access_from, :now::timestamptz) where id = :id`

export const freezeLink = sql('freeze')`update family_links set frozen_at = :now::timestamptz where id = :id`

export const findProtection = sql('protection')`
  select p.since, exists (
    select from pending_confirmations w
    where w.kind = 'protection-end' and w.subject_id = p.member_id and is_waiting(w)
  ) as end_waits!
  from protected_minors p where p.member_id = :member_id`

export const insertProtection = sql('protect')`
  insert into protected_minors (member_id, since, set_by) values (:member_id, :now::timestamptz, :set_by)
  on conflict do nothing returning member_id`

export const deleteProtection = sql('endProtection')`
  delete from protected_minors where member_id = :member_id returning member_id`
