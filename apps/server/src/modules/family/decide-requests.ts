import { isStaff } from '@mi-portal/contract/permissions/roles'
/** Decides requests to join a family group, each once. Staff accept one in place of the invited person only with a second member of staff. */

import { ApiError } from '@mi-portal/contract/calls/api-error'
import {
  acceptanceReasons,
  decisionReasons,
  familyRequestEndpoints,
  requestStatus,
  type StaffDecision,
  seenDocuments,
  seenEvidence,
} from '@mi-portal/contract/family/requests'
import * as z from 'zod/mini'
import { toAuditActor } from '../../platform/audit.ts'
import type { ActorContext, Context } from '../../platform/context/context.ts'
import type { ConfirmedChange } from '../../platform/context/events.ts'
import { operation } from '../../platform/context/operation.ts'
import { findRow, type Queries } from '../../platform/database/database.ts'
import { changedSinceRequest, describeRequester } from '../confirmations/confirmations.rules.ts'
import { requestChange } from '../confirmations/request-changes.ts'
import { markRequestDecided } from '../notifications/notify-person.ts'
import { findPerson, isPersonMinor } from '../people/read-people.ts'
import { requestDecided } from './family.mails.ts'
import { classifyDecision, type RequestIds } from './family.rules.ts'
import type { RequestRow } from './family.sql.ts'
import * as familySql from './family.sql.ts'
import { beginAnnouncement } from './guardianship/announce-guardians.ts'
import { findProtection, lockLinks } from './guardianship/guardianship.sql.ts'
import { mailBoth, notifyFamilyMember, toPair } from './notify-family.ts'
import { signLanding } from './sign-landings.ts'

/** What is stored of a request that staff accept until another member of staff confirms it. Earlier ones have no reason. */
const acceptedRequest = z.object({
  request_id: z.int(),
  reason: z.optional(z.enum(Object.keys(acceptanceReasons) as [keyof typeof acceptanceReasons])),
  evidence: z.optional(z.enum(Object.keys(seenDocuments) as [keyof typeof seenDocuments])),
})

type Decider = Pick<ConfirmedChange, 'actor' | 'origin'> &
  Partial<Pick<ConfirmedChange, 'requester'>> & { readonly decision: StaffDecision | null }

function createLanding(ctx: Context, request: RequestRow, approves: boolean): string {
  const { owner } = toPair(request)
  const address = {
    decision: approves ? ('accepted' as const) : ('rejected' as const),
    document_type: String(request.member_document_type),
    document_number: request.member_document,
    name: owner.name.slice(0, 60).trim(),
  }
  const path = [address.decision, address.document_type, address.document_number, address.name]
  const s = signLanding(ctx, address)
  return `/${path.map(encodeURIComponent).join('/')}?s=${encodeURIComponent(s)}`
}

async function notifyDecision(
  ctx: Context,
  tx: Queries,
  request: RequestRow,
  approves: boolean,
  byStaff: boolean,
) {
  const { owner, member } = toPair(request)
  await mailBoth(
    ctx,
    tx,
    { owner, member },
    requestDecided,
    (recipient) => ({ ...recipient, approved: approves, byStaff }),
    { isSecurity: byStaff },
  )
  const verb = approves ? 'aceptó' : 'rechazó'
  const team = `El equipo de ${ctx.branding.brand}`
  await notifyFamilyMember(
    ctx,
    tx,
    owner,
    byStaff
      ? `${team} ${verb} tu solicitud para agregar a ${member.name} a tu grupo familiar`
      : `${member.name} ${verb} tu solicitud para integrar tu grupo familiar`,
    request.id,
  )
  // Members who decided themselves read the outcome where they decided, and in the mail.
  if (!byStaff) return
  await notifyFamilyMember(
    ctx,
    tx,
    member,
    `${team} ${verb} la solicitud de ${owner.name} para agregarte a su grupo familiar`,
    request.id,
  )
}

async function rejectProtected(ctx: Context, tx: Queries, { member_id }: RequestRow): Promise<void> {
  if ((await tx.run(findProtection, { member_id })).length === 0) return
  const member = await findPerson(ctx, member_id)
  if (member !== null && isPersonMinor(ctx, member)) throw new ApiError('additionNotPossible')
}

