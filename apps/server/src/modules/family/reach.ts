/** Decides whether a caller may access a patient's record. The only place that creates an AuthorizedPatientId. */
import { ApiError } from '@mi-portal/contract/api-error'
import type { Ages } from '@mi-portal/contract/values/ages'
import { dayOf } from '@mi-portal/contract/values/dates'
import type { Audit } from '../../platform/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Actor, AuthorizedPatientId, Claim, Origin } from '../../platform/http/actor.ts'
import { bondOf, mayBook, type Sight, sightOf } from './family.rules.ts'
import type { FamilyStore } from './family.store.ts'

function authorize(id: number, withoutReserved: boolean): AuthorizedPatientId {
  return { id, withoutReserved } as AuthorizedPatientId
}

export type Reach = {
  /**
   * Returns the authorization for a claim, or throws 404 as if the patient did not exist. A claim on the caller's own
   * record leaves its audit entry in the statement that opens the session. For any other patient the entry is written
   * here, denied access included.
   */
  readonly prove: (
    actor: Actor,
    claim: Omit<Claim, 'beforeConsent'>,
    origin: Origin,
  ) => Promise<AuthorizedPatientId>
  /**
   * Checks again, for an authorization given earlier, whether the person may access the patient's record now; null if
   * not.
   */
  readonly still: (personId: number, patientId: number) => Promise<AuthorizedPatientId | null>
  /**
   * Returns whether a person may book appointments for a patient now: for themself, for a minor in their care, or for
   * an adult member who allows it. Permission to book gives no access to the record: where `sees` is null, the person
   * may only be shown the appointment that was booked.
   */
  readonly booking: (
    personId: number,
    patientId: number,
  ) => Promise<{ readonly patientId: number; readonly sees: AuthorizedPatientId | null } | null>
}

export function createReach({
  store,
  audit,
  clock,
  ages,
}: {
  store: FamilyStore
  audit: Audit
  clock: Clock
  ages: Ages
}): Reach {
  async function sight(leaderId: number, memberId: number): Promise<Sight> {
    const bond = await store.bond(leaderId, memberId)
    if (bond === null) return { may: false, because: 'notApproved' }
    return sightOf(bondOf(bond), dayOf(clock.now()), ages)
  }

  return {
    prove: async (actor, claim, origin) => {
      const patientId = claim.patientId ?? actor.id
      if (patientId === actor.id) return authorize(actor.id, false)
      // Staff administer the data of accounts. A patient that does not exist is found out by the code that reads the
      // account.
      const staff = actor.rol !== 'STANDART_ROLE' && claim.staffToo
      const seen: Sight = staff ? { may: true, withoutReserved: true } : await sight(actor.id, patientId)
      await audit.note({
        actorId: actor.id,
        actorRole: seen.may && !staff ? 'guardian' : actor.rol,
        action: claim.action,
        patientId,
        object: claim.object,
        outcome: seen.may ? 'done' : 'refused',
        origin,
        ...(seen.may ? {} : { detail: { because: seen.because } }),
      })
      if (!seen.may) throw new ApiError('notFound')
      return authorize(patientId, seen.withoutReserved)
    },
    still: async (personId, patientId) => {
      if (personId === patientId) return authorize(personId, false)
      const seen = await sight(personId, patientId)
      return seen.may ? authorize(patientId, seen.withoutReserved) : null
    },
    booking: async (personId, patientId) => {
      if (personId === patientId) return { patientId, sees: authorize(personId, false) }
      const row = await store.bond(personId, patientId)
      if (row === null) return null
      const [bond, today] = [bondOf(row), dayOf(clock.now())]
      if (!mayBook(bond, today, ages)) return null
      const seen = sightOf(bond, today, ages)
      return { patientId, sees: seen.may ? authorize(patientId, seen.withoutReserved) : null }
    },
  }
}
