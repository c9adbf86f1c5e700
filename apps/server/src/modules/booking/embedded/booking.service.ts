/**
 * Books a held slot of the portal's own calendars, or moves an appointment to it. The database resolves conflicts between
 * concurrent requests.
 */

import { ApiError } from '@mi-portal/contract/api-error'
import { appointmentOf } from '@mi-portal/contract/appointments'
import type { BookingCheck, BookingReply, BookingRequest } from '@mi-portal/contract/booking/bookings'
import type { Audit, AuditEntry } from '../../../platform/audit.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Context } from '../../../platform/context/context.ts'
import { brokenConstraint } from '../../../platform/database/constraint-errors.ts'
import type { Database, Queries } from '../../../platform/database/database.ts'
import type { Actor } from '../../../platform/http/actor.ts'
import type { MailQueue } from '../../../ports/mail.ts'
import type {
  AppointmentRecords,
  AppointmentSlot,
  BookedAppointment,
} from '../../appointments/appointment-records.service.ts'
import type { ClinicNotifier } from '../../appointments/clinic-notifier.service.ts'
import { findPerson } from '../../people/people.service.ts'
import type { CalendarEntry } from '../booked-appointments.sql.ts'
import type { BookedItems, NamedItem } from '../booked-items.service.ts'
import type { BookedItem } from '../booked-items.sql.ts'
import {
  addressBooker,
  bookingErrorOf,
  judgeModality,
  nearnessWarning,
  placeOf,
  visitOf,
} from '../booking.rules.ts'
import {
  type BookingAccess,
  type Caller,
  mayJoinVisits,
  type Right,
  toAuditRole,
} from '../booking-access.service.ts'
import type { BookingEvent, BookingNotifier } from '../booking-notifier.service.ts'
import { oldestValidAnswers } from '../exam-booking/exam-booking.rules.ts'
import type { AnsweredQuestion, ExamAnswers } from '../questionnaires/questionnaires.sql.ts'
import { digestOf, type RepeatedBookings } from '../repeated-bookings.service.ts'
import type { BookingFacts, BookingPatient, BookingStore, Conflicts, HeldSlot } from './booking.store.ts'

type EmbeddedBookingDependencies = {
  readonly db: Database
  readonly store: BookingStore
  readonly appointmentRecords: AppointmentRecords
  readonly access: BookingAccess
  readonly items: BookedItems
  readonly notifier: BookingNotifier
  readonly clinicNotifier: ClinicNotifier
  readonly repeated: RepeatedBookings
  readonly ctx: Context
  readonly mail: MailQueue
  readonly audit: Audit
  readonly clock: Clock
  /** The number of upcoming appointments that a patient may have in one specialty. */
  readonly maxUpcomingAppointments: number
  /** The address of visits by video. */
  readonly videoAddress: string | undefined
  /** Puts an entry into the imaging inbox: an appointment with the answers to its questionnaire. */
  readonly sendToImaging: (tx: Queries, entry: BookedExam) => Promise<unknown>
}

/** An appointment for an exam with a questionnaire, as the imaging inbox receives it. */
type BookedExam = {
  readonly requesterId: number
  readonly patientId: number
  readonly appointmentId: number
  readonly exam_type: string
  readonly questions: readonly AnsweredQuestion[]
}

/** Returns the professional, the place and the time of a held slot. */
function slotOf(held: HeldSlot): AppointmentSlot {
  const { professional_id, rut_professional, doctor_name, office_id, place_care } = held
  const { modality, starts_at, ends_at } = held
  const place_detail = placeOf(held)
  return {
    professional_id,
    rut_professional,
    doctor_name,
    office_id,
    place_care,
    place_detail,
    modality,
    starts_at,
    ends_at,
  }
}

