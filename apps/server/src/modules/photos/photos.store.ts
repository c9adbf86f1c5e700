import type { Role } from '@mi-portal/contract/people'
import type { Database, Queries } from '../../platform/database/database.ts'
import { statement } from '../../platform/database/statement.ts'

export type Sight = {
  /** Of the viewer. */
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

const sight = statement<Sight>(
  'photos.sight',
  `select v.rol,
     exists (
       select 1 from family_links f
       where f.state = 'approved' and p.status = 1
         and ((f.leader_id = v.id and f.member_id = p.id) or (f.member_id = v.id and f.leader_id = p.id))
     ) as linked,
     p.image_store_id as file_profile, p.image_store_passport as file_passport,
     p.image_store_passport_patient as file_passport_patient
   from people p, people v where p.id = $1 and p.deleted_at is null and v.id = $2`,
)
const byId = statement<KeptFile>(
  'photos.byId',
  'select id, key, media_type, encrypted from files where id = $1 and (delete_after is null or delete_after > $2::timestamptz)',
)
const dropAt = statement<{ id: number }>(
  'photos.dropAt',
  'update files set delete_after = $2::timestamptz where id = any($1::int[]) returning id',
)
const due = statement<{ id: number; key: string }>(
  'photos.due',
  'select id, key from files where delete_after <= $1::timestamptz order by id limit 200',
)
const forgetOnPeople = statement<never>(
  'photos.forgetOnPeople',
  `update people set
     image_store_id = nullif(image_store_id, $1::int),
     image_store_passport = nullif(image_store_passport, $1::int),
     image_store_passport_patient = nullif(image_store_passport_patient, $1::int)
   where image_store_id = $1 or image_store_passport = $1 or image_store_passport_patient = $1`,
)
const remove = statement<{ id: number }>('photos.remove', 'delete from files where id = $1 returning id')

export function photosStore(db: Database) {
  return {
    /** What joins a viewer to a person, and the person's pictures; null where there is no such person. */
    sight: async (personId: number, viewerId: number) =>
      (await db.run(sight, [personId, viewerId]))[0] ?? null,
    byId: async (id: number, now: Date) => (await db.run(byId, [id, now]))[0] ?? null,
    dropAt: async (tx: Queries, ids: readonly number[], at: Date) => {
      await tx.run(dropAt, [ids, at])
    },
    due: (now: Date) => db.run(due, [now]),
    remove: (id: number) =>
      db.transaction(async (tx) => {
        await tx.run(forgetOnPeople, [id])
        await tx.run(remove, [id])
      }),
  }
}

export type PhotosStore = ReturnType<typeof photosStore>
