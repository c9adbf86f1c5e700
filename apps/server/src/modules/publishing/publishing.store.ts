import type { Day } from '@mi-portal/contract/values/dates'
import type { Database, Queries } from '../../platform/database/database.ts'
import { statement } from '../../platform/database/statement.ts'

type Draft = { readonly data: Record<string, string>; readonly updated_at: Date }

const draft = statement<Draft>(
  'publishing.draft',
  'select data, updated_at from publication_drafts where person_id = $1 and kind = $2 and target = $3',
)
const keepDraft = statement<Draft>(
  'publishing.keepDraft',
  `insert into publication_drafts (person_id, kind, target, data, updated_at)
   values ($1, $2, $3, $4::jsonb, $5::timestamptz)
   on conflict (person_id, kind, target) do update set data = excluded.data, updated_at = excluded.updated_at
   returning data, updated_at`,
)
const dropDraft = statement<never>(
  'publishing.dropDraft',
  'delete from publication_drafts where person_id = $1 and kind = $2 and target = $3',
)
const insertImage = statement<{ id: number }>(
  'publishing.insertImage',
  `insert into publication_images (key, file_id, created_by, created_at)
   values ($1, $2, $3, $4::timestamptz) returning id`,
)
const image = statement<{ key: string; media_type: string }>(
  'publishing.image',
  `select f.key, f.media_type from publication_images i join files f on f.id = i.file_id where i.key = $1`,
)

// One statement, so that it sees a form's draft or what was saved of it. Keys are random: they are found nowhere by chance.
const forgetImages = statement<{ file_id: number }>(
  'publishing.forgetImages',
  `delete from publication_images i
   where i.created_at < $1::timestamptz
     and not exists (select from ads a where position(i.key in a.image) > 0)
     and not exists (select from prevention_articles p where position(i.key in p.html) > 0)
     and not exists (select from publication_drafts d where position(i.key in d.data::text) > 0)
   returning i.file_id`,
)
const reader = statement<{ date_birth: Day | null; gender_id: number | null }>(
  'publishing.reader',
  'select date_birth, gender_id from people where id = $1',
)

export function publishingStore(db: Database) {
  return {
    draft: async (personId: number, kind: string, target: number) =>
      (await db.run(draft, [personId, kind, target]))[0] ?? null,
    keepDraft: async (
      personId: number,
      kind: string,
      target: number,
      data: Readonly<Record<string, string>>,
      now: Date,
    ) => (await db.run(keepDraft, [personId, kind, target, JSON.stringify(data), now]))[0] ?? null,
    dropDraft: async (personId: number, kind: string, target: number) => {
      await db.run(dropDraft, [personId, kind, target])
    },
    insertImage: async (tx: Queries, key: string, fileId: number, personId: number, now: Date) =>
      (await tx.run(insertImage, [key, fileId, personId, now]))[0]?.id ?? 0,
    image: async (key: string) => (await db.run(image, [key]))[0] ?? null,
    /** Of pictures that are older than that and named by nothing; gives back their files. */
    forgetImages: async (tx: Queries, before: Date) =>
      (await tx.run(forgetImages, [before])).map(({ file_id }) => file_id),
    /** What decides for whom something is meant. */
    reader: async (personId: number) => (await db.run(reader, [personId]))[0] ?? null,
  }
}

export type PublishingStore = ReturnType<typeof publishingStore>
