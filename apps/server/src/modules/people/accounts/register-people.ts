import type { PersonalData } from '@mi-portal/contract/fields/person-fields'
import type { Queries } from '../../../platform/database/database.ts'
import type { Given } from '../../../platform/database/statement.ts'
import { forgetEmailChanges } from './change-emails.ts'
import type { Document, Names, OwnPhotos } from './columns.sql.ts'
import * as registrationsSql from './registrations.sql.ts'

export type NewPatient = Document &
  PersonalData &
  OwnPhotos & {
    readonly email: string
    readonly status: number
    readonly opened_as_minor: boolean
    readonly opened_as_child: boolean
    readonly password_hash: string
    readonly names_proven: boolean
  }

type Applicant = Document & Names

type Approved = Omit<Given<typeof registrationsSql.applyApplication>, 'id'>

type Denied = Omit<Given<typeof registrationsSql.stopWaiting>, 'now'>

export const insertPatient = async (tx: Queries, person: NewPatient, now: Date) =>
  (await tx.run(registrationsSql.insertPatient, { ...person, now }))[0]?.id ?? null

export const reopenAccount = async (
  tx: Queries,
  person: NewPatient,
  now: Date,
  births: { readonly adult: string; readonly reserve: string },
) => {
  const { adult: adult_birth, reserve: reserve_birth } = births
  const [row] = await tx.run(registrationsSql.reopen, { ...person, now, adult_birth, reserve_birth })
  if (row === undefined) return null
  // The former holder could take the account back with one of them.
  await forgetEmailChanges(tx, row.id)
  return row.id
}

/**
 * Adds a person who waits for the decision about an application, with the names that the application has. Returns null if the
 * document is known already, also by a concurrent call. Staff have to decide until `dueAt`.
 */
export const insertApplicant = async (tx: Queries, applicant: Applicant, now: Date, dueAt: Date) =>
  (await tx.run(registrationsSql.insertApplicant, { ...applicant, now, due_at: dueAt }))[0]?.id ?? null

export const markWaiting = async (tx: Queries, id: number, status: number, now: Date, dueAt: Date) =>
  (await tx.run(registrationsSql.startWaiting, { id, status, now, due_at: dueAt }))[0]?.id ?? null

export const writeApplication = async (tx: Queries, id: number, approved: Approved) => {
  if ((await tx.run(registrationsSql.applyApplication, { ...approved, id })).length === 0) return false
  // The former holder could take the account back with one of them.
  await forgetEmailChanges(tx, id)
  return true
}

export const stopWaiting = async (tx: Queries, denied: Denied, now: Date) => {
  await tx.run(registrationsSql.stopWaiting, { ...denied, now })
}

export const lockWaitingPerson = async (tx: Queries, id: number) =>
  (await tx.run(registrationsSql.lockWaiting, { id })).length > 0

export const completePassportCountry = async (tx: Queries, id: number, country: string) => {
  await tx.run(registrationsSql.completeCountry, { id, document_country: country })
}

export const endWaiting = async (
  tx: Queries,
  id: number,
  status: number,
  statusPassport: boolean,
  now: Date,
) => (await tx.run(registrationsSql.decide, { id, status, status_passport: statusPassport, now })).length > 0