export function createEmbeddedBookingService(dependencies: EmbeddedBookingDependencies) {
  const { db, store, appointmentRecords, clinicNotifier, ctx, mail, audit, clock } = dependencies
  const { maxUpcomingAppointments: openHours, videoAddress, sendToImaging } = dependencies
  const { rightFor, mayMove, mustHide, bookHiding } = dependencies.access
  const { itemOf, namedOf, answersFor, judgeItem } = dependencies.items
  const { earlier, storeAnswer } = dependencies.repeated
  const { notifyBooking } = dependencies.notifier

  function judge({ busy, open_hours }: Conflicts, right: Right): void {
    const isForSelf = right === 'self'
    if (busy) throw addressBooker(new ApiError('patientBusy'), isForSelf)
    if (open_hours >= openHours) throw addressBooker(new ApiError('tooManyHours'), isForSelf)
  }

  /** Returns the facts. Throws if there is no held slot or no such patient. */
  function complete<Facts extends BookingFacts>(facts: Facts | null): Facts & { patient: BookingPatient } {
    if (facts === null) throw new ApiError('holdOver')
    const { patient } = facts
    if (patient === null) throw new ApiError('notFound')
    return { ...facts, patient }
  }

  function warningFor({ held, near }: BookingFacts, hides: boolean): string | null {
    return hides ? null : nearnessWarning(held, near)
  }

  async function book(caller: Caller, request: BookingRequest, key: string | null): Promise<BookingReply> {
    const { actor } = caller
    const { patient_id, id_appointment } = request
    const asked = digestOf(request)
    // A hold that was consumed is noticed when it is to be consumed again.
    const known = key === null ? null : await earlier(actor, { key, holdId: request.hold_id, asked })
    if (known !== null) return known
    const right = await rightFor(caller, patient_id)
    const moved =
      id_appointment === undefined ? null : await mayMove(caller, id_appointment, patient_id, right)
    const taking = { request, right, moved, key, asked }
    return bookHiding(caller, patient_id, right, () => takeOnce(caller, taking))
  }

  /** Books the slot, or returns the response of the same booking that was sent at the same time. */
  async function takeOnce(caller: Caller, taking: Taking): Promise<BookingReply> {
    const { key, asked, request } = taking
    try {
      return await bookSlot(caller, taking)
    } catch (error) {
      const rejection = bookingErrorOf(error, brokenConstraint(error))
      // The same booking was sent several times at once: all requests get the response of the first.
      const isMine =
        brokenConstraint(error) === 'booking_keys_pkey' ||
        (rejection instanceof ApiError && rejection.status === 409)
      const twin = isMine ? await earlier(caller.actor, { key, holdId: request.hold_id, asked }) : null
      if (twin !== null) return twin
      throw rejection
    }
  }

  type Taking = {
    readonly request: BookingRequest
    readonly right: Right
    readonly moved: CalendarEntry | null
    readonly key: string | null
    readonly asked: Uint8Array
  }

  type Answered = {
    readonly answers: ExamAnswers
    readonly exam: string
    readonly named: NamedItem
    /** The id of the appointment. */
    readonly id: number
    readonly request: BookingRequest
    readonly actor: Actor
    readonly now: Date
  }

  /** Stores the booking of an exam with the answers to its questionnaire and an entry in the imaging inbox. */
  async function writeWithAnswers(
    write: (tx: Queries) => readonly Promise<unknown>[],
    writeAnswer: (tx: Queries) => Promise<unknown>,
    { answers, exam, named, id, request, actor, now }: Answered,
  ): Promise<void> {
    const { patient_id: patientId } = request
    const of = { patient_id: patientId, exam_id: named.exam_id ?? 0, answered_by: actor.id }
    const entry: BookedExam = {
      requesterId: actor.booksFor ?? actor.id,
      patientId,
      appointmentId: id,
      exam_type: exam,
      questions: answers.answers,
    }
    await db.transaction(async (tx) => {
      await Promise.all([...write(tx), appointmentRecords.attachAnswers(tx, id, of, oldestValidAnswers(now))])
      await sendToImaging(tx, entry)
      await writeAnswer(tx)
    })
  }

  /** Returns the kind of visit. An appointment that is moved within its specialty keeps its kind of visit. */
  function subContextOf(moved: CalendarEntry | null, item: BookedItem | null, held: HeldSlot): string {
    if (item === null && moved?.specialty_code === held.service_code) return moved.sub_context
    return visitOf(held.service_kind, item?.name ?? null)
  }

  /**
   * Books the held slot for a new or a moved appointment and consumes the hold. All statements are prepared before and sent
   * together after the lock on the patient, except the answer, which says whom they notified. The database rejects them as a whole.
   */
  async function bookSlot(
    caller: Caller,
    { request, right, moved, key, asked }: Taking,
  ): Promise<BookingReply> {
    const { actor, origin } = caller
    const { hold_id, patient_id } = request
    const now = clock.now()
    const named = namedOf(request, moved)
    const [found, item, answers, booker, hides] = await Promise.all([
      store.factsToBook({
        holdId: hold_id,
        personId: actor.id,
        patientId: patient_id,
        moved: moved?.id ?? null,
        now,
      }),
      itemOf(named),
      answersFor(caller, patient_id, named, now),
      right === 'self' || right === 'staff' ? null : findPerson(ctx, actor.id),
      mustHide(caller, patient_id, right),
    ])
    const facts = complete(found)
    const { held, patient } = facts
    judgeItem(item, held, patient, answers)
    judgeModality(moved, held.modality, request.accepted_modality)
    const id = moved?.id ?? facts.hour_id
    const appointment: BookedAppointment = {
      ...slotOf(held),
      id,
      patient_id,
      specialty_code: held.service_code,
      specialty: held.specialty,
      sub_context: subContextOf(moved, item, held),
      reserved_group: item?.reserved_group ?? held.reserved_group,
      booked_by: actor.id,
      service_item: item?.key ?? null,
      now,
    }
    const bookedFacts = { ...held, ...appointment }
    const isReserved = appointment.reserved_group !== null
    const recipients = right === 'staff' ? await clinicNotifier.listRecipients(patient_id, isReserved) : []
    const visits = mayJoinVisits(right) ? { address: videoAddress, now } : null
    const reply: BookingReply = {
      data: appointmentOf(bookedFacts, visits),
      warning: warningFor(facts, hides),
    }
    const notifier: BookingEvent = {
      booker: booker ?? patient,
      patient,
      right,
      recipients,
      hour: bookedFacts,
      address: held.address,
      moved: moved !== null,
    }
    const auditEntry: AuditEntry = {
      actorId: actor.id,
      actorRole: toAuditRole(right, actor),
      action: moved === null ? 'booking.book' : 'booking.move',
      patientId: patient_id,
      object: `id_appointment=${id}`,
      origin,
    }
    const write = (tx: Queries): readonly Promise<unknown>[] => [
      store.lockPatient(tx, patient_id),
      store.consumeHold(tx, hold_id, appointment, openHours),
      moved === null ? appointmentRecords.book(tx, appointment) : appointmentRecords.move(tx, appointment),
      audit.add(tx, auditEntry),
      ...(actor.visiting ? [appointmentRecords.noteNotifiedElsewhere(tx, id)] : notifyBooking(tx, notifier)),
      ...(held.waiting_id === null ? [] : [store.fulfilWaiting(tx, held.waiting_id, now)]),
    ]
    const writeAnswer = (tx: Queries) => storeAnswer(tx, actor, { key, holdId: hold_id, asked }, reply, now)
    const withAnswers = item?.needs_questionnaire === true && answers !== null
    if (withAnswers)
      await writeWithAnswers(write, writeAnswer, {
        answers,
        exam: item.name,
        named,
        id,
        request,
        actor,
        now,
      })
    else
      await db.transaction(async (tx) => {
        await Promise.all(write(tx))
        await writeAnswer(tx)
      })
    mail.trigger()
    return reply
  }

  return {
    /** Throws the same errors as the booking would, and returns a warning. */
    check: async (caller: Caller, holdId: number, { patient_id, id_appointment, ...asked }: BookingCheck) => {
      const right = await rightFor(caller, patient_id)
      const entry =
        id_appointment === undefined ? null : await mayMove(caller, id_appointment, patient_id, right)
      const moved = entry?.id ?? null
      const named = namedOf(asked, entry)
      const now = clock.now()
      const facts = complete(
        await store.facts({ holdId, personId: caller.actor.id, patientId: patient_id, moved, now }),
      )
      // Conflicts with appointments that the caller may not know are checked only by the booking, of which the patient is notified.
      const hides = await mustHide(caller, patient_id, right)
      if (!hides) judge(await store.conflicts(patient_id, facts.held, moved, now), right)
      const answers = await answersFor(caller, patient_id, named, now)
      judgeItem(await itemOf(named), facts.held, facts.patient, answers)
      return { warning: warningFor(facts, hides) }
    },
    book,
  }
}
