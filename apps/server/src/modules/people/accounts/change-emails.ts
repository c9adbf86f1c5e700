/** Changes and verifies addresses. Whatever else changes an address clears that it is verified. */
import type { Queries } from '../../../platform/database/database.ts'
import type { Given, Row } from '../../../platform/database/statement.ts'
import * as emailsSql from './emails.sql.ts'

/** An address that waits for the link which was sent to it: a new address, or the present one that is not verified yet. */
type EmailChange = Row<typeof emailsSql.emailChange>

type NewEmailChange = Given<typeof emailsSql.putEmailChange>

export const storePendingEmail = async (tx: Queries, change: NewEmailChange) => {
  const { person_id, email, now } = change
  await tx.run(emailsSql.voidEmailChanges, { person_id, now })
  await tx.run(emailsSql.putEmailChange, change)
  await tx.run(emailsSql.pendEmail, { person_id, email })
}

/** Stores a link that verifies the present address. Earlier links to that address are void. */
export const storeVerification = async (tx: Queries, change: NewEmailChange) => {
  const { person_id, email, now } = change
  await tx.run(emailsSql.voidLinksTo, { person_id, email, now })
  await tx.run(emailsSql.putEmailChange, change)
}

/** Returns the e-mail change of a token, locked until the transaction ends. */
export const findEmailChange = async (tx: Queries, tokenHash: Uint8Array) =>
  (await tx.run(emailsSql.emailChange, { token_hash: tokenHash }))[0] ?? null

export const storeConfirmedEmail = async (tx: Queries, change: EmailChange, now: Date) => {
  await tx.run(emailsSql.consumeEmailChange, { id: change.id, now })
  await tx.run(emailsSql.voidEmailChanges, { person_id: change.person_id, now })
  await tx.run(emailsSql.setEmail, { person_id: change.person_id, email: change.email, now })
}

export const verifyPresentEmail = async (tx: Queries, personId: number, email: string, now: Date) =>
  (await tx.run(emailsSql.verifyPresent, { person_id: personId, email, now })).length > 0

export const recordEmailAnswer = async (tx: Queries, personId: number, now: Date) => {
  await tx.run(emailsSql.noteQuestion, { person_id: personId, now })
}

export const voidEmailChanges = async (tx: Queries, personId: number, now: Date) => {
  await tx.run(emailsSql.voidEmailChanges, { person_id: personId, now })
}

export const forgetEmailChanges = async (tx: Queries, personId: number) => {
  await tx.run(emailsSql.forgetEmailChanges, { person_id: personId })
}

export const deleteEmailChanges = async (queries: Queries, now: Date, gone: Date) => ({
  emailsGivenUp: (await queries.run(emailsSql.clearPending, { now })).length,
  emailChanges: (await queries.run(emailsSql.deleteEmailChanges, { before: gone })).length,
})
