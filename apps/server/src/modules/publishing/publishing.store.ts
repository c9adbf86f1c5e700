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
  }
}

export type PublishingStore = ReturnType<typeof publishingStore>
