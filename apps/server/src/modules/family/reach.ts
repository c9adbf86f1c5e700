/** The one place where it is decided whether a caller may see a patient, and where the proof of it is minted. */
import { Failure } from '@mi-portal/contract/failure'
import type { Ages } from '@mi-portal/contract/values/ages'
import { dayOf } from '@mi-portal/contract/values/dates'
import type { Audit } from '../../platform/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Actor, Claim, Origin, ReachablePatientId } from '../../platform/http/actor.ts'
import { bondOf, mayBook, type Sight, sightOf } from './family.rules.ts'
import type { FamilyStore } from './family.store.ts'

function mint(id: number, withoutReserved: boolean): ReachablePatientId {
  return { id, withoutReserved } as ReachablePatientId
}

export type Reach = {
  /**
   * The proof for a claim, or 404 as if the patient were not there. A claim on the caller's own record leaves its audit
   * row in the statement that opens the session; for anybody else the row is written here, refusals included.
   */
  readonly prove: (actor: Actor, claim: Claim, origin: Origin) => Promise<ReachablePatientId>
  /** The same judgement for a key handed out earlier: whether that person may see the patient now. */
  readonly still: (personId: number, patientId: number) => Promise<ReachablePatientId | null>
  /**
   * Whether somebody may book hours for a patient now: for themself, a minor in their care, or an adult member who lets
   * them. It gives no sight: what `sees` is null for may only be told of the hour that was booked.
   */
  readonly booking: (
    personId: number,
    patientId: number,
  ) => Promise<{ readonly patientId: number; readonly sees: ReachablePatientId | null } | null>
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
      if (patientId === actor.id) return mint(actor.id, false)
      // An account's data are staff's to administer; whether there is such a patient, whoever reads them finds out.
      const staff = actor.rol !== 'STANDART_ROLE' && claim.action === 'people.read'
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
      if (!seen.may) throw new Failure('notFound')
      return mint(patientId, seen.withoutReserved)
    },
    still: async (personId, patientId) => {
      if (personId === patientId) return mint(personId, false)
      const seen = await sight(personId, patientId)
      return seen.may ? mint(patientId, seen.withoutReserved) : null
    },
    booking: async (personId, patientId) => {
      if (personId === patientId) return { patientId, sees: mint(personId, false) }
      const row = await store.bond(personId, patientId)
      if (row === null) return null
      const [bond, today] = [bondOf(row), dayOf(clock.now())]
      if (!mayBook(bond, today, ages)) return null
      const seen = sightOf(bond, today, ages)
      return { patientId, sees: seen.may ? mint(patientId, seen.withoutReserved) : null }
    },
  }
}
