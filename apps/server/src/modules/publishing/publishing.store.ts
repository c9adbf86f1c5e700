import type { Day } from '@mi-portal/contract/values/dates'
import type { Database, Queries } from '../../platform/database/database.ts'
import { statement } from '../../platform/database/statement.ts'

type Draft = { readonly data: Record<string, string>; readonly updated_at: Date }

type DraftKey = { readonly person_id: number; readonly kind: string; readonly target: number }

const draft = statement<Draft, DraftKey>(
  'publishing.draft',
  'select data, updated_at from publication_drafts where person_id = :person_id and kind = :kind and target = :target',
)
const storeDraft = statement<
  Draft,
  { person_id: number; kind: string; target: number; data: string; now: Date }
>(
  'publishing.keepDraft',
  `insert into publication_drafts (person_id, kind, target, data, updated_at)
   values (:person_id, :kind, :target, :data::jsonb, :now::timestamptz)
   on conflict (person_id, kind, target) do update set data = excluded.data, updated_at = excluded.updated_at
   returning data, updated_at`,
)
const deleteDraft = statement<never, DraftKey>(
  'publishing.deleteDraft',
  'delete from publication_drafts where person_id = :person_id and kind = :kind and target = :target',
)
const insertImage = statement<
  { id: number },
  { key: string; file_id: number; created_by: number; now: Date }
>(
  'publishing.insertImage',
  `insert into publication_images (key, file_id, created_by, created_at)
   values (:key, :file_id, :created_by, :now::timestamptz) returning id`,
)
const image = statement<{ key: string; media_type: string }, { key: string }>(
  'publishing.image',
  `select f.key, f.media_type from publication_images i join files f on f.id = i.file_id where i.key = :key`,
)

// A single statement sees either a form's draft or its saved publication. Keys are random, so they match no other
// text by chance.
const forgetImages = statement<{ file_id: number }, { before: Date }>(
  'publishing.forgetImages',
  `delete from publication_images i
   where i.created_at < :before::timestamptz
     and not exists (select from ads a where position(i.key in a.image) > 0)
     and not exists (select from prevention_articles p where position(i.key in p.html) > 0)
     and not exists (select from publication_drafts d where position(i.key in d.data::text) > 0)
   returning i.file_id`,
)
const reader = statement<{ date_birth: Day | null; gender_id: number | null }, { id: number }>(
  'publishing.reader',
  'select date_birth, gender_id from people where id = :id',
)

export function createPublishingStore(db: Database) {
  return {
    draft: async (personId: number, kind: string, target: number) =>
      (await db.run(draft, { person_id: personId, kind, target }))[0] ?? null,
    storeDraft: async (
      personId: number,
      kind: string,
      target: number,
      data: Readonly<Record<string, string>>,
      now: Date,
    ) =>
      (await db.run(storeDraft, { person_id: personId, kind, target, data: JSON.stringify(data), now }))[0] ??
      null,
    deleteDraft: async (personId: number, kind: string, target: number) => {
      await db.run(deleteDraft, { person_id: personId, kind, target })
    },
    insertImage: async (tx: Queries, key: string, fileId: number, personId: number, now: Date) =>
      (await tx.run(insertImage, { key, file_id: fileId, created_by: personId, now }))[0]?.id ?? 0,
    image: async (key: string) => (await db.run(image, { key }))[0] ?? null,
    /** Removes images older than `before` that nothing uses; returns their files. */
    forgetImages: async (tx: Queries, before: Date) =>
      (await tx.run(forgetImages, { before })).map(({ file_id }) => file_id),
    /** Returns the data of a person that decide their audience. */
    reader: async (personId: number) => (await db.run(reader, { id: personId }))[0] ?? null,
  }
}

export type PublishingStore = ReturnType<typeof createPublishingStore>
