/**
 * Booking where an outside service keeps the calendars. The portal settles who may book for whom, asks the service in the
 * patient's own name, and keeps in its record what the service has booked.
 */
import { type Appointment, appointmentOf, type HourFacts } from '@mi-portal/contract/appointments'
import {
  type BookingCheck,
  type BookingReply,
  type BookingRequest,
  bookingEndpoints,
  type Hold,
  type SlotsQuery,
} from '@mi-portal/contract/booking'
import { Failure } from '@mi-portal/contract/failure'
import type { Audit } from '../../../platform/audit.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database, Queries } from '../../../platform/database/database.ts'
import { brokenConstraint } from '../../../platform/database/fault.ts'
import type { MailQueue } from '../../../ports/mail.ts'
import type { OutsideScheduling, VisitingPatient } from '../../../ports/scheduling.ts'
import type { PeopleService } from '../../people/people.service.ts'
import {
  type BookingService,
  type Caller,
  digestOf,
  type ProfessionalsQuery,
  type Right,
  refusalOf,
  type SpecialtiesQuery,
} from '../booking.service.ts'
import type { AskedBooking, OutsideBookingStore, OutsideHold } from './outside-booking.store.ts'

type OutsideBookingParts = {
  readonly db: Database
  readonly store: OutsideBookingStore
  readonly outside: OutsideScheduling
  readonly desk: BookingService['desk']
  readonly keepAnswer: (
    tx: Queries,
    personId: number,
    key: string,
    asked: Uint8Array,
    answer: BookingReply,
    now: Date,
  ) => Promise<void>
  readonly people: PeopleService
  readonly mail: MailQueue
  readonly audit: Audit
  readonly clock: Clock
  /** Where visits by video take place. */
  readonly videoAddress: string | undefined
}

/** A booking that was not answered is asked about again after this long, and given up with the service's memory of keys. */
const settleAfter = 30_000
const settleUntil = 20 * 3_600_000

const nothingKnown = { key: null, reserved_group: null }

const isRefusal = (error: unknown): error is Failure => error instanceof Failure && error.status < 500

