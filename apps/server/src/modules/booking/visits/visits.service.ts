/** Lets patients of partner portals book in the calendars of this portal, where they have an account here. */

import { ApiError } from '@mi-portal/contract/api-error'
import { accountStatus } from '@mi-portal/contract/people'
import type { DocumentTypeId } from '@mi-portal/contract/values/document-number'
import type { Audit } from '../../../platform/audit.ts'
import type { Context } from '../../../platform/context/context.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { Actor, Origin } from '../../../platform/http/actor.ts'
import type { AssertionVerifier } from '../../../platform/security/assertion.ts'
import type { Bearer } from '../../../platform/security/bearer.ts'
import type { Person } from '../../people/people.service.ts'
import {
  findPerson,
  findPersonByDocument,
  getOutgrownStep,
  isPersonMinor,
} from '../../people/people.service.ts'
import * as visitsSql from './visits.sql.ts'

type VisitsDependencies = {
  readonly ctx: Context
  readonly bearer: Bearer
  /** Null where no partner portal books here. */
  readonly assertions: AssertionVerifier | null
  readonly db: Database
  readonly audit: Audit
  /** Whether the calendars are the portal's own: staff book in no external one. */
  readonly ownCalendars: boolean
}

export function createVisitsService({
  ctx,
  bearer,
  assertions,
  db,
  audit,
  ownCalendars,
}: VisitsDependencies) {
  /** Returns the person when they may visit: a patient with an enabled account. */
  function visitorOf(person: Person | null) {
    const isPatient = person !== null && person.rol === 'STANDART_ROLE' && person.deleted_at === null
    return isPatient &&
      person.status === accountStatus.enabled &&
      person.locked_at === null &&
      getOutgrownStep(ctx, person) === null
      ? person
      : null
  }

  /** Adds the audit entry of a visit; `rejected` says why there was none. */
  function recordAudit(issuer: string, patientId: number | null, origin: Origin, rejected: string | null) {
    return audit.record({
      actorId: null,
      actorRole: 'service',
      action: 'visits.open',
      patientId,
      outcome: rejected === null ? 'done' : 'refused',
      origin,
      detail: { portal: issuer, ...(rejected === null ? {} : { rejected }) },
    })
  }

  return {
    /** Opens a patient for a member of staff who books for them. Throws 404 for anyone else, and 409 with the reason if the patient cannot be booked for. */
    openPatient: async (actor: Actor, patientId: number, origin: Origin): Promise<void> => {
      const found = ownCalendars ? await visitsSql.readBookability(db, patientId) : null
      if (!found?.is_patient) throw new ApiError('notFound')
      await audit.record({
        actorId: actor.id,
        actorRole: actor.rol,
        action: 'booking.open',
        patientId,
        outcome: found.can_book ? 'done' : 'refused',
        origin,
      })
      if (found.can_book) return
      if (found.is_deceased) throw new ApiError('patientDeceased')
      throw new ApiError(found.is_waiting ? 'patientAwaitsValidation' : 'patientBlocked')
    },
    /**
     * Gives a visitor's token to the patient for whom a partner portal vouches. An assertion that a partner signed leaves an
     * audit entry, whether it is accepted or rejected; one that no partner signed leaves a line of the security log alone.
     * Rejects with 401 an invalid or used assertion, with 404 an unknown patient and any visit where there are no partners.
     */
    visit: async (assertion: string, origin: Origin) => {
      if (assertions === null) throw new ApiError('notFound')
      const checked = await assertions.check(assertion)
      if (checked.rejected !== null) {
        if (checked.issuer !== null) await recordAudit(checked.issuer, null, origin, checked.rejected)
        throw new ApiError('noSession')
      }
      const { issuer, jti, expiresAt, document_type_id, document_number, document_country } = checked
      if (!(await visitsSql.useOnce(db, issuer, jti, expiresAt))) {
        await recordAudit(issuer, null, origin, 'used')
        throw new ApiError('noSession')
      }
      const person = visitorOf(
        await findPersonByDocument(
          ctx,
          document_type_id as DocumentTypeId,
          document_number,
          document_country,
        ),
      )
      await recordAudit(issuer, person?.id ?? null, origin, person === null ? 'patient' : null)
      if (person === null) throw new ApiError('notFound')
      return { ...bearer.makeVisitor(person.id), patient_id: person.id }
    },
    /** Returns who comes with a visitor's token, or null. */
    actorOf: async (token: string | undefined): Promise<Actor | null> => {
      const id = assertions === null ? null : bearer.openVisitor(token)
      const person = id === null ? null : visitorOf(await findPerson(ctx, id))
      if (person === null) return null
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
        visiting: true,
      }
    },
  }
}

export type VisitsService = ReturnType<typeof createVisitsService>
