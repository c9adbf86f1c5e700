/**
 * Books in the calendars of an external service. The portal checks who may book for whom, sends requests to the service on
 * behalf of the patient, and stores in its own record what the service has booked.
 */

import {
  type Appointment,
  type AppointmentFacts,
  toAppointment,
} from '@mi-portal/contract/appointments/appointments'
import {
  type BookingCheck,
  type BookingReply,
  type BookingRequest,
  bookingEndpoints,
} from '@mi-portal/contract/booking/bookings'
import { ApiError } from '@mi-portal/contract/calls/api-error'
import { type ActorContext, type Context, createCallContext } from '../../../platform/context/context.ts'
import { brokenConstraint } from '../../../platform/database/constraint-errors.ts'
import { findRow } from '../../../platform/database/database.ts'
import {
  bookExternalAppointment,
  findByExternalId,
  moveExternalAppointment,
  readExternalId,
} from '../../appointments/write-external-appointments.ts'
import { findPerson } from '../../people/read-people.ts'
import {
  bookHiding,
  mayJoinVisits,
  mustHide,
  type Right,
  requireMovable,
  requireRight,
  toAuditRole,
} from '../authorize-booker.ts'
import { addressBooker, judgeModality, mentionsOthers, toBookingError } from '../booking.rules.ts'
import { findItem } from '../find-items.ts'
import { notifyBooking } from '../notify-booking.ts'
import { digestBooking, findEarlierReply, storeReply } from '../repeat-booking.ts'
import { toSessionlessActor } from '../visits/open-visits.ts'
import { askService, isRejection, readPatientNumber } from './ask-service.ts'
import { holdAs, requireHold } from './hold-remotely.ts'
import {
  clearRequest,
  deleteHold,
  listUnanswered,
  type PendingBooking,
  purgeHolds,
  type RemoteHold,
  storeRequest,
} from './remote-booking.sql.ts'

/** Milliseconds until a booking without an answer is sent again, and until it is abandoned with its idempotency key. */
const resolveAfter = 30_000
const resolveUntil = 20 * 3_600_000

/** `there`: the service's id of the appointment that is moved. */
type Booking = PendingBooking & {
  readonly held: RemoteHold
  readonly right: Right
  readonly there: number | undefined
}

async function findMoved(ctx: ActorContext, id: number | undefined, patientId: number, right: Right) {
  if (id === undefined) return undefined
  const { modality } = await requireMovable(ctx, id, patientId, right)
  const externalId = await readExternalId(ctx.db, id)
  if (externalId === null) throw new ApiError('hourNotMovable')
  return { id: externalId, modality }
}

const toReply = (
  { config }: Context,
  stored: AppointmentFacts,
  warning: string | null,
  right: Right,
  now: Date,
): BookingReply => ({
  data: toAppointment(stored, mayJoinVisits(right) ? { address: config.telemedicineUrl, now } : null),
  warning,
})

export async function checkRemoteBooking(
  ctx: ActorContext,
  holdId: number,
  { patient_id, id_appointment, ...named }: BookingCheck,
): Promise<{ warning: string | null }> {
  const right = await requireRight(ctx, patient_id)
  const there = await findMoved(ctx, id_appointment, patient_id, right)
  const held = await holdAs(ctx, await requireHold(ctx, holdId), patient_id)
  const hides = await mustHide(ctx, patient_id, right)
  try {
    const { data } = await askService(ctx, patient_id, bookingEndpoints.check, {
      params: { hold_id: held.outside_hold_id },
      body: {
        ...named,
        patient_id: await readPatientNumber(ctx, patient_id),
        ...(there === undefined ? {} : { id_appointment: there.id }),
      },
    })
    return hides ? { warning: null } : data
  } catch (error) {
    // Conflicts with appointments that the caller may not know are reported only by the booking, of which the patient learns.
    if (hides && mentionsOthers(error)) return { warning: null }
    throw addressBooker(error, right === 'self')
  }
}

/** Sends the booking to the service. Repeating it with the same hold, also by the job, is the same booking for the service. */
async function sendBooking(ctx: Context, { held, request, there }: Booking): Promise<BookingReply> {
  const { patient_id, hold_id: _, id_appointment: _moved, ...named } = request
  const body = {
    ...named,
    hold_id: held.outside_hold_id,
    patient_id: await readPatientNumber(ctx, patient_id),
    ...(there === undefined ? {} : { id_appointment: there }),
  }
  const key = `${held.id}-${held.outside_hold_id}-${digestBooking(request).toString('hex').slice(0, 32)}`
  return askService(ctx, patient_id, bookingEndpoints.book, { body }, { 'idempotency-key': key })
}

