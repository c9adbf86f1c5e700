import type { Queries } from '../../platform/database/database.ts'
import { defineSql } from '../../platform/database/statement.ts'
import type { PublishingSql } from './publishing.sql.generated.ts'

const sql = defineSql<PublishingSql, { data: Record<string, string> }>('publishing')

export const draft = sql('draft')`
  select data, updated_at from publication_drafts where person_id = :person_id and kind = :kind and target = :target`
export const storeDraft = sql('keepDraft')`
  insert into publication_drafts (person_id, kind, target, data, updated_at)
  values (:person_id, :kind, :target, :data::jsonb, :now::timestamptz)
  on conflict (person_id, kind, target) do update set data = excluded.data, updated_at = excluded.updated_at
  returning data, updated_at`
export const deleteDraft = sql('deleteDraft')`
  delete from publication_drafts where person_id = :person_id and kind = :kind and target = :target`
const insertImageSql = sql('insertImage')`
  insert into publication_images (key, file_id, created_by, created_at)
  values (:key, :file_id, :created_by, :now::timestamptz) returning id`
export const image = sql('image')`
  select f.key, f.media_type from publication_images i join files f on f.id = i.file_id where i.key = :key`

// A single statement sees either a form's draft or its saved publication. Keys are random, so they match no other
// text by chance.
const forgetImagesSql = sql('forgetImages')`
  delete from publication_images i
  where i.created_at < :before::timestamptz
    and not exists (select from ads a where position(i.key in a.image) > 0)
    and not exists (select from prevention_articles p where position(i.key in p.html) > 0)
    and not exists (select from publication_drafts d where position(i.key in d.data::text) > 0)
  returning i.file_id`
export const reader = sql('reader')`select date_birth, gender_id from people where id = :id`

export const insertImage = async (tx: Queries, key: string, fileId: number, personId: number, now: Date) =>
  (await tx.run(insertImageSql, { key, file_id: fileId, created_by: personId, now }))[0]?.id ?? 0

export const forgetImages = async (tx: Queries, before: Date) =>
  (await tx.run(forgetImagesSql, { before })).map(({ file_id }) => file_id)
