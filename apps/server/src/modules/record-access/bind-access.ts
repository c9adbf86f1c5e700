/** Binds credentials to people. Each act that lets a person sign in to a record, or recover it, ends in `bindAccess`. */

import { ApiError } from '@mi-portal/contract/calls/api-error'
import { examTypes } from '@mi-portal/contract/exams/exams'
import type { Context } from '../../platform/context/context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { requestChange } from '../confirmations/request-changes.ts'
import type { Person } from '../people/read-people.ts'

type RecordPerson = Pick<Person, 'id' | 'without_account' | 'deleted_at'>

type AccessRequest = Parameters<typeof requestChange>[2]

/**
 * What proves that a credential belongs to the person of a record. `own-session`: the person is signed in and confirmed the session.
 * `proven-mailbox`: the credential works only with what is mailed to an address that was verified before. `staff`: one member of staff
 * judged the person or the document. Where an identity check proves the person, no staff act, and nothing has to be decided here.
 */
export type AccessProof =
  | { readonly kind: 'own-session' | 'proven-mailbox' }
  | { readonly kind: 'staff'; readonly hasRecord: boolean; readonly request: AccessRequest }

const onlyFirst = { page: 1, limit: 1 }

/** An appointment or an exam, here or in a connected system. A system that does not answer may have one. */
async function hasClinicalData(ctx: Context, patientId: number): Promise<boolean> {
  const reading = { patientId, withoutReserved: false }
  const now = ctx.clock.now()
  try {
    const lists = await Promise.all([
      ctx.ports.archive.upcoming(reading, now, onlyFirst),
      ctx.ports.archive.past(reading, now, onlyFirst),
      ctx.ports.archive.cancelled(reading, onlyFirst),
      ...examTypes.map((type) => ctx.ports.archive.exams(reading, type, onlyFirst)),
    ])
    return (
      lists.some(({ rows }) => rows.length > 0) || (await ctx.ports.archive.heldExams(patientId)).length > 0
    )
  } catch (error) {
    if (error instanceof ApiError) return true
    throw error
  }
}

/** An appointment, an exam, or an account. Asks connected systems, so it is not called inside a transaction. */
export const hasRecord = async (
  ctx: Context,
  { id, without_account, deleted_at }: RecordPerson,
): Promise<boolean> => !without_account || deleted_at !== null || (await hasClinicalData(ctx, id))

/**
 * Binds a credential to a person with `write`, in the caller's transaction. If the judgement of one member of staff would open an
 * existing record, requests the confirmation of a second one instead, whose domain then writes it. Returns whether it was written.
 */
export async function bindAccess(
  ctx: Context,
  tx: Queries,
  proof: AccessProof,
  write: () => Promise<unknown>,
): Promise<boolean> {
  if (proof.kind === 'staff' && proof.hasRecord) {
    await requestChange(ctx, tx, proof.request)
    return false
  }
  await write()
  return true
}