async function requestAcceptance(
  ctx: ActorContext,
  tx: Queries,
  request: RequestRow,
  { reason, evidence }: StaffDecision,
) {
  const { owner } = toPair(request)
  const payload = { request_id: request.id, reason, evidence }
  const after = `Grupo de ${owner.name} (esta persona es: ${request.relationship}). ${decisionReasons[reason]}. Documento visto: ${seenEvidence[evidence]}`
  await requestChange(ctx, tx, {
    kind: 'family-acceptance',
    subjectId: request.member_id,
    target: request.id,
    payload,
    changes: [{ field: 'family', before: null, after }],
    actor: ctx.actor,
    origin: ctx.origin,
  })
}

async function applyDecision(
  ctx: Context,
  tx: Queries,
  request: RequestRow,
  approves: boolean,
  { actor, requester, origin, decision }: Decider,
): Promise<void> {
  await tx.run(lockLinks, { member_id: request.member_id })
  if (!(await familySql.decide(tx, request.family_id, approves, actor.id, ctx.clock.now(), decision)))
    throw new ApiError('decidedAlready')
  await ctx.auditLog.add(tx, {
    ...toAuditActor(actor, origin),
    action: approves ? 'family.accept' : 'family.reject',
    patientId: request.member_id,
    object: `request=${request.id} leader=${request.leader_id}`,
    detail: { ...describeRequester(requester), ...decision },
  })
  await markRequestDecided(ctx, tx, request.id)
  await notifyDecision(ctx, tx, request, approves, isStaff(actor))
  if (approves) await beginAnnouncement(ctx, tx, request.family_id, actor.id)
}

/**
 * Decides a request once, or, as staff who accept, requests that another member of staff does. Throws 404 if the caller may not decide it and 409 if it is decided already. `waited` is
 * how many milliseconds the call has taken so far.
 */
async function decideRequest(
  ctx: ActorContext,
  ids: RequestIds,
  approves: boolean,
  waited: number,
  decision: StaffDecision | null = null,
) {
  const staff = isStaff(ctx.actor)
  const arrivedAt = new Date(ctx.clock.now().getTime() - waited)
  const request = await findRow(ctx.db, familySql.request, { id: ids.request_id })
  const meets = classifyDecision(request, ids, { id: ctx.actor.id, isStaff: staff, arrivedAt }, approves)
  if (request === null || meets === 'absent') throw new ApiError('notFound')
  const landing = createLanding(ctx, request, approves)
  if (meets === 'repeated') return { landing }
  if (meets === 'decided') throw new ApiError('decidedAlready')
  await ctx.db.transaction(async (tx) => {
    if (approves) await rejectProtected(ctx, tx, request)
    if (approves && decision !== null) await requestAcceptance(ctx, tx, request, decision)
    else await applyDecision(ctx, tx, request, approves, { actor: ctx.actor, origin: ctx.origin, decision })
  })
  return { landing }
}

export const acceptRequest = operation(familyRequestEndpoints.accept, (ctx, { params, reply }) =>
  decideRequest(ctx, params, true, reply.elapsedTime),
)

export const rejectRequest = operation(familyRequestEndpoints.reject, (ctx, { params, reply }) =>
  decideRequest(ctx, params, false, reply.elapsedTime),
)

export const acceptRequestAsStaff = operation(
  familyRequestEndpoints.staffAccept,
  async (ctx, { params, query, reply }) => {
    await decideRequest(ctx, params, true, reply.elapsedTime, query)
    return {}
  },
)

export const rejectRequestAsStaff = operation(
  familyRequestEndpoints.staffReject,
  async (ctx, { params, query, reply }) => {
    await decideRequest(ctx, params, false, reply.elapsedTime, query)
    return {}
  },
)

export function acceptConfirmedRequests(ctx: Context): void {
  ctx.events.changeConfirmed.on(async (tx, { kind, payload, ...change }) => {
    if (kind !== 'family-acceptance') return
    const { request_id, reason, evidence } = acceptedRequest.parse(payload)
    const request = await findRow(ctx.db, familySql.request, { id: request_id })
    if (request === null || request.request_status !== requestStatus.pending)
      throw changedSinceRequest('Esta solicitud ya fue resuelta')
    await rejectProtected(ctx, tx, request)
    const decision = reason && evidence ? { reason, evidence } : null
    await applyDecision(ctx, tx, request, true, { ...change, decision })
  })
}
