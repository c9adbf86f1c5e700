/** Decides for whom a caller may book, and which appointments they may see, move or learn of. */

import { ApiError } from '@mi-portal/contract/api-error'
import { joinName } from '@mi-portal/contract/full-name'
import type { Audit } from '../../platform/audit.ts'
import type { Context } from '../../platform/context/context.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { limits, type RateLimiter } from '../../platform/security/rate-limiter.ts'
import type { ClinicalArchive } from '../../ports/clinical-archive.ts'
import type { Caller } from '../../ports/scheduling.ts'
import { authorizeBooking, recheckAccess } from '../family/patient-access.ts'
import type { NotificationsService } from '../notifications/notifications.service.ts'
import { findPerson } from '../people/people.service.ts'
import type { CalendarEntry } from './booked-appointments.sql.ts'
import * as bookedAppointmentsSql from './booked-appointments.sql.ts'
import { addressBooker, mentionsOthers } from './booking.rules.ts'

export type { Caller } from '../../ports/scheduling.ts'

/**
 * In which role the caller books. A group owner (`leader`) sees only the appointments that they booked for an adult, a delegate those
 * of an adult who gave them access, staff all of the patient for whom their token books.
 */
export type Right = 'self' | 'guardian' | 'delegate' | 'leader' | 'staff'

/** Returns the role in which an audit entry names the caller of a booking. */
export function toAuditRole(right: Right, { rol }: Pick<Actor, 'rol'>): string {
  return right === 'self' || right === 'staff' ? rol : right
}

/** Returns whether a caller in this role gets the link to join a visit by video. Group owners and delegates see it without the link. */
export function mayJoinVisits(right: Right): boolean {
  return right === 'self' || right === 'guardian'
}

type BookingAccessDependencies = {
  readonly db: Database

  readonly ctx: Context
  readonly notifications: NotificationsService
  readonly audit: Audit
  readonly rateLimiter: RateLimiter
  readonly archive: Pick<ClinicalArchive, 'appointment'>
}

