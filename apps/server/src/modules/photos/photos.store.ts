import type { Role } from '@mi-portal/contract/people'
import type { Database, Queries } from '../../platform/database/database.ts'
import { statement } from '../../platform/database/statement.ts'

export type Sight = {
  /** The viewer's role. */
  readonly rol: Role
  readonly linked: boolean
  readonly file_profile: number | null
  readonly file_passport: number | null
  readonly file_passport_patient: number | null
}

type KeptFile = {
  readonly id: number
  readonly key: string
  readonly media_type: string
  readonly encrypted: string | null
}

const sight = statement<Sight, { person_id: number; viewer_id: number }>(
  'photos.sight',
  `select v.rol,
     exists (
       select 1 from family_links f
       where f.state = 'approved' and is_open(p)
         and ((f.leader_id = v.id and f.member_id = p.id) or (f.member_id = v.id and f.leader_id = p.id))
     ) as linked,
     p.image_store_id as file_profile, p.image_store_passport as file_passport,
     p.image_store_passport_patient as file_passport_patient
   from people p, people v where p.id = :person_id and p.deleted_at is null and v.id = :viewer_id`,
)
const byId = statement<KeptFile, { id: number; now: Date }>(
  'photos.byId',
  `select id, key, media_type, encrypted from files
   where id = :id and (delete_after is null or delete_after > :now::timestamptz)`,
)
const dropAt = statement<{ id: number }, { ids: readonly number[]; delete_after: Date }>(
  'photos.dropAt',
  'update files set delete_after = :delete_after::timestamptz where id = any(:ids::int[]) returning id',
)
const due = statement<{ id: number; key: string }, { now: Date }>(
  'photos.due',
  'select id, key from files where delete_after <= :now::timestamptz order by id limit 200',
)
// The same statement adds the key to the unowned files, so that the bytes stay known until they are removed.
const remove = statement<{ key: string }, { id: number; now: Date }>(
  'photos.remove',
  `with gone as (delete from files where id = :id returning key)
   insert into unfinished_files (key, created_at) select key, :now::timestamptz from gone returning key`,
)

/** `forgetPicture` removes an image from the people who have it. */
export function photosStore(db: Database, forgetPicture: (tx: Queries, fileId: number) => Promise<void>) {
  return {
    /**
     * Returns the relation between a viewer and a person, and the person's images; null if the person does not exist or
     * has closed the account.
     */
    sight: async (personId: number, viewerId: number) =>
      (await db.run(sight, { person_id: personId, viewer_id: viewerId }))[0] ?? null,
    byId: async (id: number, now: Date) => (await db.run(byId, { id, now }))[0] ?? null,
    dropAt: async (tx: Queries, ids: readonly number[], at: Date) => {
      await tx.run(dropAt, { ids, delete_after: at })
    },
    due: (now: Date) => db.run(due, { now }),
    /** Removes the row; its bytes then have no owner. */
    remove: (id: number, now: Date) =>
      db.transaction(async (tx) => {
        await forgetPicture(tx, id)
        await tx.run(remove, { id, now })
      }),
  }
}

export type PhotosStore = ReturnType<typeof photosStore>
