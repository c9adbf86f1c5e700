/** Booking: which hours are free, keeping one, taking it, moving it. What two people do at once the database decides. */
import { createHash } from 'node:crypto'
import { appointmentOf, type HourFacts } from '@mi-portal/contract/appointments'
import {
  type BookingCheck,
  type BookingReply,
  type BookingRequest,
  bookingMinutes,
  type Hold,
  type OfficeCode,
  type Slot,
  type SlotsQuery,
} from '@mi-portal/contract/booking'
import { Failure, type FailureCode } from '@mi-portal/contract/failure'
import { addDays, ageOn, dayOf, momentOf, santiago } from '@mi-portal/contract/values/dates'
import type { Audit, AuditEntry } from '../../platform/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Queries } from '../../platform/database/database.ts'
import { brokenConstraint } from '../../platform/database/fault.ts'
import type { Actor, Origin } from '../../platform/http/actor.ts'
import type { KeptHour } from '../../ports/clinical-archive.ts'
import type { MailQueue } from '../../ports/mail.ts'
import type { Reach } from '../family/reach.ts'
import type { NotificationsService } from '../notifications/notifications.service.ts'
import type { PeopleService } from '../people/people.service.ts'
import { type HourLetter, hourBooked, hourBookedForYou, hourMoved } from './booking.mails.ts'
import { mostHolds, nearnessWarning, placeOf, visitOf } from './booking.rules.ts'
import type {
  BookedItem,
  BookingFacts,
  BookingStore,
  Conflicts,
  HeldHour,
  HourPatient,
  NewHour,
  SlotRow,
  Spending,
} from './booking.store.ts'
import { ageFault, wayFault } from './exam-booking.rules.ts'

/** Who asks, from where. */
export type Caller = { readonly actor: Actor; readonly origin: Origin }

type BookingParts = {
  readonly db: Database
  readonly store: BookingStore
  readonly reach: Reach
  readonly people: PeopleService
  readonly notifications: NotificationsService
  readonly mail: MailQueue
  readonly audit: Audit
  readonly clock: Clock
  /** Hours to come that a patient may have of one specialty. */
  readonly openHours: number
  /** Where visits by video take place. */
  readonly videoAddress: string | undefined
  /** From this age on nobody is a child to an exam. */
  readonly paediatricAge: number
  /** An hour wherever it is kept. */
  readonly elsewhere: (id: number) => Promise<KeptHour | null>
}

type Modality = Slot['modality']

/** As what somebody books: an adult's leader sees the hour that was booked and nothing else. */
export type Right = 'self' | 'guardian' | 'leader'

function presentSlot(slot: SlotRow): Slot {
  return { ...slot, starts_at: slot.starts_at.toISOString(), ends_at: slot.ends_at.toISOString() }
}

/** What a booking asks for, in a form that tells two of them apart. */
export function digestOf({
  hold_id,
  patient_id,
  id_appointment,
  exam_id,
  procedure,
}: BookingRequest): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([hold_id, patient_id, id_appointment, exam_id, procedure]))
    .digest()
}

const refusals: Readonly<Record<string, FailureCode>> = {
  appointments_professional_once: 'slotTaken',
  appointments_patient_once: 'patientBusy',
  booking_patient: 'notFound',
  booking_busy: 'patientBusy',
  booking_many: 'tooManyHours',
  booking_hold: 'holdOver',
  booking_moved: 'hourNotCancellable',
}

