/**
 * Booking: searches free slots, holds a slot, books it, and moves an appointment. The database resolves conflicts between
 * concurrent requests.
 */
import { createHash } from 'node:crypto'
import { ApiError, type ApiErrorCode } from '@mi-portal/contract/api-error'
import { appointmentOf, type HourFacts } from '@mi-portal/contract/appointments'
import {
  type BookingCheck,
  type BookingReply,
  type BookingRequest,
  type BusyTime,
  bookingMinutes,
  type Hold,
  type OfficeCode,
  type Professional,
  type ServiceNeed,
  type Slot,
  type SlotsQuery,
} from '@mi-portal/contract/booking'
import { professionalImageAddress } from '@mi-portal/contract/professional-images'
import { addDays, ageOn, type Day, dayOf, momentOf, santiago } from '@mi-portal/contract/values/dates'
import type { Audit, AuditEntry } from '../../platform/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Queries } from '../../platform/database/database.ts'
import { brokenConstraint } from '../../platform/database/fault.ts'
import type { Actor, Origin } from '../../platform/http/actor.ts'
import { limits, type Tries } from '../../platform/security/tries.ts'
import type { ClinicalArchive } from '../../ports/clinical-archive.ts'
import type { MailQueue } from '../../ports/mail.ts'
import type { Reach } from '../family/reach.ts'
import type { NotificationsService } from '../notifications/notifications.service.ts'
import type { PeopleService } from '../people/people.service.ts'
import { type HourLetter, hourBooked, hourBookedForYou, hourMoved } from './booking.mails.ts'
import {
  addressBooker,
  modalityChange,
  mostHolds,
  nearnessWarning,
  placeOf,
  tellsOfOthers,
  visitOf,
} from './booking.rules.ts'
import type {
  BookedItem,
  BookingFacts,
  BookingStore,
  CalendarEntry,
  Conflicts,
  HeldHour,
  HoldConsumption,
  HourPatient,
  NewHour,
  SlotRow,
} from './booking.store.ts'
import {
  ageFault,
  answersFault,
  oldestValidAnswers,
  readServiceItem,
  wayFault,
} from './exam-booking.rules.ts'
import type {
  AnsweredQuestion,
  ExamAnswers,
  QuestionnairesStore,
} from './questionnaires/questionnaires.store.ts'

/** The caller, and where the request comes from. */
export type Caller = { readonly actor: Actor; readonly origin: Origin }

type BookingParts = {
  readonly db: Database
  readonly store: BookingStore
  readonly reach: Reach
  readonly people: PeopleService
  readonly notifications: NotificationsService
  readonly mail: MailQueue
  readonly audit: Audit
  readonly tries: Tries
  readonly clock: Clock
  /** The number of upcoming appointments that a patient may have in one specialty. */
  readonly openHours: number
  /** The address of visits by video. */
  readonly videoAddress: string | undefined
  /** The age from which a patient counts as an adult for exams. */
  readonly paediatricAge: number
  readonly archive: Pick<ClinicalArchive, 'hour'>
  readonly questionnaires: Pick<QuestionnairesStore, 'latest'>
  /** Puts an entry into the imaging inbox: an appointment with the answers to its questionnaire. */
  readonly sendToImaging: (tx: Queries, entry: BookedExam, now: Date) => Promise<unknown>
}

/** An appointment for an exam with a questionnaire, as the imaging inbox receives it. */
type BookedExam = {
  readonly requesterId: number
  readonly patientId: number
  readonly appointmentId: number
  readonly exam_type: string
  readonly questions: readonly AnsweredQuestion[]
}

type Modality = Slot['modality']

/** In which role the caller books. A group owner (`leader`) sees only the appointments that they booked for an adult. */
export type Right = 'self' | 'guardian' | 'leader'

function presentSlot(slot: SlotRow): Slot {
  return { ...slot, starts_at: slot.starts_at.toISOString(), ends_at: slot.ends_at.toISOString() }
}

