import { toAppointment } from '@mi-portal/contract/appointments/appointments'
import type { BookingCheck, BookingReply, BookingRequest } from '@mi-portal/contract/booking/bookings'
import { ApiError } from '@mi-portal/contract/calls/api-error'
import type { ActorContext } from '../../../platform/context/context.ts'
import { brokenConstraint } from '../../../platform/database/constraint-errors.ts'
import { findRow, type Queries } from '../../../platform/database/database.ts'
import { listNotifiedByClinic } from '../../appointments/notify-by-clinic.ts'
import {
  attachAnswers,
  type BookedAppointment,
  bookAppointment,
  markNotifiedElsewhere,
  moveAppointment,
} from '../../appointments/write-appointments.ts'
import { findPerson } from '../../people/read-people.ts'
import { createImagingRequest } from '../../service-requests/contact/create-portal-contact.ts'
import {
  bookHiding,
  mayJoinVisits,
  mustHide,
  type Right,
  requireMovable,
  requireRight,
  toAuditRole,
} from '../authorize-booker.ts'
import {
  addressBooker,
  describePlace,
  describeVisit,
  judgeModality,
  toBookingError,
  warnOfNearness,
} from '../booking.rules.ts'
import type { BookedItem, CalendarEntry } from '../booking.sql.ts'
import { getOldestValidAnswers } from '../exam-booking/exam-booking.rules.ts'
import { chooseItem, findAnswers, findItem, judgeItem } from '../find-items.ts'
import { notifyBooking } from '../notify-booking.ts'
import { findEarlierReply, storeReply } from '../repeat-booking.ts'
import {
  type BookingFacts,
  consumeHold,
  findConflicts,
  findFacts,
  findFactsToBook,
  fulfilWaiting,
  type HeldSlot,
  lockPatient,
} from './bookings.sql.ts'

function requireFacts(facts: BookingFacts | null) {
  if (facts === null) throw new ApiError('holdOver')
  const { patient, near, appointment_id, ...held } = facts
  if (patient === null) throw new ApiError('notFound')
  return { held, patient, near, appointment_id }
}

/** Returns the kind of visit. An appointment that is moved within its specialty keeps its kind of visit. */
function describeKind(moved: CalendarEntry | null, item: BookedItem | null, held: HeldSlot): string {
  if (item === null && moved?.specialty_code === held.service_code) return moved.sub_context
  return describeVisit(held.service_kind, item?.name ?? null)
}

async function rejectConflicts(
  { config, db }: ActorContext,
  { service_code, starts_at, ends_at }: HeldSlot,
  appointment: { readonly patient_id: number; readonly appointment_id: number | null; readonly now: Date },
  right: Right,
): Promise<void> {
  const found = await findRow(db, findConflicts, {
    ...appointment,
    specialty_code: service_code,
    starts_at,
    ends_at,
  })
  const isForSelf = right === 'self'
  if (found?.is_busy) throw addressBooker(new ApiError('patientBusy'), isForSelf)
  if ((found?.upcoming ?? 0) >= config.openHours) throw addressBooker(new ApiError('tooManyHours'), isForSelf)
}

export async function checkBooking(
  ctx: ActorContext,
  hold_id: number,
  { patient_id, id_appointment, ...named }: BookingCheck,
): Promise<{ warning: string | null }> {
  const { actor, clock, db } = ctx
  const right = await requireRight(ctx, patient_id)
  const moved =
    id_appointment === undefined ? null : await requireMovable(ctx, id_appointment, patient_id, right)
  const moved_id = moved?.id ?? null
  const item = chooseItem(named, moved)
  const now = clock.now()
  const { held, patient, near } = requireFacts(
    await findRow(db, findFacts, { hold_id, person_id: actor.id, patient_id, moved_id, now }),
  )
  // Conflicts with appointments that the caller may not know are checked only by the booking, of which the patient is notified.
  const hides = await mustHide(ctx, patient_id, right)
  if (!hides) await rejectConflicts(ctx, held, { patient_id, appointment_id: moved_id, now }, right)
  const answers = await findAnswers(ctx, patient_id, item, now)
  judgeItem(ctx, await findItem(ctx, item), held, patient, answers)
  return { warning: hides ? null : warnOfNearness(held, near) }
}

type Booking = {
  readonly request: BookingRequest
  readonly key: string | null
  readonly right: Right
  readonly moved: CalendarEntry | null
}

/**
 * Books the held slot for a new or a moved appointment and consumes the hold. All statements are prepared before and sent
 * together after the lock on the patient, except the reply, which says whom they notified. The database rejects them as a whole.
 */
