import type { DraftStatus } from '@mi-portal/contract/registration'
import type { DocumentTypeId } from '@mi-portal/contract/values/document-number'
import type { Queries } from '../../platform/database/database.ts'
import { defineSql } from '../../platform/database/statement.ts'
import type { RegistrationSql } from './registration.sql.generated.ts'

const sql = defineSql<RegistrationSql>('registration')

export type Draft = {
  readonly status: DraftStatus
  readonly document_type_id: DocumentTypeId
  readonly document_number: string
  readonly email: string
  readonly cellphone: string
}

const saveDraftSql = sql(
  'saveDraft',
  `insert into registration_drafts (id, status, document_type_id, document_number, email, cellphone, created_at, updated_at)
   values (:id, :status, :document_type_id, :document_number, :email, :cellphone, :now::timestamptz, :now::timestamptz)`,
)
const updateDraftSql = sql(
  'updateDraft',
  `update registration_drafts set status = :status, document_type_id = :document_type_id,
     document_number = :document_number, email = :email, cellphone = :cellphone, updated_at = :now::timestamptz
   where id = :id returning id`,
)
const forgetDraftsSql = sql(
  'forgetDrafts',
  `delete from registration_drafts d using people p
   where p.id = :person_id and d.document_type_id = p.document_type_id and d.document_number = p.document_number`,
)
const purgeDraftsSql = sql(
  'purgeDrafts',
  'delete from registration_drafts where updated_at < :before::timestamptz returning id',
)

export const saveDraft = async (db: Queries, id: string, draft: Draft, now: Date) => {
  await db.run(saveDraftSql, { ...draft, id, now })
}

/** Returns false if there is no such draft. */
export const updateDraft = async (db: Queries, id: string, draft: Draft, now: Date) =>
  (await db.run(updateDraftSql, { ...draft, id, now })).length > 0

export const forgetDrafts = async (tx: Queries, personId: number) => {
  await tx.run(forgetDraftsSql, { person_id: personId })
}

export const purgeDrafts = async (db: Queries, before: Date) =>
  (await db.run(purgeDraftsSql, { before })).length
