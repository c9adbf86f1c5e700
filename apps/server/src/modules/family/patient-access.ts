/** Decides whether a caller may access a patient's record. The only place that creates an AuthorizedPatient. */

import { ApiError } from '@mi-portal/contract/api-error'
import { type DelegableMatter, delegableMatters, type RecordMatter } from '@mi-portal/contract/record-matters'
import type { Ages } from '@mi-portal/contract/values/ages'
import { dayOf } from '@mi-portal/contract/values/dates'
import type { Audit } from '../../platform/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type {
  Actor,
  AuthorizedFor,
  AuthorizedPatient,
  Claim,
  Origin,
  RecordRole,
} from '../../platform/http/actor.ts'
import {
  type Delegation,
  groupLinkOf,
  hasDelegatedAccess,
  mayBook,
  mayBookAsDelegate,
  type RecordAccess,
  recordAccessOf,
} from './family.rules.ts'
import type { AccessRow } from './family.sql.ts'
import * as familySql from './family.sql.ts'

function createAuthorization<Matter extends RecordMatter>(
  id: number,
  role: RecordRole,
  withoutReserved: boolean,
): AuthorizedFor<Matter> {
  return { id, role, withoutReserved } as AuthorizedFor<Matter>
}

/** The access to each matter of a patient's record; null for a matter without access. */
type AccessByMatter = { readonly [Matter in DelegableMatter]: AuthorizedPatient<Matter> | null }

export type VisiblePatient = {
  readonly id: number
  readonly role: 'guardian' | 'delegate'
  readonly first_name: string
  readonly last_name: string
  readonly access: AccessByMatter
  /** Whether the person may book, move, confirm and cancel appointments of the patient. */
  readonly mayBook: boolean
}

export type PatientAccessService = {
  /**
   * Returns the authorization for a claim, or throws 404 as if the patient did not exist. A claim on the caller's own
   * record leaves its audit entry in the statement that opens the session. For any other patient the entry is written
   * here, denied access included.
   */
  readonly authorize: <Matter extends RecordMatter>(
    actor: Actor,
    claim: Omit<Claim, 'beforeConsent' | 'stepUp' | 'matter'> & { readonly matter: Matter },
    origin: Origin,
  ) => Promise<AuthorizedFor<Matter>>
  /**
   * Checks again, for an authorization given earlier, whether the person may access a matter of the patient's record now; null
   * if not.
   */
  readonly recheck: <Matter extends RecordMatter>(
    personId: number,
    patientId: number,
    matter: Matter,
  ) => Promise<AuthorizedFor<Matter> | null>
  /** Returns the guardians who may see the whole record of a patient now, for messages about it. */
  readonly listGuardians: (
    patientId: number,
  ) => Promise<readonly { readonly id: number; readonly withoutReserved: boolean }[]>
  /**
   * Returns the people of whose record a person may see at least one matter now: minors in their care, and adults who gave them
   * access. The caller writes the audit entries.
   */
  readonly findVisiblePatients: (personId: number) => Promise<readonly VisiblePatient[]>
  /**
   * Returns whether a person may book appointments for a patient now: for themself, for a minor in their care, or for
   * an adult who allows it as a member of their group or in a delegated access. Permission to book gives no access to the
   * record: where `recordAccess` is null, the person sees and changes by it only the appointments that they booked.
   */
  readonly authorizeBooking: (
    personId: number,
    patientId: number,
  ) => Promise<{
    readonly patientId: number
    readonly recordAccess: AuthorizedPatient<'appointments'> | null
  } | null>
  /**
   * Returns the other people of whom the person may see appointments now, by the rules of `recheck` and `authorizeBooking`. Where
   * `recordAccess` is null, these are only the appointments that the person booked.
   */
  readonly listMembersWithAppointments: (personId: number) => Promise<readonly MemberWithAppointments[]>
}

export type MemberWithAppointments = {
  readonly id: number
  readonly first_name: string
  readonly last_name: string
  readonly recordAccess: AuthorizedPatient<'appointments'> | null
  readonly mayBook: boolean
  /** Whether the person may change all appointments that they see. Otherwise, if they may book, only those that they booked. */
  readonly mayChangeAll: boolean
}

/** Returns the access that the patient gave, if the row is one. */
function delegationOf(row: AccessRow): Delegation | null {
  if (row.matters === null || row.expires_at === null) return null
  return {
    matters: row.matters,
    may_book: row.may_book,
    expires_at: row.expires_at,
    grantor: { enabled: row.member_enabled, date_birth: row.member_birth },
    delegate: { enabled: row.leader_enabled, date_birth: row.leader_birth },
  }
}