async function takeSlot(ctx: ActorContext, { request, key, right, moved }: Booking): Promise<BookingReply> {
  const { actor, audit, clock, config, db } = ctx
  const { hold_id, patient_id } = request
  const now = clock.now()
  const named = chooseItem(request, moved)
  const moved_id = moved?.id ?? null
  const [found, item, answers, booker, hides] = await Promise.all([
    findRow(db, findFactsToBook, { hold_id, person_id: actor.id, patient_id, moved_id, now }),
    findItem(ctx, named),
    findAnswers(ctx, patient_id, named, now),
    right === 'self' || right === 'staff' ? null : findPerson(ctx, actor.id),
    mustHide(ctx, patient_id, right),
  ])
  const { held, patient, near, appointment_id } = requireFacts(found)
  judgeItem(ctx, item, held, patient, answers)
  judgeModality(moved, held.modality, request.accepted_modality)
  const id = moved_id ?? appointment_id
  const booked = {
    ...held,
    id,
    patient_id,
    place_detail: describePlace(held),
    specialty_code: held.service_code,
    sub_context: describeKind(moved, item, held),
    reserved_group: item?.reserved_group ?? held.reserved_group,
    booked_by: actor.id,
    service_item: item?.key ?? null,
    now,
  } satisfies BookedAppointment
  const isReserved = booked.reserved_group !== null
  const recipients = right === 'staff' ? await listNotifiedByClinic(ctx, patient_id, isReserved) : []
  const visits = mayJoinVisits(right) ? { address: config.telemedicineUrl, now } : null
  const reply: BookingReply = {
    data: toAppointment(booked, visits),
    warning: hides ? null : warnOfNearness(held, near),
  }
  const news = { booker: booker ?? patient, patient, right, recipients, appointment: booked }
  const consumed = { ...booked, appointment_id: id, person_id: actor.id, most_upcoming: config.openHours }
  const audited = {
    actorRole: toAuditRole(right, actor),
    patientId: patient_id,
    object: `id_appointment=${id}`,
  }
  // One connection runs the statements in this order: lock, consume the hold, write the appointment.
  const write = (tx: Queries): readonly Promise<unknown>[] => [
    tx.run(lockPatient, { id: patient_id }),
    tx.run(consumeHold, consumed),
    moved === null ? bookAppointment(tx, booked) : moveAppointment(tx, booked),
    audit.add(tx, moved === null ? 'booking.book' : 'booking.move', audited),
    ...(actor.visiting
      ? [markNotifiedElsewhere(tx, id)]
      : notifyBooking(ctx, tx, { ...news, address: held.address, moved: moved !== null })),
    ...(held.waiting_id === null ? [] : [tx.run(fulfilWaiting, { id: held.waiting_id, now })]),
  ]
  await db.transaction(async (tx) => {
    if (item?.needs_questionnaire === true && answers !== null) {
      const attached = {
        appointment_id: id,
        patient_id,
        exam_id: named.exam_id ?? 0,
        answered_by: actor.id,
        since: getOldestValidAnswers(now),
      }
      await Promise.all([...write(tx), attachAnswers(tx, attached)])
      await createImagingRequest(ctx, tx, {
        requesterId: actor.booksFor ?? actor.id,
        patientId: patient_id,
        appointmentId: id,
        exam_type: item.name,
        details: { questions: answers.answers },
      })
    } else await Promise.all(write(tx))
    await storeReply(ctx, tx, request, key, reply, now)
  })
  return reply
}

async function takeSlotOnce(ctx: ActorContext, booking: Booking): Promise<BookingReply> {
  try {
    return await takeSlot(ctx, booking)
  } catch (error) {
    const constraint = brokenConstraint(error)
    const rejection = toBookingError(error, constraint)
    // The same booking was sent several times at once: all requests get the response of the first.
    const isMine =
      constraint === 'booking_keys_pkey' || (rejection instanceof ApiError && rejection.status === 409)
    const twin = isMine ? await findEarlierReply(ctx, booking.request, booking.key) : null
    if (twin !== null) return twin
    throw rejection
  }
}

export async function bookHeldSlot(ctx: ActorContext, request: BookingRequest, key: string | null) {
  const { patient_id, id_appointment } = request
  // A hold that was consumed is noticed when it is to be consumed again.
  const known = key === null ? null : await findEarlierReply(ctx, request, key)
  if (known !== null) return known
  const right = await requireRight(ctx, patient_id)
  const moved =
    id_appointment === undefined ? null : await requireMovable(ctx, id_appointment, patient_id, right)
  return bookHiding(ctx, patient_id, right, () => takeSlotOnce(ctx, { request, key, right, moved }))
}
