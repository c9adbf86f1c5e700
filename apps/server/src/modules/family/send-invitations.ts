import { ApiError } from '@mi-portal/contract/calls/api-error'
import { invitationEndpoints } from '@mi-portal/contract/family/invitations'
import { familyRequestEndpoints } from '@mi-portal/contract/family/requests'
import { formatFullName } from '@mi-portal/contract/fields/full-name'
import type { Context } from '../../platform/context/context.ts'
import { operation } from '../../platform/context/operation.ts'
import { findRow, type Queries } from '../../platform/database/database.ts'
import { limits } from '../../platform/security/rate-limiter.ts'
import { hashToken, newToken } from '../../platform/security/tokens.ts'
import { mailPerson } from '../people/mail-person.ts'
import type { Person } from '../people/read-people.ts'
import { requireOpenPatient } from '../people/read-people.ts'
import { groupInvitation } from './family.mails.ts'
import * as familySql from './family.sql.ts'
import { toOwnerName } from './notify-family.ts'

const invitationDays = 30

export async function sendInvitation(
  ctx: Context,
  tx: Queries,
  requestId: number,
  owner: Person,
  invited: Person,
  relationship: string,
): Promise<boolean> {
  if (invited.email === null) return false
  const token = newToken()
  const until = new Date(ctx.clock.now().getTime() + invitationDays * 24 * 3_600_000)
  const stored = { request_id: requestId, token_hash: hashToken(token), expires_at: until }
  if ((await tx.run(familySql.invite, stored)).length === 0) return false
  const mailed = { owner: formatFullName(owner), relationship, token, days: invitationDays }
  await mailPerson(ctx, tx, invited, groupInvitation, mailed, { notAfter: until })
  return true
}

/** Sends the invitation of the caller's pending request again. Throws 409 if no mail can be sent for it. */
export const resendInvitation = operation(familyRequestEndpoints.resend, async (ctx, { params }) => {
  const request = await findRow(ctx.db, familySql.request, { id: params.request_id })
  if (request === null || request.applicant_id !== ctx.actor.id || request.request_status !== 0)
    throw new ApiError('notFound')
  await ctx.rateLimiter.consumeEach([limits.familyInvitation], String(ctx.actor.id))
  await ctx.rateLimiter.consumeEach([limits.familyReminder], String(params.request_id))
  const [owner, invited] = await Promise.all([
    requireOpenPatient(ctx, ctx.actor.id),
    requireOpenPatient(ctx, request.member_id),
  ])
  await ctx.db.transaction(async (tx) => {
    if (!(await sendInvitation(ctx, tx, params.request_id, owner, invited, request.relationship)))
      throw new ApiError('notPossible', { msg: 'No pudimos enviar la invitación a esta persona' })
    await ctx.audit.add(tx, 'family.remind', {
      patientId: invited.id,
      object: `request=${params.request_id}`,
    })
  })
  return {}
})

export const openInvitation = operation(invitationEndpoints.openInvitation, async (ctx, { body }) => {
  const found = await findRow(ctx.db, familySql.invitation, { token_hash: hashToken(body.token) })
  if (found === null) throw new ApiError('notFound')
  if (found.request_status !== 0 || found.expires_at <= ctx.clock.now()) throw new ApiError('invitationOver')
  return {
    request: { id: found.id, applicant_id: found.applicant_id, family_id: found.family_id },
    applicant: toOwnerName(found),
    invited_first_name: found.member_first_name,
    type_relationship: { id: found.relationship_id, name: found.relationship },
    expires_at: found.expires_at,
  }
})