export function outsideBookingService(parts: OutsideBookingParts) {
  const { db, store, outside, desk, keepAnswer, people, mail, audit, clock, videoAddress } = parts

  async function visitor(id: number): Promise<VisitingPatient> {
    const person = await people.byId(id)
    if (person === null) throw new Failure('notFound')
    return person
  }

  const self = ({ actor }: Caller) => visitor(actor.id)

  async function hold(caller: Caller, slotId: number): Promise<Hold> {
    const { data } = await outside.ask(await self(caller), bookingEndpoints.hold, {
      body: { slot_id: slotId },
    })
    const id = await store.keepHold(
      caller.actor.id,
      caller.actor.id,
      slotId,
      data.hold_id,
      new Date(data.expires_at),
    )
    if (id === null) throw new Failure('slotTaken')
    return { ...data, hold_id: id }
  }

  async function heldOf({ actor }: Caller, holdId: number): Promise<OutsideHold> {
    const held = await store.hold(holdId, actor.id)
    // Of a booking that was not answered the service alone knows whether it was in time.
    if (held === null || (held.asked === null && held.expires_at <= clock.now()))
      throw new Failure('holdOver')
    return held
  }

  async function giveBack(held: OutsideHold): Promise<void> {
    await outside
      .ask(await visitor(held.as_person_id), bookingEndpoints.release, {
        params: { hold_id: held.outside_hold_id },
      })
      .catch((error: unknown) => {
        if (!isRefusal(error)) throw error
      })
  }

  /** The hold as that patient's: what somebody chose for another is given back and held anew in the other's name. */
  async function heldAs(held: OutsideHold, patient: VisitingPatient): Promise<OutsideHold> {
    if (held.as_person_id === patient.id) return held
    await giveBack(held)
    const { data } = await outside.ask(patient, bookingEndpoints.hold, { body: { slot_id: held.slot_id } })
    const until = new Date(data.expires_at)
    await store.passOn(held.id, patient.id, data.hold_id, until)
    return { ...held, as_person_id: patient.id, outside_hold_id: data.hold_id, expires_at: until }
  }

  /** The service's number of the hour that is moved; one that it does not keep cannot be moved there. */
  async function movedThere(caller: Caller, id: number | undefined, patientId: number, right: Right) {
    if (id === undefined) return undefined
    await desk.mayMove(caller, id, patientId, right)
    const kept = await store.outsideIdOf(id)
    if (kept === null || kept.outside_id === null) throw new Failure('hourNotMovable')
    return kept.outside_id
  }

  const replyOf = (hour: HourFacts, warning: string | null, right: Right, now: Date): BookingReply => ({
    data: appointmentOf(hour, right === 'leader' ? null : { address: videoAddress, now }),
    // Of an adult's other hours the person who books for them learns nothing.
    warning: right === 'leader' ? null : warning,
  })

  type Booking = { readonly caller: Caller; readonly held: OutsideHold; readonly right: Right } & AskedBooking

  /** Asks the service; the same hold asked again, also by the job, is the same booking there. */
  async function askFor({ held, request }: Booking, there: number | undefined): Promise<BookingReply> {
    const patient = await visitor(request.patient_id)
    return outside.ask(
      patient,
      bookingEndpoints.book,
      {
        body: {
          hold_id: held.outside_hold_id,
          patient_id: await outside.numberOf(patient),
          ...(there === undefined ? {} : { id_appointment: there }),
          ...(request.exam_id === undefined ? {} : { exam_id: request.exam_id }),
          ...(request.procedure === undefined ? {} : { procedure: request.procedure }),
        },
      },
      {
        'idempotency-key': `${held.id}-${held.outside_hold_id}-${digestOf(request).toString('hex').slice(0, 32)}`,
      },
    )
  }

  /** Keeps in the record what the service has booked, and tells who is to know. */
  async function keep(booking: Booking, told: Appointment, warning: string | null): Promise<BookingReply> {
    const { caller, held, right, request, key } = booking
    const { actor, origin } = caller
    const now = clock.now()
    const patient = await people.byId(request.patient_id)
    if (patient === null) throw new Failure('notFound')
    const booker = right === 'self' ? patient : ((await people.byId(actor.id)) ?? patient)
    // What the portal's own catalogue does not know is no fault of the booking.
    const { key: service_item, reserved_group } =
      (await desk.itemOf(request).catch(() => null)) ?? nothingKnown
    const moved = request.id_appointment
    const answer = await db.transaction(async (tx) => {
      if (!(await store.dropHold(tx, held.id))) return null
      const draft = {
        told,
        patient_id: patient.id,
        reserved_group,
        booked_by: actor.id,
        service_item,
        now,
      }
      const hour = await (moved === undefined ? store.book(tx, draft) : store.move(tx, draft, moved))
      if (hour === null) return null
      const reply = replyOf(hour, warning, right, now)
      await audit.add(tx, {
        actorId: actor.id,
        actorRole: right === 'self' ? actor.rol : right,
        action: moved === undefined ? 'booking.book' : 'booking.move',
        patientId: patient.id,
        object: `id_appointment=${hour.id}`,
        origin,
      })
      const news = { booker, patient, right, hour, address: told.place_care, moved: moved !== undefined }
      await Promise.all(desk.tell(tx, news))
      if (key !== null) await keepAnswer(tx, actor.id, key, digestOf(request), reply, now)
      return reply
    })
    mail.nudge()
    if (answer !== null) return answer
    // The same booking was kept by another call or by the job.
    const kept = await store.byOutsideId(told.id_appointment)
    if (kept === null) throw new Failure('hourNotCancellable')
    return replyOf(kept, warning, right, now)
  }

  async function settle(booking: Booking, there: number | undefined): Promise<BookingReply> {
    let answer: BookingReply
    try {
      answer = await askFor(booking, there)
    } catch (error) {
      if (isRefusal(error)) {
        await store.forgetAsked(booking.held.id)
        throw error
      }
      throw new Failure('bookingUnknown', { cause: error })
    }
    try {
      return await keep(booking, answer.data, answer.warning)
    } catch (error) {
      // Another hour of the patient stands in the way that the service knows nothing of.
      if (brokenConstraint(error) === 'appointments_patient_once' && there === undefined) {
        await outside.ask(await visitor(booking.request.patient_id), bookingEndpoints.cancel, {
          params: { id_appointment: answer.data.id_appointment },
        })
        await store.dropHold(db, booking.held.id)
      }
      throw refusalOf(error)
    }
  }

  async function book(caller: Caller, request: BookingRequest, key: string | null): Promise<BookingReply> {
    const known = await desk.earlier(caller.actor, key, digestOf(request))
    if (known !== null) return known
    const right = await desk.rightFor(caller, request.patient_id)
    const there = await movedThere(caller, request.id_appointment, request.patient_id, right)
    const found = await heldOf(caller, request.hold_id)
    const again = found.asked !== null
    if (again && !digestOf(found.asked.request).equals(digestOf(request))) throw new Failure('holdOver')
    const held = again ? found : await heldAs(found, await visitor(request.patient_id))
    if (!again) await store.ask(held.id, { request, key }, clock.now())
    return settle({ caller, held, right, request, key }, there)
  }

  /** Asks again about a booking that was not answered, as the person who booked; true once it is known. */
  async function settleOne(held: OutsideHold, asked: AskedBooking): Promise<boolean> {
    const person = await people.byId(held.person_id)
    if (person === null) return false
    const actor = {
      id: person.id,
      rol: person.rol,
      isMinor: people.isMinor(person),
      documentType: person.document_type_id,
      sessionId: 0,
      temporaryKey: false,
      lacksFactor: false,
      lacksConsent: false,
    }
    const caller = { actor, origin: { ip: '127.0.0.1', requestId: 'booking.settle' } }
    const { request, key } = asked
    try {
      const right = await desk.rightFor(caller, request.patient_id)
      const there = await movedThere(caller, request.id_appointment, request.patient_id, right)
      await settle({ caller, held, right, request, key }, there)
    } catch (error) {
      if (!isRefusal(error)) return false
      await store.dropHold(db, held.id)
    }
    return true
  }

  const listed = (codes: readonly string[] | undefined) =>
    codes === undefined ? {} : { specialty: codes.join(',') }

  return {
    offices: async (caller: Caller) =>
      (await outside.ask(await self(caller), bookingEndpoints.offices, {})).data,
    specialties: async (caller: Caller, { spec_id, ...query }: SpecialtiesQuery) => {
      const named = spec_id === undefined ? {} : { spec_id: spec_id.join(',') }
      const sent = { query: { ...query, ...named } }
      return (await outside.ask(await self(caller), bookingEndpoints.specialties, sent)).data
    },
    professionals: async (caller: Caller, { specialty, ...query }: ProfessionalsQuery) => {
      const sent = { query: { ...query, ...listed(specialty) } }
      return (await outside.ask(await self(caller), bookingEndpoints.professionals, sent)).data
    },
    slots: async (caller: Caller, { specialty, ...query }: SlotsQuery) => {
      const sent = { query: { ...query, ...listed(specialty) } }
      return (await outside.ask(await self(caller), bookingEndpoints.slots, sent)).data
    },
    hold,
    release: async (caller: Caller, holdId: number): Promise<void> => {
      const held = await store.hold(holdId, caller.actor.id)
      if (held === null || held.asked !== null) throw new Failure('notFound')
      await giveBack(held)
      await store.dropHold(db, held.id)
    },
    check: async (caller: Caller, holdId: number, { patient_id, id_appointment, ...named }: BookingCheck) => {
      const right = await desk.rightFor(caller, patient_id)
      const there = await movedThere(caller, id_appointment, patient_id, right)
      const patient = await visitor(patient_id)
      const held = await heldAs(await heldOf(caller, holdId), patient)
      const { data } = await outside.ask(patient, bookingEndpoints.check, {
        params: { hold_id: held.outside_hold_id },
        body: {
          ...named,
          patient_id: await outside.numberOf(patient),
          ...(there === undefined ? {} : { id_appointment: there }),
        },
      })
      return right === 'leader' ? { warning: null } : data
    },
    book,
    /** Learns what became of bookings that were not answered, and forgets holds that ran out; counts. */
    settle: async () => {
      const now = clock.now().getTime()
      let settled = 0
      for (const held of await store.unanswered(new Date(now - settleAfter))) {
        if (held.asked === null) continue
        if (held.expires_at.getTime() + settleUntil < now) await store.dropHold(db, held.id)
        else if (await settleOne(held, held.asked)) settled += 1
      }
      return { settled, holds: await store.purge(new Date(now)) }
    },
    /** Asks for an hour back before the record says so. One that the service does not keep is the portal's own. */
    giveUp: async (hourId: number): Promise<void> => {
      const kept = await store.outsideIdOf(hourId)
      if (kept === null || kept.outside_id === null) return
      const patient = await visitor(kept.patient_id)
      const id = kept.outside_id
      await outside
        .ask(patient, bookingEndpoints.cancel, { params: { id_appointment: id } })
        .catch(async (error: unknown) => {
          // Given up there already: by an earlier try that was not heard of, or by the clinic.
          if (!isRefusal(error) || !(await outside.isCancelled(patient, id))) throw error
        })
    },
  }
}

export type OutsideBookingService = ReturnType<typeof outsideBookingService>