async function storeBooking(
  ctx: ActorContext,
  { held, right, request, key }: Booking,
  bookedThere: Appointment,
  warning: string | null,
): Promise<BookingReply> {
  const { actor, audit, clock, db } = ctx
  const now = clock.now()
  const patient = await findPerson(ctx, request.patient_id)
  if (patient === null) throw new ApiError('notFound')
  const booker = right === 'self' ? patient : ((await findPerson(ctx, actor.id)) ?? patient)
  // An exam or procedure that the portal's own catalogue does not know is no reason to reject the booking.
  const item = await findItem(ctx, request).catch(() => null)
  const reserved_group = item?.reserved_group ?? null
  const moved = request.id_appointment
  const reply = await db.transaction(async (tx) => {
    if ((await findRow(tx, deleteHold, { id: held.id })) === null) return null
    const returned = {
      appointment: bookedThere,
      patient_id: patient.id,
      reserved_group,
      booked_by: actor.id,
      service_item: item?.key ?? null,
      now,
    }
    const stored = await (moved === undefined
      ? bookExternalAppointment(tx, returned)
      : moveExternalAppointment(tx, returned, moved))
    if (stored === null) return null
    const written = toReply(ctx, stored, warning, right, now)
    await audit.add(tx, moved === undefined ? 'booking.book' : 'booking.move', {
      actorRole: toAuditRole(right, actor),
      patientId: patient.id,
      object: `id_appointment=${stored.id}`,
    })
    await Promise.all(
      notifyBooking(ctx, tx, {
        booker,
        patient,
        right,
        recipients: [],
        appointment: { ...stored, reserved_group },
        address: bookedThere.place_care,
        moved: moved !== undefined,
      }),
    )
    await storeReply(ctx, tx, request, key, written, now)
    return written
  })
  if (reply !== null) return reply
  // The same booking was already stored by a concurrent request or by the job.
  const twin = await findEarlierReply(ctx, request, key)
  if (twin !== null) return twin
  const stored = await findByExternalId(db, bookedThere.id_appointment)
  if (stored === null) throw new ApiError('hourNotCancellable')
  return toReply(ctx, stored, warning, right, now)
}

async function resolveBooking(ctx: ActorContext, booking: Booking): Promise<BookingReply> {
  const { held, request, right, there } = booking
  const { id } = held
  const answer = await sendBooking(ctx, booking).catch(async (error: unknown) => {
    if (!isRejection(error)) throw new ApiError('bookingUnknown', { cause: error })
    await ctx.db.run(clearRequest, { id })
    throw error
  })
  try {
    const hides = await mustHide(ctx, request.patient_id, right)
    return await storeBooking(ctx, booking, answer.data, hides ? null : answer.warning)
  } catch (error) {
    const constraint = brokenConstraint(error)
    // The appointment overlaps another one of the patient, which the service does not know.
    if (constraint === 'appointments_patient_once' && there === undefined) {
      await askService(ctx, request.patient_id, bookingEndpoints.cancel, {
        params: { id_appointment: answer.data.id_appointment },
      })
      await ctx.db.run(deleteHold, { id })
    }
    throw toBookingError(error, constraint)
  }
}

export async function bookRemotely(
  ctx: ActorContext,
  request: BookingRequest,
  key: string | null,
): Promise<BookingReply> {
  const { clock, db } = ctx
  const { patient_id } = request
  const known = await findEarlierReply(ctx, request, key)
  if (known !== null) return known
  const right = await requireRight(ctx, patient_id)
  const there = await findMoved(ctx, request.id_appointment, patient_id, right)
  const found = await requireHold(ctx, request.hold_id)
  if (there && found.modality) judgeModality(there, found.modality, request.accepted_modality)
  if (found.asked !== null && !digestBooking(found.asked.request).equals(digestBooking(request)))
    throw new ApiError('holdOver')
  const held = found.asked === null ? await holdAs(ctx, found, patient_id) : found
  if (found.asked === null)
    await db.run(storeRequest, { id: held.id, asked: JSON.stringify({ request, key }), now: clock.now() })
  return bookHiding(ctx, patient_id, right, () =>
    resolveBooking(ctx, { held, right, request, key, there: there?.id }),
  )
}

/** Repeats a booking without a response, on behalf of the person who booked. Returns true once its outcome is known. */
async function repeatBooking(ctx: Context, held: RemoteHold, asked: PendingBooking): Promise<boolean> {
  const person = await findPerson(ctx, held.person_id)
  if (person === null) return false
  const origin = { ip: '127.0.0.1', requestId: 'booking.settle' }
  const booker = createCallContext(ctx, toSessionlessActor(ctx, person), origin)
  const { patient_id, id_appointment } = asked.request
  try {
    const right = await requireRight(booker, patient_id)
    const there = await findMoved(booker, id_appointment, patient_id, right)
    await resolveBooking(booker, { ...asked, held, right, there: there?.id })
  } catch (error) {
    if (!isRejection(error)) return false
    await ctx.db.run(deleteHold, { id: held.id })
  }
  return true
}

export async function resolveUnanswered(ctx: Context) {
  const { clock, db } = ctx
  const now = clock.now()
  let settled = 0
  const before = new Date(now.getTime() - resolveAfter)
  for (const held of await db.run(listUnanswered, { before })) {
    if (held.asked === null) continue
    if (held.expires_at.getTime() + resolveUntil < now.getTime()) await db.run(deleteHold, { id: held.id })
    else if (await repeatBooking(ctx, held, held.asked)) settled += 1
  }
  return { settled, holds: (await db.run(purgeHolds, { now })).length }
}
