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

export const saveDraft = sql('saveDraft')`
  insert into registration_drafts (id, status, document_type_id, document_number, email, cellphone, created_at, updated_at)
  values (:id, :status, :document_type_id, :document_number, :email, :cellphone, :now::timestamptz, :now::timestamptz)`
export const updateDraft = sql('updateDraft')`
  update registration_drafts set status = :status, document_type_id = :document_type_id,
    document_number = :document_number, email = :email, cellphone = :cellphone, updated_at = :now::timestamptz
  where id = :id returning id`
export const forgetDrafts = sql('forgetDrafts')`
  delete from registration_drafts d using people p
  where p.id = :person_id and d.document_type_id = p.document_type_id and d.document_number = p.document_number`
const purgeDraftsSql = sql('purgeDrafts')`
  delete from registration_drafts where updated_at < :before::timestamptz returning id`

export const purgeDrafts = async (db: Queries, before: Date) =>
  (await db.run(purgeDraftsSql, { before })).length
