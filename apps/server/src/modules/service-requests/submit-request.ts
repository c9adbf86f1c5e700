import type { Matter } from '@mi-portal/contract/service-requests/inbox'
import type { ActorContext } from '../../platform/context/context.ts'
import { type AuthorizedPatient, getAuditRole } from '../../platform/http/actor.ts'
import { addNotNotified } from '../../platform/notified.ts'
import { limits } from '../../platform/security/rate-limiter.ts'
import { authorizePatient } from '../family/patient-access.ts'
import { wantsMail } from '../notifications/notify-person.ts'
import { findPerson } from '../people/read-people.ts'
import { type CreatedRequest, createRequest, type NewRequest } from './create-request.ts'
import { requestReceived } from './service-requests.mails.ts'
import { descriptions, hasLegalTerm } from './service-requests.rules.ts'

export const perDay = {
  documents: limits.documentRequest,
  budgets: limits.budgetRequest,
  contact: limits.contactRequest,
  imaging: limits.contactRequest,
  complaints: limits.contactRequest,
  privacy: limits.dataRequest,
} as const

export function authorizeRequest(ctx: ActorContext, matter: Matter, patientId: number | null | undefined) {
  const { recordMatter, action } = descriptions[matter]
  const claim = { patientId: patientId ?? ctx.actor.id, matter: recordMatter, action, object: null }
  return authorizePatient(ctx, { ...claim, staffToo: false })
}

type Submission = Omit<NewRequest, 'requester_id' | 'patient_id'> & {
  readonly action?: string
  readonly patient: AuthorizedPatient<'requests'>
}

export async function submitRequest(
  ctx: ActorContext,
  { patient, action, ...submission }: Submission,
): Promise<CreatedRequest> {
  const { db, actor, audit, mail, rateLimiter } = ctx
  const { matter, files = [] } = submission
  await rateLimiter.consumeEach([perDay[matter]], String(actor.id))
  const requester = await findPerson(ctx, actor.id)
  return db.transaction(async (tx) => {
    const wanted = { ...submission, requester_id: actor.id, patient_id: patient.id }
    const request = await createRequest(ctx, tx, wanted)
    await audit.add(tx, action ?? descriptions[matter].action, {
      actorRole: getAuditRole(actor, patient),
      patientId: patient.id,
      object: `${matter}=${request.id}`,
      detail: { files: files.length },
    })
    // The receipt names the way of the answer, so it takes the same.
    const isWanted = hasLegalTerm(matter) || (await wantsMail(ctx, tx, actor.id, 'answers'))
    if (requester?.email && isWanted)
      await mail.queue(tx, requestReceived, {
        recipient: requester.email,
        person_id: requester.id,
        data: { first_name: requester.greeting_name, ...request },
      })
    else addNotNotified(actor.id, isWanted ? 'no_address' : 'channel_off')
    return request
  })
}