/** Hash of a booking request. An idempotency key that is reused for a different booking is rejected. */
export function digestOf(request: BookingRequest): Buffer {
  const { hold_id, patient_id, id_appointment, exam_id, procedure, accepted_modality } = request
  return createHash('sha256')
    .update(JSON.stringify([hold_id, patient_id, id_appointment, exam_id, procedure, accepted_modality]))
    .digest()
}

const refusals: Readonly<Record<string, ApiErrorCode>> = {
  appointments_professional_once: 'slotTaken',
  appointments_patient_once: 'patientBusy',
  booking_patient: 'notFound',
  booking_busy: 'patientBusy',
  booking_many: 'tooManyHours',
  booking_hold: 'holdOver',
  booking_moved: 'hourNotCancellable',
  booking_answers: 'questionnaireNeeded',
}

/** Returns the error for the caller if a change violated a constraint of the database; any other error unchanged. */
export function refusalOf(error: unknown): unknown {
  const name = refusals[brokenConstraint(error) ?? '']
  return name === undefined ? error : new ApiError(name)
}

export type SpecialtiesQuery = {
  readonly office_id?: OfficeCode | undefined
  readonly spec_id?: string[] | undefined
  readonly modality?: Modality | undefined
}
export type ProfessionalsQuery = {
  readonly office_id?: OfficeCode | undefined
  readonly specialty?: string[] | undefined
  readonly rut_professional?: string | undefined
  readonly modality?: Modality | undefined
}

