/** Lets another portal's patients come to this one's calendars: whom it vouches for and who has an account here. */
import { Failure } from '@mi-portal/contract/failure'
import { accountStatus } from '@mi-portal/contract/people'
import type { DocumentTypeId } from '@mi-portal/contract/values/document-number'
import type { Actor } from '../../../platform/http/actor.ts'
import type { Assertions } from '../../../platform/security/assertion.ts'
import type { Bearer } from '../../../platform/security/bearer.ts'
import type { PeopleService } from '../../people/people.service.ts'

type VisitsParts = {
  readonly people: PeopleService
  readonly bearer: Bearer
  /** Null where this portal shares no secret with another. */
  readonly assertions: Assertions | null
}

export function visitsService({ people, bearer, assertions }: VisitsParts) {
  function mayCome(person: Awaited<ReturnType<PeopleService['byId']>>) {
    const isPatient = person !== null && person.rol === 'STANDART_ROLE' && person.deleted_at === null
    return isPatient && person.status === accountStatus.enabled && !people.hasComeOfAge(person)
      ? person
      : null
  }

  return {
    /** 404 where this portal takes no visitors or does not know the patient, 401 for an assertion that is none. */
    visit: async (assertion: string) => {
      if (assertions === null) throw new Failure('notFound')
      const claimed = assertions.open(assertion)
      if (claimed === null) throw new Failure('noSession')
      const type = claimed.document_type_id as DocumentTypeId
      const person = mayCome(await people.byDocument(type, claimed.document_number))
      if (person === null) throw new Failure('notFound')
      return { ...bearer.makeVisitor(person.id), patient_id: person.id }
    },
    /** Who comes with a visitor's token, or null. */
    actorOf: async (token: string | undefined): Promise<Actor | null> => {
      const id = assertions === null ? null : bearer.openVisitor(token)
      const person = id === null ? null : mayCome(await people.byId(id))
      if (person === null) return null
      return {
        id: person.id,
        rol: person.rol,
        documentType: person.document_type_id,
        isMinor: people.isMinor(person),
        sessionId: 0,
        temporaryKey: false,
        lacksFactor: false,
        lacksConsent: false,
        visiting: true,
      }
    },
  }
}

export type VisitsService = ReturnType<typeof visitsService>
