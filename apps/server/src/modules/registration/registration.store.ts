import type { DraftStatus } from '@mi-portal/contract/registration'
import type { DocumentTypeId } from '@mi-portal/contract/values/document-number'
import type { Database, Queries } from '../../platform/database/database.ts'
import { statement } from '../../platform/database/statement.ts'

export type Draft = {
  readonly status: DraftStatus
  readonly document_type_id: DocumentTypeId
  readonly document_number: string
  readonly email: string
  readonly cellphone: string
}

type SavedDraft = Draft & { readonly id: string; readonly now: Date }

const saveDraft = statement<never, SavedDraft>(
  'registration.saveDraft',
  `insert into registration_drafts (id, status, document_type_id, document_number, email, cellphone, created_at, updated_at)
   values (:id, :status, :document_type_id, :document_number, :email, :cellphone, :now::timestamptz, :now::timestamptz)`,
)
const updateDraft = statement<{ id: string }, SavedDraft>(
  'registration.updateDraft',
  `update registration_drafts set status = :status, document_type_id = :document_type_id,
     document_number = :document_number, email = :email, cellphone = :cellphone, updated_at = :now::timestamptz
   where id = :id returning id`,
)
const forgetDrafts = statement<never, { person_id: number }>(
  'registration.forgetDrafts',
  `delete from registration_drafts d using people p
   where p.id = :person_id and d.document_type_id = p.document_type_id and d.document_number = p.document_number`,
)
const purgeDrafts = statement<{ id: string }, { before: Date }>(
  'registration.purgeDrafts',
  'delete from registration_drafts where updated_at < :before::timestamptz returning id',
)

export function createRegistrationStore(db: Database) {
  return {
    saveDraft: async (id: string, draft: Draft, now: Date) => {
      await db.run(saveDraft, { ...draft, id, now })
    },
    /** Returns false if there is no such draft. */
    updateDraft: async (id: string, draft: Draft, now: Date) =>
      (await db.run(updateDraft, { ...draft, id, now })).length > 0,
    /** Deletes the drafts with a person's document. */
    forgetDrafts: async (tx: Queries, personId: number) => {
      await tx.run(forgetDrafts, { person_id: personId })
    },
    purgeDrafts: async (before: Date) => (await db.run(purgeDrafts, { before })).length,
  }
}

export type RegistrationStore = ReturnType<typeof createRegistrationStore>
