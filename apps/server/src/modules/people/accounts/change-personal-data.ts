import type { Identity, PersonalData } from '@mi-portal/contract/fields/person-fields'
import type { Queries } from '../../../platform/database/database.ts'
import type { Given } from '../../../platform/database/statement.ts'
import { forgetEmailChanges, voidEmailChanges } from './change-emails.ts'
import type { Document, Names } from './columns.sql.ts'
import * as dataSql from './personal-data.sql.ts'

export type AccountData = Document & PersonalData & { readonly email: string }

/** `recovery_held_until`: until when a new e-mail address takes no temporary password. Of no effect if the address stays. */
type AccountEdit = Omit<Given<typeof dataSql.editAccount>, 'id' | 'updated_at'>

export type KnownPatient = Names & { readonly date_birth: string | null; readonly gender_id: number | null }

/** What staff write down of a patient without an account. The address is for contact alone: nothing is recovered by it. */
export type RecordData = Document &
  Names & { readonly date_birth: string; readonly phone: string | null; readonly email: string | null }

export const insertAccount = async (tx: Queries, account: Given<typeof dataSql.insertAccount>) =>
  (await tx.run(dataSql.insertAccount, account))[0]?.id ?? null

export const insertSuperAdmin = async (tx: Queries, account: Given<typeof dataSql.insertSuperAdmin>) =>
  (await tx.run(dataSql.insertSuperAdmin, account))[0]?.id ?? null

export const hasSuperAdmin = async (queries: Queries) =>
  (await queries.run(dataSql.hasSuperAdmin, {}))[0]?.exists === true

/** A null `photo` keeps the image. Returns the id of the replaced image or null in `replaced`; null if the account is closed. */
export const editOwnData = async (
  tx: Queries,
  personId: number,
  data: PersonalData,
  photo: number | null,
  now: Date,
) => (await tx.run(dataSql.editOwn, { ...data, person_id: personId, image_store_id: photo, now }))[0] ?? null

export const editAccount = async (
  tx: Queries,
  before: { readonly id: number; readonly updated_at: Date; readonly email: string | null },
  after: AccountEdit,
) => {
  const { id, updated_at } = before
  if ((await tx.run(dataSql.editAccount, { ...after, id, updated_at })).length === 0) return false
  if (after.email !== before.email) await voidEmailChanges(tx, id, after.now)
  return true
}

export const replaceEmail = async (
  tx: Queries,
  id: number,
  former: string | null,
  after: { readonly email: string; readonly recovery_held_until: Date },
  now: Date,
) => {
  if ((await tx.run(dataSql.replaceEmail, { ...after, id, former, now })).length === 0) return false
  await voidEmailChanges(tx, id, now)
  return true
}

/** Returns false if the person no longer has the former identity. Null in `opened_as_minor` and `opened_as_child` keeps the present values. */
export const changePersonIdentity = async (
  tx: Queries,
  id: number,
  former: Identity,
  after: Identity & {
    readonly opened_as_minor: boolean | null
    readonly opened_as_child: boolean | null
  },
  now: Date,
) => {
  const formerIdentity = {
    former_document_type_id: former.document_type_id,
    former_document_number: former.document_number,
    former_document_country: former.document_country,
    former_first_name: former.first_name,
    former_last_name: former.last_name,
    former_second_name: former.second_name,
    former_gender_id: former.gender_id,
    former_date_birth: former.date_birth,
  }
  return (await tx.run(dataSql.changeIdentity, { ...after, ...formerIdentity, id, now })).length > 0
}

export const markPassportSeen = async (tx: Queries, id: number) => {
  await tx.run(dataSql.markPassportSeen, { id })
}

export const eraseAccount = async (tx: Queries, personId: number, now: Date) => {
  const [closed] = await tx.run(dataSql.close, { person_id: personId, now })
  if (!closed) return null
  await forgetEmailChanges(tx, personId)
  return closed.pictures
}

export const addKnownPatient = async (tx: Queries, document: Document, patient: KnownPatient, now: Date) =>
  (await tx.run(dataSql.addKnown, { ...patient, ...document, now }))[0]?.id ?? null

export const addPatientRecord = async (tx: Queries, record: RecordData, now: Date) =>
  (await tx.run(dataSql.addRecord, { ...record, now }))[0]?.id ?? null

/** Changes a patient whom another system added. A person with an account keeps their own data, and a known country of a passport stays. */
export const changeKnownPatient = async (
  tx: Queries,
  id: number,
  patient: KnownPatient & Pick<Document, 'document_country'>,
  now: Date,
) => {
  await tx.run(dataSql.changeKnown, { ...patient, id, now })
}

export const removePhoto = async (tx: Queries, fileId: number) => {
  await tx.run(dataSql.forgetPhoto, { file_id: fileId })
}