export function createBookingAccessService(dependencies: BookingAccessDependencies) {
  const { db, ctx, notifications, audit, rateLimiter, archive } = dependencies

  async function findRight({ id, booksFor }: Actor, patientId: number): Promise<Right | null> {
    if (booksFor !== undefined) return booksFor === patientId ? 'staff' : null
    if (id === patientId) return 'self'
    const booking = await authorizeBooking(ctx, id, patientId)
    if (booking === null) return null
    if (booking.recordAccess === null) return 'leader'
    return booking.recordAccess.role === 'delegate' ? 'delegate' : 'guardian'
  }

  /** Returns in which role the caller may book for a patient. Throws 404 and writes an audit entry if they may not. */
  async function rightFor({ actor, origin }: Caller, patientId: number): Promise<Right> {
    const right = await findRight(actor, patientId)
    if (right !== null) return right
    await audit.record({
      actorId: actor.id,
      actorRole: actor.rol,
      action: 'booking.book',
      patientId,
      outcome: 'refused',
      origin,
    })
    throw new ApiError('notFound')
  }

  /**
   * Returns whether the patient may have appointments that the caller must not learn of: an adult's, or reserved ones of an
   * adolescent.
   */
  async function mustHide({ actor }: Caller, patientId: number, right: Right): Promise<boolean> {
    if (right === 'self' || right === 'staff') return false
    return (await authorizeBooking(ctx, actor.id, patientId))?.recordAccess?.withoutReserved ?? true
  }

  /** Writes an audit entry and notifies the patient that the caller tried to book for them. */
  async function noteHidden({ actor, origin }: Caller, patientId: number, right: Right): Promise<void> {
    const booker = await findPerson(ctx, actor.id)
    const name =
      booker === null ? 'Una persona de tu grupo familiar' : joinName(booker.first_name, booker.last_name)
    await db.transaction(async (tx) => {
      await notifications.notify(tx, {
        person_id: patientId,
        type: 'appointments',
        text: `${name} intentó reservar una hora para ti y no fue posible por las horas que ya tienes.`,
      })
      await audit.add(tx, {
        actorId: actor.id,
        actorRole: toAuditRole(right, actor),
        action: 'booking.book',
        patientId,
        outcome: 'refused',
        origin,
        detail: { because: 'hidden' },
      })
    })
  }

  /**
   * Runs a booking for a patient some of whose appointments the caller may not know. All conflicts with those appointments are
   * rejected with the same message. The patient is notified of each rejection. After five in a day the caller may not book for
   * the patient any more that day.
   */
  async function bookHiding<T>(
    caller: Caller,
    patientId: number,
    right: Right,
    work: () => Promise<T>,
  ): Promise<T> {
    const addressed = async () => {
      try {
        return await work()
      } catch (error) {
        throw addressBooker(error, right === 'self')
      }
    }
    if (!(await mustHide(caller, patientId, right))) return addressed()
    const pair = `${caller.actor.id} ${patientId}`
    // Counted before, so that concurrent requests cannot exceed the limit.
    const { over, retryAfter } = await rateLimiter.consume(limits.hiddenAppointment, pair)
    if (over) throw new ApiError('tooMany', { retryAfter })
    let tells = false
    try {
      return await work()
    } catch (error) {
      tells = mentionsOthers(error)
      if (!tells) throw error
      await noteHidden(caller, patientId, right)
      throw new ApiError('appointmentNotPossible')
    } finally {
      if (!tells) await rateLimiter.refund(limits.hiddenAppointment, pair)
    }
  }

  /**
   * Returns the appointment that is moved, which the caller must be able to see and cancel. Whether it still can be moved is
   * decided by the move itself.
   */
  async function mayMove(
    caller: Caller,
    id: number,
    patientId: number,
    right: Right,
  ): Promise<CalendarEntry> {
    const entry = await bookedAppointmentsSql.calendarEntry(db, id)
    if (entry === null) await rejectExternal(caller.actor, id)
    if (entry === null || entry.patient_id !== patientId || !(await maySee(caller.actor, entry, right)))
      throw new ApiError('notFound')
    if (!entry.can_move) throw new ApiError('hourNotMovable')
    return entry
  }

  /**
   * Throws `hourNotMovable` for an appointment of an external archive if the caller may see it. For other callers it does not
   * reveal that the appointment exists.
   */
  async function rejectExternal(actor: Actor, id: number): Promise<void> {
    const appointment = await archive.appointment(id)
    const right = appointment?.can_move === false ? await findRight(actor, appointment.patient_id) : null
    if (appointment !== null && right !== null && (await maySee(actor, appointment, right)))
      throw new ApiError('hourNotMovable')
  }

  /** Returns an appointment that the caller may see, with the caller's role; throws 404 otherwise. */
  async function entry({ actor }: Caller, id: number) {
    const found = await bookedAppointmentsSql.calendarEntry(db, id)
    if (found === null) await rejectExternal(actor, id)
    const right = found === null ? null : await findRight(actor, found.patient_id)
    if (found === null || right === null || !(await maySee(actor, found, right)))
      throw new ApiError('notFound')
    return { ...found, right }
  }

  async function maySee(
    actor: Actor,
    entry: { patient_id: number; reserved: boolean; booked_by: number | null; office_id?: number },
    right: Right | null,
  ): Promise<boolean> {
    if (right === 'staff') return actor.sites?.includes(entry.office_id ?? 0) ?? true
    if (right === 'leader') return entry.booked_by === actor.id
    const seen = await recheckAccess(ctx, actor.id, entry.patient_id, 'appointments')
    return seen !== null && !(seen.withoutReserved && entry.reserved)
  }

  return {
    /** Returns in which role a person may book for a patient, or null if they may not. */
    findRight,
    rightFor,
    mustHide,
    bookHiding,
    maySee,
    mayMove,
    entry,
  }
}

export type BookingAccess = ReturnType<typeof createBookingAccessService>
