/** Decides whether a caller may access a patient's record. The only place that creates an AuthorizedPatient. */

import { ApiError } from '@mi-portal/contract/calls/api-error'
import { isStaff } from '@mi-portal/contract/permissions/roles'
import { type DelegableMatter, delegableMatters, type RecordMatter } from '@mi-portal/contract/record-matters'
import { toDay } from '@mi-portal/contract/values/dates'
import type { ActorContext, Context } from '../../platform/context/context.ts'
import type { AuthorizedFor, AuthorizedPatient, Claim, RecordRole } from '../../platform/http/actor.ts'
import {
  type Delegation,
  decideRecordAccess,
  hasDelegatedAccess,
  mayBook,
  mayBookAsDelegate,
  type RecordAccess,
  toGroupLink,
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

type AccessByMatter = { readonly [Matter in DelegableMatter]: AuthorizedPatient<Matter> | null }

export type VisiblePatient = {
  readonly id: number
  readonly role: 'guardian' | 'delegate'
  readonly first_name: string
  readonly last_name: string
  readonly access: AccessByMatter
  readonly mayBook: boolean
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

function toDelegation(row: AccessRow): Delegation | null {
  if (row.matters === null || row.expires_at === null) return null
  return {
    matters: row.matters,
    may_book: row.may_book,
    expires_at: row.expires_at,
    grantor: { enabled: row.member_enabled, date_birth: row.member_birth },
    delegate: { enabled: row.leader_enabled, date_birth: row.leader_birth },
  }
}

function readAccess(
  ctx: Context,
  row: AccessRow,
  matter: RecordMatter,
): RecordAccess & { role: 'guardian' | 'delegate' } {
  const now = ctx.clock.now()
  const delegation = toDelegation(row)
  if (delegation === null)
    return { ...decideRecordAccess(toGroupLink(row), toDay(now), ctx.ages), role: 'guardian' }
  return hasDelegatedAccess(delegation, matter, now, toDay(now), ctx.ages)
    ? { may: true, withoutReserved: true, role: 'delegate' }
    : { may: false, because: 'notApproved', role: 'delegate' }
}

function mayBookBy(ctx: Context, row: AccessRow): boolean {
  const now = ctx.clock.now()
  const delegation = toDelegation(row)
  return delegation === null
    ? mayBook(toGroupLink(row), toDay(now), ctx.ages)
    : mayBookAsDelegate(delegation, now, toDay(now), ctx.ages)
}

function findAccess(ctx: Context, rows: readonly AccessRow[], matter: RecordMatter) {
  const accesses = rows.map((row) => readAccess(ctx, row, matter))
  return (
    accesses.find(({ may }) => may) ??
    accesses[0] ?? { may: false as const, because: 'notApproved' as const, role: 'guardian' as const }
  )
}

function authorizeBy<Matter extends RecordMatter>(
  ctx: Context,
  rows: readonly AccessRow[],
  patientId: number,
  matter: Matter,
): AuthorizedFor<Matter> | null {
  const access = findAccess(ctx, rows, matter)
  return access.may ? createAuthorization<Matter>(patientId, access.role, access.withoutReserved) : null
}

const listAccesses = ({ clock, db }: Context, personId: number, patientId: number) =>
  db.run(familySql.accessesTo, { leader_id: personId, member_id: patientId, now: clock.now() })

async function readPatients(
  ctx: Context,
  personId: number,
): Promise<(readonly [AccessRow, readonly AccessRow[]])[]> {
  const groups = Map.groupBy(
    await ctx.db.run(familySql.listAccesses, { leader_id: personId, now: ctx.clock.now() }),
    ({ member_id }) => member_id,
  )
  return [...groups.values()].flatMap((rows) => (rows[0] === undefined ? [] : [[rows[0], rows] as const]))
}

/**
 * Returns the authorization for a claim, or throws 404 as if the patient did not exist. A claim on the caller's own record leaves its audit
 * entry in the statement that opens the session. For any other patient the entry is written here, denied access included.
 */
export async function authorizePatient<Matter extends RecordMatter>(
  ctx: ActorContext,
  claim: Omit<Claim, 'beforeConsent' | 'stepUp' | 'matter'> & { readonly matter: Matter },
): Promise<AuthorizedFor<Matter>> {
  const patientId = claim.patientId ?? ctx.actor.id
  if (patientId === ctx.actor.id) return createAuthorization<Matter>(ctx.actor.id, 'self', false)
  // Staff administer the data of accounts. A patient that does not exist is found out by the code that reads the
  // account.
  const staff = isStaff(ctx.actor) && claim.staffToo
  const access = staff
    ? { may: true as const, withoutReserved: true, role: 'staff' as const }
    : findAccess(ctx, await listAccesses(ctx, ctx.actor.id, patientId), claim.matter)
  await ctx.auditLog.record({
    actorId: ctx.actor.id,
    actorRole: access.may && access.role !== 'staff' ? access.role : ctx.actor.rol,
    action: claim.action,
    patientId,
    object: claim.object,
    outcome: access.may ? 'done' : 'refused',
    origin: ctx.origin,
    ...(access.may ? {} : { detail: { because: access.because } }),
  })
  if (!access.may) throw new ApiError('notFound')
  return createAuthorization<Matter>(patientId, access.role, access.withoutReserved)
}

/** Checks again, for an authorization given earlier, whether the person may access a matter of the patient's record now; null if not. */
export const recheckAccess = async <Matter extends RecordMatter>(
  ctx: Context,
  personId: number,
  patientId: number,
  matter: Matter,
): Promise<AuthorizedFor<Matter> | null> =>
  personId === patientId
    ? createAuthorization<Matter>(personId, 'self', false)
    : authorizeBy(ctx, await listAccesses(ctx, personId, patientId), patientId, matter)

export const listGuardians = async (ctx: Context, patientId: number) =>
  (await ctx.db.run(familySql.listGuardians, { member_id: patientId, now: ctx.clock.now() })).flatMap(
    (row) => {
      const access = readAccess(ctx, row, 'whole')
      return access.may ? [{ id: row.viewer_id, withoutReserved: access.withoutReserved }] : []
    },
  )

/** Minors in the person's care, and adults who gave access to a matter. The caller writes the audit entries. */
export const findVisiblePatients = async (
  ctx: Context,
  personId: number,
): Promise<readonly VisiblePatient[]> =>
  (await readPatients(ctx, personId)).flatMap(
    ([{ member_id, member_first_name, member_last_name }, rows]) => {
      const access: AccessByMatter = {
        appointments: authorizeBy(ctx, rows, member_id, 'appointments'),
        exams: authorizeBy(ctx, rows, member_id, 'exams'),
        requests: authorizeBy(ctx, rows, member_id, 'requests'),
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
          mayBook: rows.some((one) => mayBookBy(ctx, one)),
        },
      ]
    },
  )

/**
 * Returns whether a person may book appointments for a patient now: for themself, for a minor in their care, or for
 * an adult who allows it as a member of their group or in a delegated access. Permission to book gives no access to the
 * record: where `recordAccess` is null, the person sees and changes by it only the appointments that they booked.
 */
export async function authorizeBooking(
  ctx: Context,
  personId: number,
  patientId: number,
): Promise<{
  readonly patientId: number
  readonly recordAccess: AuthorizedPatient<'appointments'> | null
} | null> {
  if (personId === patientId)
    return { patientId, recordAccess: createAuthorization<'appointments'>(personId, 'self', false) }
  const rows = (await listAccesses(ctx, personId, patientId)).filter((one) => mayBookBy(ctx, one))
  if (rows.length === 0) return null
  return { patientId, recordAccess: authorizeBy(ctx, rows, patientId, 'appointments') }
}

/**
 * Returns the other people of whom the person may see appointments now, by the rules of `recheck` and `authorizeBooking`. Where
 * `recordAccess` is null, these are only the appointments that the person booked.
 */
export const listMembersWithAppointments = async (
  ctx: Context,
  personId: number,
): Promise<readonly MemberWithAppointments[]> =>
  (await readPatients(ctx, personId)).flatMap(
    ([{ member_id, member_first_name, member_last_name }, rows]) => {
      const recordAccess = authorizeBy(ctx, rows, member_id, 'appointments')
      const booking = rows.filter((one) => mayBookBy(ctx, one))
      const mayBook = booking.length > 0
      if (recordAccess === null && !mayBook) return []
      return [
        {
          id: member_id,
          first_name: member_first_name,
          last_name: member_last_name,
          recordAccess,
          mayBook,
          mayChangeAll: authorizeBy(ctx, booking, member_id, 'appointments') !== null,
        },
      ]
    },
  )
