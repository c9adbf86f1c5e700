import { ApiError } from '@mi-portal/contract/calls/api-error'
import { joinName } from '@mi-portal/contract/fields/full-name'
import type { ActorContext } from '../../platform/context/context.ts'
import { findRow } from '../../platform/database/database.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { limits } from '../../platform/security/rate-limiter.ts'
import { authorizeBooking, recheckAccess } from '../family/patient-access.ts'
import { notify } from '../notifications/notify-person.ts'
import { findPerson } from '../people/read-people.ts'
import { addressBooker, mentionsOthers } from './booking.rules.ts'
import { type CalendarEntry, findCalendarEntry } from './booking.sql.ts'

/**
 * In which role the caller books. A group owner (`leader`) sees only the appointments that they booked for an adult, a delegate those
 * of an adult who gave them access, staff all of the patient for whom their token books.
 */
export type Right = 'self' | 'guardian' | 'delegate' | 'leader' | 'staff'

export function toAuditRole(right: Right, { rol }: Pick<Actor, 'rol'>): string {
  return right === 'self' || right === 'staff' ? rol : right
}

export function mayJoinVisits(right: Right): boolean {
  return right === 'self' || right === 'guardian'
}

export async function findRight(ctx: ActorContext, patientId: number): Promise<Right | null> {
  const { id, booksFor } = ctx.actor
  if (booksFor !== undefined) return booksFor === patientId ? 'staff' : null
  if (id === patientId) return 'self'
  const booking = await authorizeBooking(ctx, id, patientId)
  if (booking === null) return null
  if (booking.recordAccess === null) return 'leader'
  return booking.recordAccess.role === 'delegate' ? 'delegate' : 'guardian'
}

export async function requireRight(ctx: ActorContext, patientId: number): Promise<Right> {
  const right = await findRight(ctx, patientId)
  if (right !== null) return right
  await ctx.audit.record('booking.book', { patientId, outcome: 'refused' })
  throw new ApiError('notFound')
}

/** Returns whether the patient may have appointments that the caller must not learn of: an adult's, or reserved ones of an adolescent. */
export async function mustHide(ctx: ActorContext, patientId: number, right: Right): Promise<boolean> {
  if (right === 'self' || right === 'staff') return false
  return (await authorizeBooking(ctx, ctx.actor.id, patientId))?.recordAccess?.withoutReserved ?? true
}

async function reportHidden(ctx: ActorContext, patientId: number, right: Right): Promise<void> {
  const { actor, audit, db } = ctx
  const booker = await findPerson(ctx, actor.id)
  const name =
    booker === null ? 'Una persona de tu grupo familiar' : joinName(booker.first_name, booker.last_name)
  const text = `${name} intentó reservar una hora para ti y no fue posible por las horas que ya tienes.`
  await db.transaction(async (tx) => {
    await notify(ctx, tx, { person_id: patientId, type: 'appointments', text })
    await audit.add(tx, 'booking.book', {
      actorRole: toAuditRole(right, actor),
      patientId,
      outcome: 'refused',
      detail: { because: 'hidden' },
    })
  })
}

/**
 * Runs a booking for a patient some of whose appointments the caller may not know. All conflicts with those appointments are
 * rejected with the same message. The patient is notified of each rejection. After five in a day the caller may not book for
 * the patient any more that day.
 */
export async function bookHiding<T>(
  ctx: ActorContext,
  patientId: number,
  right: Right,
  work: () => Promise<T>,
): Promise<T> {
  if (!(await mustHide(ctx, patientId, right)))
    return work().catch((error: unknown) => {
      throw addressBooker(error, right === 'self')
    })
  const { rateLimiter } = ctx
  const pair = `${ctx.actor.id} ${patientId}`
  // Counted before, so that concurrent requests cannot exceed the limit.
  const { over, retryAfter } = await rateLimiter.consume(limits.hiddenAppointment, pair)
  if (over) throw new ApiError('tooMany', { retryAfter })
  let isReported = false
  try {
    return await work()
  } catch (error) {
    isReported = mentionsOthers(error)
    if (!isReported) throw error
    await reportHidden(ctx, patientId, right)
    throw new ApiError('appointmentNotPossible')
  } finally {
    if (!isReported) await rateLimiter.refund(limits.hiddenAppointment, pair)
  }
}

type Seen = {
  readonly patient_id: number
  readonly reserved: boolean
  readonly booked_by: number | null
  readonly office_id?: number
}

export async function maySee(ctx: ActorContext, seen: Seen, right: Right | null): Promise<boolean> {
  const { actor } = ctx
  if (right === 'staff') return actor.sites?.includes(seen.office_id ?? 0) ?? true
  if (right === 'leader') return seen.booked_by === actor.id
  const access = await recheckAccess(ctx, actor.id, seen.patient_id, 'appointments')
  return access !== null && !(access.withoutReserved && seen.reserved)
}

/** Throws `hourNotMovable` for an external appointment that the caller may see; to others it does not reveal that it exists. */
async function rejectExternal(ctx: ActorContext, id: number): Promise<void> {
  const appointment = await ctx.ports.archive.appointment(id)
  const right = appointment?.can_move === false ? await findRight(ctx, appointment.patient_id) : null
  if (appointment !== null && right !== null && (await maySee(ctx, appointment, right)))
    throw new ApiError('hourNotMovable')
}

async function readEntry(ctx: ActorContext, id: number): Promise<CalendarEntry> {
  const entry = await findRow(ctx.db, findCalendarEntry, { id })
  if (entry !== null) return entry
  await rejectExternal(ctx, id)
  throw new ApiError('notFound')
}

export async function requireMovable(ctx: ActorContext, id: number, patientId: number, right: Right) {
  const entry = await readEntry(ctx, id)
  if (entry.patient_id !== patientId || !(await maySee(ctx, entry, right))) throw new ApiError('notFound')
  if (!entry.can_move) throw new ApiError('hourNotMovable')
  return entry
}

export async function requireEntry(ctx: ActorContext, id: number) {
  const entry = await readEntry(ctx, id)
  const right = await findRight(ctx, entry.patient_id)
  if (right === null || !(await maySee(ctx, entry, right))) throw new ApiError('notFound')
  return { ...entry, right }
}