/** What a change ran into that broke a constraint or was refused by the database, as the caller is told. */
export function refusalOf(error: unknown): unknown {
  const name = refusals[brokenConstraint(error) ?? '']
  return name === undefined ? error : new Failure(name)
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
  const { db, store, reach, people, notifications, mail, audit, clock, openHours, videoAddress } = parts
  const { paediatricAge, elsewhere } = parts
  const today = () => dayOf(clock.now())

  const officeIdOf = async (code: OfficeCode | undefined) =>
    code === undefined ? null : ((await store.officeId(code)) ?? 0)
  const codesOf = async (codes: readonly string[] | undefined) =>
    codes === undefined ? null : store.codesOf(codes)

  /** What is searched for, or null where an exam or a procedure is unknown. */
  async function needOf(query: SlotsQuery) {
    if (query.exam_id !== undefined) return store.needOfExam(query.exam_id)
    return query.procedure === undefined
      ? { codes: null, offices: null, minutes: 0 }
      : store.needOfProcedure(query.procedure)
  }

  async function slots(query: SlotsQuery): Promise<Slot[]> {
    const need = await needOf(query)
    if (need === null) throw new Failure('notFound')
    const item = await itemOf(query)
    const fault = item && wayFault(item)
    if (fault) throw new Failure(fault)
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
      // The calendar was changed at the same moment: the hour is none any more.
      if (brokenConstraint(error) === 'holds_slot_id_fkey') return null
      throw error
    }
  }

  async function hold({ actor }: Caller, slotId: number): Promise<Hold> {
    const now = clock.now()
    const until = new Date(now.getTime() + bookingMinutes.hold * 60_000)
    const present = async (kept: { id: number; expires_at: Date }) => {
      const slot = await store.slot(slotId)
      // A calendar that changed in this moment took the hour away, and the hold with it.
      if (slot === null) throw new Failure('slotTaken')
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
    if ((await store.slotState(slotId, now)) === null) throw new Failure('notFound')
    // Asked twice at the same moment, the second finds what the first has made.
    const kept = await store.heldBy(slotId, actor.id, now)
    if (kept !== null) return present(kept)
    throw new Failure('slotTaken')
  }

  async function rightOf(personId: number, patientId: number): Promise<Right | null> {
    if (personId === patientId) return 'self'
    const booking = await reach.booking(personId, patientId)
    if (booking === null) return null
    return booking.sees === null ? 'leader' : 'guardian'
  }

  /** As what the caller may book for that patient; 404 where they may not, which leaves an audit row. */
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
    throw new Failure('notFound')
  }

  function judge({ busy, open_hours }: Conflicts): void {
    if (busy) throw new Failure('patientBusy')
    if (open_hours >= openHours) throw new Failure('tooManyHours')
  }

  /** The facts where there is a held hour and somebody whom it can be for. */
  function complete<Facts extends BookingFacts>(facts: Facts | null): Facts & { patient: HourPatient } {
    if (facts === null) throw new Failure('holdOver')
    const { patient } = facts
    if (patient === null) throw new Failure('notFound')
    return { ...facts, patient }
  }

  // Of an adult's other hours the person who books for them learns nothing.
  function warningFor({ held, near }: BookingFacts, right: Right): string | null {
    return right === 'leader' ? null : nearnessWarning(held, near)
  }

  type Named = Pick<BookingRequest, 'exam_id' | 'procedure'>

  /** The exam or the procedure that is named, or null where none is. */
  async function itemOf({ exam_id, procedure }: Named): Promise<(BookedItem & { key: string }) | null> {
    const isExam = exam_id !== undefined
    if (!isExam && procedure === undefined) return null
    const row = await (isExam ? store.itemOfExam(exam_id) : store.itemOfProcedure(procedure ?? ''))
    if (row === null) throw new Failure('notFound')
    return { key: isExam ? `exam:${exam_id}` : `procedure:${procedure}`, ...row }
  }

  /** Refuses what is had another way, is not for that patient, or for which the hour is not. */
  function judgeItem(item: BookedItem | null, held: HeldHour, { date_birth }: HourPatient): void {
    if (item === null) return
    const age = date_birth === null ? null : ageOn(date_birth, dayOf(held.starts_at))
    const fault = wayFault(item) ?? ageFault(item, age, paediatricAge)
    if (fault) throw new Failure(fault)
    if (!item.codes.includes(held.service_code)) throw new Failure('hourOfAnother')
  }

  type Addressee = {
    readonly id: number
    readonly first_name: string
    readonly last_name: string
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
        data: letter(booker.first_name, right === 'self' ? null : patient.first_name),
      }
      told.push(mail.queue(tx, moved ? hourMoved : hourBooked, written))
    }
    if (right !== 'leader') return told
    const booked_by = `${booker.first_name} ${booker.last_name}`
    if (patient.email !== null) {
      const written = {
        recipient: patient.email,
        person_id: patient.id,
        data: { ...letter(patient.first_name, null), booked_by, moved },
      }
      told.push(mail.queue(tx, hourBookedForYou, written))
    }
    told.push(
      notifications.notify(tx, {
        person_id: patient.id,
        type: 'appointments',
        text: `${booked_by} ${moved ? 'cambió' : 'reservó'} una hora para ti. La encuentras en tus consultas médicas.`,
      }),
    )
    return told
  }

  /** The hour that is moved must be one the caller may cancel; whether it still can be moved is decided when it is. */
  async function mayMove(caller: Caller, id: number, patientId: number, right: Right): Promise<void> {
    const entry = await store.calendarEntry(id)
    if (entry === null) await refuseElsewhere(caller.actor, id)
    if (entry === null || entry.patient_id !== patientId || !(await maySee(caller.actor, entry, right)))
      throw new Failure('notFound')
    if (!entry.can_move) throw new Failure('hourNotMovable')
  }

  /** Who may see an hour that is kept elsewhere is told that it cannot be moved here; nobody else that it is there. */
  async function refuseElsewhere(actor: Actor, id: number): Promise<void> {
    const hour = await elsewhere(id)
    const right = hour?.can_move === false ? await rightOf(actor.id, hour.patient_id) : null
    if (hour !== null && right !== null && (await maySee(actor, hour, right)))
      throw new Failure('hourNotMovable')
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

  /** The answer of an earlier booking under the same key, or null. */
  async function earlier(actor: Actor, key: string | null, asked: Uint8Array): Promise<BookingReply | null> {
    const kept = key === null ? null : await store.answered(actor.id, key)
    if (kept === null) return null
    if (!Buffer.from(kept.asked).equals(asked)) throw new Failure('keyUsed')
    return kept.answer as BookingReply
  }

  async function book(caller: Caller, request: BookingRequest, key: string | null): Promise<BookingReply> {
    const { actor } = caller
    const { patient_id, id_appointment } = request
    const asked = digestOf(request)
    const known = await earlier(actor, key, asked)
    if (known !== null) return known
    const right = await rightFor(caller, patient_id)
    const moved = id_appointment ?? null
    if (moved !== null) await mayMove(caller, moved, patient_id, right)
    try {
      return await take(caller, { request, right, moved, key, asked })
    } catch (error) {
      const refusal = refusalOf(error)
      // The same booking sent twice at once: whoever comes second answers as the first did.
      const isMine =
        brokenConstraint(error) === 'booking_keys_pkey' ||
        (refusal instanceof Failure && refusal.status === 409)
      const twin = isMine ? await earlier(actor, key, asked) : null
      if (twin !== null) return twin
      throw refusal
    }
  }

  type Taking = {
    readonly request: BookingRequest
    readonly right: Right
    readonly moved: number | null
    readonly key: string | null
    readonly asked: Uint8Array
  }

  /**
   * Takes the hour of a hold that is spent with it: a new one, or the one that is moved. All that is written is known
   * before and travels at once behind the lock on the patient; the database refuses it whole.
   */
  async function take(caller: Caller, { request, right, moved, key, asked }: Taking): Promise<BookingReply> {
    const { actor, origin } = caller
    const { hold_id, patient_id } = request
    const now = clock.now()
    const [found, item, booker] = await Promise.all([
      store.factsToBook({ holdId: hold_id, personId: actor.id, patientId: patient_id, moved, now }),
      itemOf(request),
      right === 'self' ? null : people.byId(actor.id),
    ])
    const facts = complete(found)
    const { held, patient } = facts
    judgeItem(item, held, patient)
    const hour: NewHour = {
      patient_id,
      held,
      sub_context: visitOf(held.service_kind, item?.name ?? null),
      place_detail: placeOf(held),
      reserved_group: item?.reserved_group ?? held.reserved_group,
      booked_by: actor.id,
      service_item: item?.key ?? null,
      now,
    }
    const id = moved ?? facts.hour_id
    const told: HourFacts = { ...held, ...hour, id, specialty_code: held.service_code }
    // An adult's leader sees the hour, and joins no visit of theirs.
    const visits = right === 'leader' ? null : { address: videoAddress, now }
    const reply: BookingReply = { data: appointmentOf(told, visits), warning: warningFor(facts, right) }
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
    const spending: Spending = { hour, id, openHours }
    await db.atOnce((tx) => [
      store.lockPatient(tx, patient_id),
      moved === null ? store.book(tx, spending) : store.move(tx, spending),
      audit.add(tx, note),
      ...(actor.visiting ? [store.toldElsewhere(tx, id)] : tell(tx, news)),
      ...(held.waiting_id === null ? [] : [store.serve(tx, held.waiting_id, now)]),
      ...(key === null ? [] : [store.keepAnswer(tx, actor.id, key, asked, reply, now)]),
    ])
    mail.nudge()
    return reply
  }

  return {
    offices: (_: Caller) => store.offices(),
    specialties: (_: Caller, { office_id, spec_id, modality }: SpecialtiesQuery) =>
      spec_id === undefined
        ? store.consulted(office_id ?? null, today(), modality ?? null)
        : store.named(spec_id),
    professionals: async (_: Caller, query: ProfessionalsQuery) => {
      const rows = await store.professionals(
        await officeIdOf(query.office_id),
        await codesOf(query.specialty),
        query.rut_professional ?? null,
        clock.now(),
        today(),
        query.modality ?? null,
      )
      return rows.map((row) => ({
        ...row,
        specialties: [...(row.specialties ?? [])],
        next_free: row.next_free?.toISOString() ?? null,
      }))
    },
    slots: (_: Caller, query: SlotsQuery) => slots(query),
    /** Keeps a slot; asking again gives the same hold. 404 for no slot, 409 where it is held or taken by another. */
    hold,
    release: async ({ actor }: Caller, holdId: number): Promise<void> => {
      if (!(await store.release(db, holdId, actor.id))) throw new Failure('notFound')
    },
    /** Refuses as booking it would, and says what to consider. */
    check: async (caller: Caller, holdId: number, { patient_id, id_appointment, ...named }: BookingCheck) => {
      const right = await rightFor(caller, patient_id)
      const moved = id_appointment ?? null
      if (moved !== null) await mayMove(caller, moved, patient_id, right)
      const now = clock.now()
      const facts = complete(
        await store.facts({ holdId, personId: caller.actor.id, patientId: patient_id, moved, now }),
      )
      judge(await store.conflicts(patient_id, facts.held, moved, now))
      judgeItem(await itemOf(named), facts.held, facts.patient)
      return { warning: warningFor(facts, right) }
    },
    book,
    /** Hours to come that the caller booked for adults. */
    booked: async ({ actor }: Caller) => {
      const hours = await store.bookedFor(actor.id, clock.now())
      const rights = await Promise.all(hours.map((hour) => rightOf(actor.id, hour.patient_id)))
      return hours
        .filter((_, index) => rights[index] === 'leader')
        .map((hour) => ({ ...appointmentOf(hour, null), patient_full_name: hour.patient_full_name }))
    },
    /** An hour that the caller may see, and as what; 404 otherwise. */
    entry: async ({ actor }: Caller, id: number) => {
      const entry = await store.calendarEntry(id)
      if (entry === null) await refuseElsewhere(actor, id)
      const right = entry === null ? null : await rightOf(actor.id, entry.patient_id)
      if (entry === null || right === null || !(await maySee(actor, entry, right)))
        throw new Failure('notFound')
      return { ...entry, right }
    },
    /** What booking turns on wherever the hours are kept. */
    desk: { rightFor, mayMove, earlier, itemOf, tell },
    /** Forgets what ran out; counts. */
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

/** The calls of the scheduling service, answered by the portal's own calendars or by those of an outside service. */
export type BookingCalls = Pick<
  BookingService,
  'offices' | 'specialties' | 'professionals' | 'slots' | 'hold' | 'release' | 'check' | 'book'
>