export function createPatientAccess({
  db,
  audit,
  clock,
  ages,
}: {
  readonly db: Database
  audit: Audit
  clock: Clock
  ages: Ages
}): PatientAccessService {
  /** The access to one matter by one row, as guardian or as delegate. A delegate never sees reserved information. */
  function readAccess(
    row: AccessRow,
    matter: RecordMatter,
  ): RecordAccess & { role: 'guardian' | 'delegate' } {
    const now = clock.now()
    const delegation = delegationOf(row)
    if (delegation === null)
      return { ...recordAccessOf(groupLinkOf(row), dayOf(now), ages), role: 'guardian' }
    return hasDelegatedAccess(delegation, matter, now, dayOf(now), ages)
      ? { may: true, withoutReserved: true, role: 'delegate' }
      : { may: false, because: 'notApproved', role: 'delegate' }
  }

  function mayBookBy(row: AccessRow): boolean {
    const now = clock.now()
    const delegation = delegationOf(row)
    return delegation === null
      ? mayBook(groupLinkOf(row), dayOf(now), ages)
      : mayBookAsDelegate(delegation, now, dayOf(now), ages)
  }

  /** Returns the access to a matter that the rows about one patient give. A guardian's comes before a delegate's. */
  function findAccess(rows: readonly AccessRow[], matter: RecordMatter) {
    const accesses = rows.map((row) => readAccess(row, matter))
    return (
      accesses.find(({ may }) => may) ??
      accesses[0] ?? { may: false as const, because: 'notApproved' as const, role: 'guardian' as const }
    )
  }

  /** Returns the authorization for a matter that the rows about one patient give; null without access. */
  function authorizeBy<Matter extends RecordMatter>(
    rows: readonly AccessRow[],
    patientId: number,
    matter: Matter,
  ): AuthorizedFor<Matter> | null {
    const access = findAccess(rows, matter)
    return access.may ? createAuthorization<Matter>(patientId, access.role, access.withoutReserved) : null
  }

  /** Returns the rows of each patient, in the order in which the patients were read. */
  async function readPatients(personId: number): Promise<(readonly [AccessRow, readonly AccessRow[]])[]> {
    const groups = Map.groupBy(
      await familySql.listAccesses(db, personId, clock.now()),
      ({ member_id }) => member_id,
    )
    return [...groups.values()].flatMap((rows) => (rows[0] === undefined ? [] : [[rows[0], rows] as const]))
  }

  return {
    authorize: async <Matter extends RecordMatter>(
      actor: Actor,
      claim: Omit<Claim, 'beforeConsent' | 'stepUp' | 'matter'> & { readonly matter: Matter },
      origin: Origin,
    ) => {
      const patientId = claim.patientId ?? actor.id
      if (patientId === actor.id) return createAuthorization<Matter>(actor.id, 'self', false)
      // Staff administer the data of accounts. A patient that does not exist is found out by the code that reads the
      // account.
      const staff = actor.rol !== 'STANDART_ROLE' && claim.staffToo
      const access = staff
        ? { may: true as const, withoutReserved: true, role: 'staff' as const }
        : findAccess(await familySql.accessesTo(db, actor.id, patientId, clock.now()), claim.matter)
      await audit.record({
        actorId: actor.id,
        actorRole: access.may && access.role !== 'staff' ? access.role : actor.rol,
        action: claim.action,
        patientId,
        object: claim.object,
        outcome: access.may ? 'done' : 'refused',
        origin,
        ...(access.may ? {} : { detail: { because: access.because } }),
      })
      if (!access.may) throw new ApiError('notFound')
      return createAuthorization<Matter>(patientId, access.role, access.withoutReserved)
    },
    recheck: async <Matter extends RecordMatter>(personId: number, patientId: number, matter: Matter) =>
      personId === patientId
        ? createAuthorization<Matter>(personId, 'self', false)
        : authorizeBy(await familySql.accessesTo(db, personId, patientId, clock.now()), patientId, matter),
    listGuardians: async (patientId) =>
      (await familySql.listGuardians(db, patientId, clock.now())).flatMap((row) => {
        const access = readAccess(row, 'whole')
        return access.may ? [{ id: row.viewer_id, withoutReserved: access.withoutReserved }] : []
      }),
    findVisiblePatients: async (personId) =>
      (await readPatients(personId)).flatMap(([{ member_id, member_first_name, member_last_name }, rows]) => {
        const access: AccessByMatter = {
          appointments: authorizeBy(rows, member_id, 'appointments'),
          exams: authorizeBy(rows, member_id, 'exams'),
          requests: authorizeBy(rows, member_id, 'requests'),
        }
        const seen = delegableMatters.flatMap((matter) => access[matter] ?? [])[0]
        if (seen === undefined) return []
        return [
          {
            id: member_id,
            role: seen.role === 'delegate' ? ('delegate' as const) : ('guardian' as const),
            first_name: member_first_name,
            last_name: member_last_name,
            access,
            mayBook: rows.some(mayBookBy),
          },
        ]
      }),
    authorizeBooking: async (personId, patientId) => {
      if (personId === patientId)
        return { patientId, recordAccess: createAuthorization<'appointments'>(personId, 'self', false) }
      const rows = (await familySql.accessesTo(db, personId, patientId, clock.now())).filter(mayBookBy)
      if (rows.length === 0) return null
      return { patientId, recordAccess: authorizeBy(rows, patientId, 'appointments') }
    },
    listMembersWithAppointments: async (personId) =>
      (await readPatients(personId)).flatMap(([{ member_id, member_first_name, member_last_name }, rows]) => {
        const recordAccess = authorizeBy(rows, member_id, 'appointments')
        const booking = rows.filter(mayBookBy)
        const mayBook = booking.length > 0
        if (recordAccess === null && !mayBook) return []
        return [
          {
            id: member_id,
            first_name: member_first_name,
            last_name: member_last_name,
            recordAccess,
            mayBook,
            mayChangeAll: authorizeBy(booking, member_id, 'appointments') !== null,
          },
        ]
      }),
  }
}
