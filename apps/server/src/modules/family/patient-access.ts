/** Decides whether a caller may access a patient's record. The only place that creates an AuthorizedPatientId. */
import { ApiError } from '@mi-portal/contract/api-error'
import type { Ages } from '@mi-portal/contract/values/ages'
import { dayOf } from '@mi-portal/contract/values/dates'
import type { Audit } from '../../platform/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Actor, AuthorizedPatient, Claim, Origin } from '../../platform/http/actor.ts'
import { groupLinkOf, mayBook, type RecordAccess, recordAccessOf } from './family.rules.ts'
import type { FamilyStore } from './family.store.ts'

function createAuthorization(id: number, withoutReserved: boolean): AuthorizedPatient {
  return { id, withoutReserved } as AuthorizedPatient
}

type VisibleMember = { readonly patient: AuthorizedPatient; readonly first_name: string }

export type PatientAccessService = {
  /**
   * Returns the authorization for a claim, or throws 404 as if the patient did not exist. A claim on the caller's own
   * record leaves its audit entry in the statement that opens the session. For any other patient the entry is written
   * here, denied access included.
   */
  readonly authorize: (
    actor: Actor,
    claim: Omit<Claim, 'beforeConsent' | 'stepUp'>,
    origin: Origin,
  ) => Promise<AuthorizedPatient>
  /**
   * Checks again, for an authorization given earlier, whether the person may access the patient's record now; null if
   * not.
   */
  readonly recheck: (personId: number, patientId: number) => Promise<AuthorizedPatient | null>
  /** Returns the members of a person's group whose record they may see now. The caller writes the audit entries. */
  readonly findVisibleMembers: (personId: number) => Promise<readonly VisibleMember[]>
  /**
   * Returns whether a person may book appointments for a patient now: for themself, for a minor in their care, or for
   * an adult member who allows it. Permission to book gives no access to the record: where `recordAccess` is null, the person
   * may only be shown the appointment that was booked.
   */
  readonly authorizeBooking: (
    personId: number,
    patientId: number,
  ) => Promise<{ readonly patientId: number; readonly recordAccess: AuthorizedPatient | null } | null>
  /**
   * Returns the members of a person's group of whom the person may see appointments now, by the rules of `recheck` and
   * `authorizeBooking`. Where `recordAccess` is null, these are only the appointments that the person booked.
   */
  readonly listMembersWithAppointments: (personId: number) => Promise<readonly MemberWithAppointments[]>
}

export type MemberWithAppointments = {
  readonly id: number
  readonly first_name: string
  readonly last_name: string
  readonly recordAccess: AuthorizedPatient | null
}

export function createPatientAccess({
  store,
  audit,
  clock,
  ages,
}: {
  store: FamilyStore
  audit: Audit
  clock: Clock
  ages: Ages
}): PatientAccessService {
  async function findRecordAccess(ownerId: number, memberId: number): Promise<RecordAccess> {
    const groupLink = await store.findGroupLink(ownerId, memberId)
    if (groupLink === null) return { may: false, because: 'notApproved' }
    return recordAccessOf(groupLinkOf(groupLink), dayOf(clock.now()), ages)
  }

  return {
    authorize: async (actor, claim, origin) => {
      const patientId = claim.patientId ?? actor.id
      if (patientId === actor.id) return createAuthorization(actor.id, false)
      // Staff administer the data of accounts. A patient that does not exist is found out by the code that reads the
      // account.
      const staff = actor.rol !== 'STANDART_ROLE' && claim.staffToo
      const access: RecordAccess = staff
        ? { may: true, withoutReserved: true }
        : await findRecordAccess(actor.id, patientId)
      await audit.record({
        actorId: actor.id,
        actorRole: access.may && !staff ? 'guardian' : actor.rol,
        action: claim.action,
        patientId,
        object: claim.object,
        outcome: access.may ? 'done' : 'refused',
        origin,
        ...(access.may ? {} : { detail: { because: access.because } }),
      })
      if (!access.may) throw new ApiError('notFound')
      return createAuthorization(patientId, access.withoutReserved)
    },
    recheck: async (personId, patientId) => {
      if (personId === patientId) return createAuthorization(personId, false)
      const access = await findRecordAccess(personId, patientId)
      return access.may ? createAuthorization(patientId, access.withoutReserved) : null
    },
    findVisibleMembers: async (personId) =>
      (await store.membersOf(personId)).flatMap((row) => {
        const access = recordAccessOf(groupLinkOf(row), dayOf(clock.now()), ages)
        if (!access.may) return []
        const patient = createAuthorization(row.member_id, access.withoutReserved)
        return [{ patient, first_name: row.member_first_name }]
      }),
    authorizeBooking: async (personId, patientId) => {
      if (personId === patientId) return { patientId, recordAccess: createAuthorization(personId, false) }
      const row = await store.findGroupLink(personId, patientId)
      if (row === null) return null
      const [groupLink, today] = [groupLinkOf(row), dayOf(clock.now())]
      if (!mayBook(groupLink, today, ages)) return null
      const access = recordAccessOf(groupLink, today, ages)
      return {
        patientId,
        recordAccess: access.may ? createAuthorization(patientId, access.withoutReserved) : null,
      }
    },
    listMembersWithAppointments: async (personId) => {
      const today = dayOf(clock.now())
      return (await store.membersOf(personId)).flatMap((row) => {
        const groupLink = groupLinkOf(row)
        if (!mayBook(groupLink, today, ages)) return []
        const access = recordAccessOf(groupLink, today, ages)
        return [
          {
            id: row.member_id,
            first_name: row.member_first_name,
            last_name: row.member_last_name,
            recordAccess: access.may ? createAuthorization(row.member_id, access.withoutReserved) : null,
          },
        ]
      })
    },
  }
}
