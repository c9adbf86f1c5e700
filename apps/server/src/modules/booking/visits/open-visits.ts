/** Tokens of the scheduling service: of a session, of staff who book for a patient, and of patients of partner portals. */

import { schedulingTokenEndpoints } from '@mi-portal/contract/booking/scheduling-token'
import { ApiError } from '@mi-portal/contract/calls/api-error'
import { accountStatus } from '@mi-portal/contract/people'
import { isStaff } from '@mi-portal/contract/permissions/roles'
import type { DocumentTypeId } from '@mi-portal/contract/values/document-number'
import type { ActorContext, CallContext, Context } from '../../../platform/context/context.ts'
import { operation } from '../../../platform/context/operation.ts'
import { findRow } from '../../../platform/database/database.ts'
import type { Actor } from '../../../platform/http/actor.ts'
import { createAssertionVerifier } from '../../../platform/security/assertion.ts'
import { createBearer } from '../../../platform/security/bearer.ts'
import type { Person } from '../../people/read-people.ts'
import { findPerson, findPersonByDocument, getOutgrownStep, isPersonMinor } from '../../people/read-people.ts'
import { openSessionById } from '../../session/use-sessions.ts'
import { findBookability, insertUse } from './visits.sql.ts'

const createTokens = ({ config, clock }: Context) => createBearer(config.secrets, clock)

function admitVisitor(ctx: Context, person: Person | null): Person | null {
  const isPatient = person !== null && !isStaff(person) && person.deleted_at === null
  return isPatient &&
    person.status === accountStatus.enabled &&
    person.locked_at === null &&
    getOutgrownStep(ctx, person) === null
    ? person
    : null
}

export function toSessionlessActor(ctx: Context, person: Person): Actor {
  return {
    id: person.id,
    rol: person.rol,
    documentType: person.document_type_id,
    permissions: [],
    sites: null,
    isMinor: isPersonMinor(ctx, person),
    sessionId: 0,
    temporaryKey: false,
    lacksFactor: false,
    lacksConsent: false,
    isConfirmed: false,
  }
}

/** Opens a patient for a member of staff who books for them. Throws 404 for anyone else, and 409 with the reason if the patient cannot be booked for. */
async function openPatient({ audit, db, ports }: ActorContext, patientId: number): Promise<void> {
  // Staff book in the portal's own calendars alone.
  const found = ports.remoteScheduling === null ? await findRow(db, findBookability, { id: patientId }) : null
  if (!found?.is_patient) throw new ApiError('notFound')
  await audit.record('booking.open', { patientId, outcome: found.can_book ? 'done' : 'refused' })
  if (found.can_book) return
  if (found.is_deceased) throw new ApiError('patientDeceased')
  throw new ApiError(found.is_waiting ? 'patientAwaitsValidation' : 'patientBlocked')
}

export const createSchedulingToken = operation(schedulingTokenEndpoints.token, async (ctx, { query }) => {
  const { actor, inMemory } = ctx
  const { patient_id } = query
  const bearer = inMemory(createTokens)
  const isPatient = !isStaff(actor)
  if (isPatient && patient_id === undefined) return bearer.make(actor.sessionId)
  if (isPatient || patient_id === undefined) throw new ApiError('forbidden')
  await openPatient(ctx, patient_id)
  return bearer.makeStaff(actor.sessionId, patient_id)
})

const recordVisit = (
  { audit }: CallContext,
  portal: string,
  patientId: number | null,
  rejected: string | null,
) =>
  audit.record('visits.open', {
    actorRole: 'service',
    patientId,
    outcome: rejected === null ? 'done' : 'refused',
    detail: { portal, ...(rejected === null ? {} : { rejected }) },
  })

/**
 * Gives a visitor's token to the patient for whom a partner portal vouches. An assertion that a partner signed leaves an
 * audit entry, whether it is accepted or rejected; one that no partner signed leaves a line of the security log alone.
 * Rejects with 401 an invalid or used assertion, with 404 an unknown patient and any visit where there are no partners.
 */
export const openVisit = operation(schedulingTokenEndpoints.visit, async (ctx, { body }) => {
  const { clock, config, db } = ctx
  const { partners } = config.scheduling
  if (partners.size === 0) throw new ApiError('notFound')
  const checked = await createAssertionVerifier(partners, config.publicUrl, clock).check(body.assertion)
  if (checked.rejected !== null) {
    if (checked.issuer !== null) await recordVisit(ctx, checked.issuer, null, checked.rejected)
    throw new ApiError('noSession')
  }
  const { issuer, jti, expiresAt, document_type_id, document_number, document_country } = checked
  if ((await findRow(db, insertUse, { issuer, jti, expires_at: expiresAt })) === null) {
    await recordVisit(ctx, issuer, null, 'used')
    throw new ApiError('noSession')
  }
  const typeId = document_type_id as DocumentTypeId
  const found = await findPersonByDocument(ctx, typeId, document_number, document_country)
  const person = admitVisitor(ctx, found)
  await recordVisit(ctx, issuer, person?.id ?? null, person === null ? 'patient' : null)
  if (person === null) throw new ApiError('notFound')
  return { ...ctx.inMemory(createTokens).makeVisitor(person.id), patient_id: person.id }
})

/** Finds the patient of a token of the scheduling service, or the member of staff who books for one. Throws 401 for any other. */
export async function openBearer(ctx: Context, token: string | undefined): Promise<Actor> {
  const { config, inMemory } = ctx
  const bearer = inMemory(createTokens)
  const staff = bearer.openStaff(token)
  if (staff !== null) return openSessionById(ctx, staff.sessionId, staff.patientId)
  const visitorId = config.scheduling.partners.size === 0 ? null : bearer.openVisitor(token)
  const visitor = visitorId === null ? null : admitVisitor(ctx, await findPerson(ctx, visitorId))
  if (visitor !== null) return { ...toSessionlessActor(ctx, visitor), visiting: true }
  return openSessionById(ctx, bearer.open(token))
}