export function bookingService(parts: BookingParts) {
  const { db, store, reach, people, notifications, mail, audit, tries, clock, openHours, videoAddress } =
    parts
  const { paediatricAge, archive, questionnaires, sendToImaging } = parts
  const today = () => dayOf(clock.now())

  const officeIdOf = async (code: OfficeCode | undefined) =>
    code === undefined ? null : ((await store.officeId(code)) ?? 0)
  const codesOf = async (codes: readonly string[] | undefined) =>
    codes === undefined ? null : store.codesOf(codes)

  /** Returns the requirements of a search; null if its exam or procedure is unknown. */
  async function needOf(query: ServiceNeed) {
    if (query.exam_id !== undefined) return store.needOfExam(query.exam_id)
    return query.procedure === undefined
      ? { codes: null, offices: null, minutes: 0 }
      : store.needOfProcedure(query.procedure)
  }

  async function slots(query: SlotsQuery): Promise<Slot[]> {
    const need = await needOf(query)
    if (need === null) throw new ApiError('notFound')
    const item = await itemOf(query)
    const fault = item && wayFault(item)
    if (fault) throw new ApiError(fault)
    const office = await officeIdOf(query.office_id)
    const asked = await codesOf(query.specialty)
    const codes = asked === null ? need.codes : (need.codes?.filter((code) => asked.includes(code)) ?? asked)
    const offices = office === null ? need.offices : (need.offices?.filter((id) => id === office) ?? [office])
    const found = await store.free({
      now: clock.now(),
      from: momentOf(query.from, '00:00'),
      to: momentOf(addDays(query.to, 1), '00:00'),
      codes,
      offices,
      minutes: need.minutes,
      modality: query.modality ?? null,
      rut: query.rut_professional ?? null,
    })
    return found.map(presentSlot)
  }

  async function keep(slotId: number, personId: number, now: Date, until: Date) {
    try {
      return await store.hold(slotId, personId, now, until)
    } catch (error) {
      // A concurrent change of the calendar has removed the slot.
      if (brokenConstraint(error) === 'holds_slot_id_fkey') return null
      throw error
    }
  }

  async function hold({ actor }: Caller, slotId: number): Promise<Hold> {
    const now = clock.now()
    const until = new Date(now.getTime() + bookingMinutes.hold * 60_000)
    const present = async (kept: { id: number; expires_at: Date }) => {
      const slot = await store.slot(slotId)
      // A concurrent change of the calendar has removed the slot and its hold.
      if (slot === null) throw new ApiError('slotTaken')
      return {
        hold_id: kept.id,
        expires_at: kept.expires_at.toISOString(),
        seconds: Math.max(0, Math.floor((kept.expires_at.getTime() - now.getTime()) / 1000)),
        slot: presentSlot(slot),
      }
    }
    const own = await store.heldBy(slotId, actor.id, now)
    if (own !== null) return present(own)
    const made = await keep(slotId, actor.id, now, until)
    if (made !== null) {
      await store.trimHolds(actor.id, mostHolds)
      return present(made)
    }
    if ((await store.slotState(slotId, now)) === null) throw new ApiError('notFound')
    // Of two concurrent requests of the same caller, the second finds the hold of the first.
    const kept = await store.heldBy(slotId, actor.id, now)
    if (kept !== null) return present(kept)
    throw new ApiError('slotTaken')
  }

  async function rightOf(personId: number, patientId: number): Promise<Right | null> {
    if (personId === patientId) return 'self'
    const booking = await reach.booking(personId, patientId)
    if (booking === null) return null
    return booking.sees === null ? 'leader' : 'guardian'
  }

  /** Returns in which role the caller may book for a patient. Throws 404 and writes an audit entry if they may not. */
  async function rightFor({ actor, origin }: Caller, patientId: number): Promise<Right> {
    const right = await rightOf(actor.id, patientId)
    if (right !== null) return right
    await audit.note({
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
    if (right === 'self') return false
    return (await reach.booking(actor.id, patientId))?.sees?.withoutReserved ?? true
  }

  /** Writes an audit entry and notifies the patient that the caller tried to book for them. */
  async function noteHidden({ actor, origin }: Caller, patientId: number, right: Right): Promise<void> {
    const booker = await people.byId(actor.id)
    const name =
      booker === null ? 'Una persona de tu grupo familiar' : `${booker.first_name} ${booker.last_name}`
    await db.transaction(async (tx) => {
      await notifications.notify(tx, {
        person_id: patientId,
        type: 'appointments',
        text: `${name} intentó reservar una hora para ti y no fue posible por las horas que ya tienes.`,
      })
      await audit.add(tx, {
        actorId: actor.id,
        actorRole: right === 'self' ? actor.rol : right,
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
    const { over, retryAfter } = await tries.take(limits.hiddenAppointment, pair)
    if (over) throw new ApiError('tooMany', { retryAfter })
    let tells = false
    try {
      return await work()
    } catch (error) {
      tells = tellsOfOthers(error)
      if (!tells) throw error
      await noteHidden(caller, patientId, right)
      throw new ApiError('appointmentNotPossible')
    } finally {
      if (!tells) await tries.giveBack(limits.hiddenAppointment, pair)
    }
  }

  function judge({ busy, open_hours }: Conflicts, right: Right): void {
    const isForSelf = right === 'self'
    if (busy) throw addressBooker(new ApiError('patientBusy'), isForSelf)
    if (open_hours >= openHours) throw addressBooker(new ApiError('tooManyHours'), isForSelf)
  }

  /** Returns the facts. Throws if there is no held slot or no such patient. */
  function complete<Facts extends BookingFacts>(facts: Facts | null): Facts & { patient: HourPatient } {
    if (facts === null) throw new ApiError('holdOver')
    const { patient } = facts
    if (patient === null) throw new ApiError('notFound')
    return { ...facts, patient }
  }

  function warningFor({ held, near }: BookingFacts, hides: boolean): string | null {
    return hides ? null : nearnessWarning(held, near)
  }

  type Named = Pick<BookingRequest, 'exam_id' | 'procedure'>

  /** Returns the named exam or procedure; null if none is named. */
  async function itemOf({ exam_id, procedure }: Named): Promise<(BookedItem & { key: string }) | null> {
    const isExam = exam_id !== undefined
    if (!isExam && procedure === undefined) return null
    const row = await (isExam ? store.itemOfExam(exam_id) : store.itemOfProcedure(procedure ?? ''))
    if (row === null) throw new ApiError('notFound')
    return { key: isExam ? `exam:${exam_id}` : `procedure:${procedure}`, ...row }
  }

  /** Returns the named exam or procedure, or else the one of the appointment that is moved. */
  function namedOf({ exam_id, procedure }: Named, moved: CalendarEntry | null): Named {
    return exam_id === undefined && procedure === undefined
      ? readServiceItem(moved?.service_item ?? null)
      : { exam_id, procedure }
  }

  /** Returns the caller's valid answers to the exam's questionnaire for a patient; null if there are none or no exam is named. */
  async function answersFor({ actor }: Caller, patientId: number, { exam_id }: Named, now: Date) {
    if (exam_id === undefined) return null
    return questionnaires.latest(
      { patientId, examId: exam_id, answeredBy: actor.id },
      oldestValidAnswers(now),
    )
  }

  /**
   * Rejects an exam or procedure that is not booked online, or does not fit the patient's age or the slot, or lacks its
   * answers.
   */
  function judgeItem(
    item: BookedItem | null,
    held: HeldHour,
    { date_birth }: HourPatient,
    answers: ExamAnswers | null,
  ): void {
    if (item === null) {
      if (held.needs_exam) throw new ApiError('examNeeded')
      return
    }
    const age = date_birth === null ? null : ageOn(date_birth, dayOf(held.starts_at))
    const fault = wayFault(item) ?? ageFault(item, age, paediatricAge)
    if (fault) throw new ApiError(fault)
    if (!item.codes.includes(held.service_code)) throw new ApiError('hourOfAnother')
    const lacking = answersFault(item, answers)
    if (lacking) throw new ApiError(lacking)
  }

  /** Rejects a move between in person and video that the person has not confirmed. */
  function judgeModality(
    moved: Pick<CalendarEntry, 'modality'> | null,
    modality: Modality,
    accepted: Modality | undefined,
  ): void {
    if (moved === null || accepted === modality) return
    const msg = modalityChange(moved.modality, modality)
    if (msg !== null) throw new ApiError('modalityNotAccepted', { param: 'accepted_modality', msg })
  }

  type Addressee = {
    readonly id: number
    readonly first_name: string
    readonly last_name: string
    readonly greeting_name: string
    readonly email: string | null
  }
  type News = {
    readonly booker: Addressee
    readonly patient: Addressee
    readonly right: Right
    readonly hour: HourFacts
    readonly address: string
    readonly moved: boolean
  }

  /** Queues the mails and the notification of a booking, all at once. */
  function tell(
    tx: Queries,
    { booker, patient, right, hour, address, moved }: News,
  ): readonly Promise<unknown>[] {
    const { day, time } = santiago(hour.starts_at)
    const letter = (first_name: string, patient_name: string | null): HourLetter => ({
      first_name,
      patient_name,
      day,
      hour: time,
      doctor_name: hour.doctor_name,
      place: hour.place_detail,
      address: hour.modality === 'telemedicina' ? null : address,
      joins: hour.modality === 'telemedicina' && videoAddress !== undefined,
    })
    const told: Promise<unknown>[] = []
    if (booker.email !== null) {
      const written = {
        recipient: booker.email,
        person_id: booker.id,
        data: letter(booker.greeting_name, right === 'self' ? null : patient.first_name),
        appointmentId: hour.id,
      }
      told.push(mail.queue(tx, moved ? hourMoved : hourBooked, written))
    }
    if (right !== 'leader') return told
    const booked_by = `${booker.first_name} ${booker.last_name}`
    if (patient.email !== null) {
      const written = {
        recipient: patient.email,
        person_id: patient.id,
        data: { ...letter(patient.greeting_name, null), booked_by, moved },
        appointmentId: hour.id,
      }
      told.push(mail.queue(tx, hourBookedForYou, written))
    }
    told.push(
      notifications.notify(tx, {
        person_id: patient.id,
        type: 'appointments',
        id_appointment: hour.id,
        text: `${booked_by} ${moved ? 'cambió' : 'reservó'} una hora para ti. La encuentras en tus consultas médicas.`,
      }),
    )
    return told
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
    const entry = await store.calendarEntry(id)
    if (entry === null) await refuseElsewhere(caller.actor, id)
    if (entry === null || entry.patient_id !== patientId || !(await maySee(caller.actor, entry, right)))
      throw new ApiError('notFound')
    if (!entry.can_move) throw new ApiError('hourNotMovable')
    return entry
  }

  /**
   * Throws `hourNotMovable` for an appointment of an external archive if the caller may see it. For other callers it does not
   * reveal that the appointment exists.
   */
  async function refuseElsewhere(actor: Actor, id: number): Promise<void> {
    const hour = await archive.hour(id)
    const right = hour?.can_move === false ? await rightOf(actor.id, hour.patient_id) : null
    if (hour !== null && right !== null && (await maySee(actor, hour, right)))
      throw new ApiError('hourNotMovable')
  }

  /** Returns an appointment that the caller may see, with the caller's role; throws 404 otherwise. */
  async function entry({ actor }: Caller, id: number) {
    const found = await store.calendarEntry(id)
    if (found === null) await refuseElsewhere(actor, id)
    const right = found === null ? null : await rightOf(actor.id, found.patient_id)
    if (found === null || right === null || !(await maySee(actor, found, right)))
      throw new ApiError('notFound')
    return { ...found, right }
  }

  async function maySee(
    actor: Actor,
    entry: { patient_id: number; reserved: boolean; booked_by: number | null },
    right: Right | null,
  ): Promise<boolean> {
    if (right === 'leader') return entry.booked_by === actor.id
    const seen = await reach.still(actor.id, entry.patient_id)
    return seen !== null && !(seen.withoutReserved && entry.reserved)
  }

  /** Returns the response of an earlier booking with the same idempotency key, or null. */
  async function earlier(actor: Actor, key: string | null, asked: Uint8Array): Promise<BookingReply | null> {
    const kept = key === null ? null : await store.answered(actor.id, key)
    if (kept === null) return null
    if (!Buffer.from(kept.asked).equals(asked)) throw new ApiError('keyUsed')
    return kept.answer as BookingReply
  }

  async function book(caller: Caller, request: BookingRequest, key: string | null): Promise<BookingReply> {
    const { actor } = caller
    const { patient_id, id_appointment } = request
    const asked = digestOf(request)
    const known = await earlier(actor, key, asked)
    if (known !== null) return known
    const right = await rightFor(caller, patient_id)
    const moved =
      id_appointment === undefined ? null : await mayMove(caller, id_appointment, patient_id, right)
    const taking = { request, right, moved, key, asked }
    return bookHiding(caller, patient_id, right, () => takeOnce(caller, taking))
  }

  /** Books the slot, or returns the response of the same booking that was sent at the same time. */
  async function takeOnce(caller: Caller, taking: Taking): Promise<BookingReply> {
    const { key, asked } = taking
    try {
      return await take(caller, taking)
    } catch (error) {
      const refusal = refusalOf(error)
      // The same booking was sent twice at once: the second request gets the response of the first.
      const isMine =
        brokenConstraint(error) === 'booking_keys_pkey' ||
        (refusal instanceof ApiError && refusal.status === 409)
      const twin = isMine ? await earlier(caller.actor, key, asked) : null
      if (twin !== null) return twin
      throw refusal
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
    readonly named: Named
    /** The id of the appointment. */
    readonly id: number
    readonly request: BookingRequest
    readonly actor: Actor
    readonly now: Date
  }

  /** Stores the booking of an exam with the answers to its questionnaire and an entry in the imaging inbox. */
  async function writeWithAnswers(
    write: (tx: Queries) => readonly Promise<unknown>[],
    { answers, exam, named, id, request, actor, now }: Answered,
  ): Promise<void> {
    const { patient_id: patientId } = request
    const of = { patientId, examId: named.exam_id ?? 0, answeredBy: actor.id }
    const entry: BookedExam = {
      requesterId: actor.id,
      patientId,
      appointmentId: id,
      exam_type: exam,
      questions: answers.answers,
    }
    await db.transaction(async (tx) => {
      await Promise.all([...write(tx), store.attachAnswers(tx, id, of, oldestValidAnswers(now))])
      await sendToImaging(tx, entry, now)
    })
  }

  /** Returns the kind of visit. An appointment that is moved within its specialty keeps its kind of visit. */
  function subContextOf(moved: CalendarEntry | null, item: BookedItem | null, held: HeldHour): string {
    if (item === null && moved?.specialty_code === held.service_code) return moved.sub_context
    return visitOf(held.service_kind, item?.name ?? null)
  }

  /**
   * Books the held slot for a new or a moved appointment and consumes the hold. All statements are prepared before and sent
   * together after the lock on the patient. The database rejects them as a whole.
   */
  async function take(caller: Caller, { request, right, moved, key, asked }: Taking): Promise<BookingReply> {
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
      right === 'self' ? null : people.byId(actor.id),
      mustHide(caller, patient_id, right),
    ])
    const facts = complete(found)
    const { held, patient } = facts
    judgeItem(item, held, patient, answers)
    judgeModality(moved, held.modality, request.accepted_modality)
    const hour: NewHour = {
      patient_id,
      held,
      sub_context: subContextOf(moved, item, held),
      place_detail: placeOf(held),
      reserved_group: item?.reserved_group ?? held.reserved_group,
      booked_by: actor.id,
      service_item: item?.key ?? null,
      now,
    }
    const id = moved?.id ?? facts.hour_id
    const told: HourFacts = { ...held, ...hour, id, specialty_code: held.service_code }
    // A group owner who booked for an adult sees the appointment but gets no link to join the visit.
    const visits = right === 'leader' ? null : { address: videoAddress, now }
    const reply: BookingReply = { data: appointmentOf(told, visits), warning: warningFor(facts, hides) }
    const news: News = {
      booker: booker ?? patient,
      patient,
      right,
      hour: told,
      address: held.address,
      moved: moved !== null,
    }
    const note: AuditEntry = {
      actorId: actor.id,
      actorRole: right === 'self' ? actor.rol : right,
      action: moved === null ? 'booking.book' : 'booking.move',
      patientId: patient_id,
      object: `id_appointment=${id}`,
      origin,
    }
    const consumption: HoldConsumption = { hour, id, openHours }
    const write = (tx: Queries): readonly Promise<unknown>[] => [
      store.lockPatient(tx, patient_id),
      moved === null ? store.book(tx, consumption) : store.move(tx, consumption),
      audit.add(tx, note),
      ...(actor.visiting ? [store.toldElsewhere(tx, id)] : tell(tx, news)),
      ...(held.waiting_id === null ? [] : [store.fulfilWaiting(tx, held.waiting_id, now)]),
      ...(key === null ? [] : [store.keepAnswer(tx, actor.id, key, asked, reply, now)]),
    ]
    const withAnswers = item?.needs_questionnaire === true && answers !== null
    if (withAnswers)
      await writeWithAnswers(write, { answers, exam: item.name, named, id, request, actor, now })
    else await db.transaction((tx) => Promise.all(write(tx)))
    mail.nudge()
    return reply
  }

  return {
    /** Returns the sites. With a search, only the sites at which a professional offers it. */
    offices: async (_: Caller, query: ServiceNeed) => {
      if (Object.values(query).every((one) => one === undefined)) return store.offices()
      const need = await needOf(query)
      if (need === null) throw new ApiError('notFound')
      return store.attendedAt(need.codes ?? (await codesOf(query.specialty)), need.offices, today())
    },
    specialties: (_: Caller, { office_id, spec_id, modality }: SpecialtiesQuery) =>
      spec_id === undefined
        ? store.consulted(office_id ?? null, today(), modality ?? null)
        : store.named(spec_id),
    professionals: async (_: Caller, query: ProfessionalsQuery): Promise<Professional[]> => {
      const rows = await store.professionals(
        await officeIdOf(query.office_id),
        await codesOf(query.specialty),
        query.rut_professional ?? null,
        clock.now(),
        today(),
        query.modality ?? null,
      )
      return rows.map(({ image_key, ...row }) => ({
        ...row,
        doctor_image: professionalImageAddress(image_key),
        specialties: [...(row.specialties ?? [])],
        next_free: row.next_free?.toISOString() ?? null,
      }))
    },
    slots: (_: Caller, query: SlotsQuery) => slots(query),
    /** Holds a slot. A repeated request returns the same hold. Throws 404 for an unknown slot, 409 if it is held or taken. */
    hold,
    release: async ({ actor }: Caller, holdId: number): Promise<void> => {
      if (!(await store.release(db, holdId, actor.id))) throw new ApiError('notFound')
    },
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
    /** Returns upcoming appointments that the caller booked for adults. */
    booked: async ({ actor, origin }: Caller) => {
      const hours = await store.bookedFor(actor.id, clock.now())
      const rights = await Promise.all(hours.map((hour) => rightOf(actor.id, hour.patient_id)))
      const shown = hours.filter((_, index) => rights[index] === 'leader')
      await audit.noteEach({ actorId: actor.id, actorRole: 'leader', action: 'booking.booked', origin }, [
        ...new Set(shown.map(({ patient_id }) => patient_id)),
      ])
      return shown.map((hour) => ({
        ...appointmentOf(hour, null),
        patient_full_name: hour.patient_full_name,
      }))
    },
    /**
     * Returns the times of appointments in these days of the caller, of minors in their care, and of adults for whom they booked.
     * Appointments that the caller may not see are left out.
     */
    busyTimes: async (
      { actor, origin }: Caller,
      { from, to }: { from: Day; to: Day },
    ): Promise<BusyTime[]> => {
      const found = await store.busyTimes(
        actor.id,
        momentOf(from, '00:00'),
        momentOf(addDays(to, 1), '00:00'),
      )
      const rights = await Promise.all(found.map(({ patient_id }) => rightOf(actor.id, patient_id)))
      const seen = await Promise.all(
        found.map((one, index) => {
          const right = rights[index] ?? null
          return right !== null && maySee(actor, one, right)
        }),
      )
      const shown = found.filter((_, index) => seen[index])
      for (const actorRole of ['guardian', 'leader'] as const) {
        const of = found.filter((_, index) => seen[index] && rights[index] === actorRole)
        await audit.noteEach({ actorId: actor.id, actorRole, action: 'booking.busyTimes', origin }, [
          ...new Set(of.map(({ patient_id }) => patient_id)),
        ])
      }
      return shown.map(({ id, patient_id, first_name, starts_at, ends_at }) => ({
        id_appointment: id,
        patient_id,
        first_name,
        starts_at: starts_at.toISOString(),
        ends_at: ends_at.toISOString(),
      }))
    },
    entry,
    /** Returns an appointment for a calendar file and writes an audit entry. Throws 404 like {@link entry}. */
    calendarEntry: async (caller: Caller, id: number) => {
      const found = await entry(caller, id)
      await audit.note({
        actorId: caller.actor.id,
        actorRole: found.right === 'self' ? caller.actor.rol : found.right,
        action: 'booking.calendarFile',
        patientId: found.patient_id,
        object: `id_appointment=${id}`,
        origin: caller.origin,
      })
      return found
    },
    /** The functions that booking in an external service uses too. */
    desk: { rightFor, mayMove, mustHide, bookHiding, judgeModality, earlier, itemOf, tell },
    /** Deletes expired holds and stored responses, and returns their numbers. */
    purge: async () => {
      const now = clock.now()
      return {
        holds: await store.purgeHolds(now),
        answers: await store.purgeAnswers(new Date(now.getTime() - 86_400_000)),
      }
    },
  }
}

export type BookingService = ReturnType<typeof bookingService>

/** The functions of the scheduling service, implemented by the portal's own calendars or by an external service. */
export type BookingCalls = Pick<
  BookingService,
  'offices' | 'specialties' | 'professionals' | 'slots' | 'hold' | 'release' | 'check' | 'book'
>
