import type { Queries } from '../../platform/database/database.ts'
import { defineSql, type Row } from '../../platform/database/statement.ts'
import type { PhotosSql } from './photos.sql.generated.ts'

const sql = defineSql<PhotosSql, { rol: 'STANDART_ROLE' | 'ADMIN_ROLE' | 'SUPER_ADMIN_ROLE' }>('photos')

export type PhotoAccess = Row<typeof findAccess>

/**
 * Returns the relation between a viewer and a person, and the person's images, or those of an application that waits; null if
 * the person does not exist or has closed the account.
 */
export const findAccess = sql('sight')`
  select v.rol as rol!,
    exists (
      select 1 from family_links f
      where f.state = 'approved' and is_open(p)
        and ((f.leader_id = v.id and f.member_id = p.id) or (f.member_id = v.id and f.leader_id = p.id))
    ) as linked!,
    case when a.person_id is null then p.image_store_id else a.image_store_id end as file_profile,
    case when a.person_id is null then p.image_store_passport else a.image_store_passport end as file_passport,
    case when a.person_id is null then p.image_store_passport_patient
      else a.image_store_passport_patient end as file_passport_patient,
    a.image_store_selfie as file_selfie
  from people p left join registration_applications a on a.person_id = p.id and p.status = 3, people v
  where p.id = :person_id and p.deleted_at is null and v.id = :viewer_id`
export const byId = sql('byId')`
  select id, key, media_type, encrypted from files
  where id = :id and (delete_after is null or delete_after > :now::timestamptz)`
export const due = sql('due')`
  select id, key from files where delete_after <= :now::timestamptz order by id limit 200`
const opened = sql('opened')`
  select distinct object as kind from audit_events
  where action = 'photos.open' and patient_id = :person_id and actor_id = :viewer_id and at >= :since::timestamptz
    and object is not null`

export const listOpened = async (db: Queries, personId: number, viewerId: number, since: Date) =>
  (await db.run(opened, { person_id: personId, viewer_id: viewerId, since })).map(({ kind }) => kind)
