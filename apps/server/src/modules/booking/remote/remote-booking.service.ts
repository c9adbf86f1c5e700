/**
 * Booking in the calendars of an external service. The portal checks who may book for whom, sends requests to the service on
 * behalf of the patient, and stores in its own record what the service has booked.
 */

import { ApiError } from '@mi-portal/contract/api-error'
import { type Appointment, type AppointmentFacts, appointmentOf } from '@mi-portal/contract/appointments'
import {
  type BookingCheck,
  type BookingReply,
  type BookingRequest,
  bookingEndpoints,
} from '@mi-portal/contract/booking/bookings'
import { type ServiceNeed, serviceEndpoints } from '@mi-portal/contract/booking/services'
import { type Hold, type SlotsQuery, slotEndpoints } from '@mi-portal/contract/booking/slots'
import type { Audit } from '../../../platform/audit.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Context } from '../../../platform/context/context.ts'
import { brokenConstraint } from '../../../platform/database/constraint-errors.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { MailQueue } from '../../../ports/mail.ts'
import type {
  ProfessionalsQuery,
  RemoteScheduling,
  SpecialtiesQuery,
  VisitingPatient,
} from '../../../ports/scheduling.ts'
import * as externalAppointments from '../../appointments/write-external-appointments.ts'
import { findPerson, isPersonMinor } from '../../people/people.service.ts'
import type { BookedItems } from '../booked-items.service.ts'
import { addressBooker, bookingErrorOf, judgeModality, mentionsOthers } from '../booking.rules.ts'
import {
  type BookingAccess,
  type Caller,
  mayJoinVisits,
  type Right,
  toAuditRole,
} from '../booking-access.service.ts'
import type { BookingNotifier } from '../booking-notifier.service.ts'
import { digestOf, type RepeatedBookings } from '../repeated-bookings.service.ts'
import type { PendingBooking, RemoteHold } from './remote-booking.sql.ts'
import * as remoteBookingSql from './remote-booking.sql.ts'

type RemoteBookingDependencies = {
  readonly db: Database
  readonly service: RemoteScheduling
  readonly access: BookingAccess
  readonly items: BookedItems
  readonly notifier: BookingNotifier
  readonly repeated: RepeatedBookings
  readonly ctx: Context
  readonly mail: MailQueue
  readonly audit: Audit
  readonly clock: Clock
  /** The address of visits by video. */
  readonly videoAddress: string | undefined
}

/**
 * Milliseconds after which a booking without a response is sent again, and after which it is abandoned, because the service then
 * no longer knows its idempotency key.
 */
const resolveAfter = 30_000
const resolveUntil = 20 * 3_600_000

const nothingKnown = { key: null, reserved_group: null }

const isRejection = (error: unknown): error is ApiError => error instanceof ApiError && error.status < 500

export function createRemoteBookingService(dependencies: RemoteBookingDependencies) {
  const { db, service, access, items, notifier, repeated, ctx, mail, audit, clock, videoAddress } =
    dependencies

  async function visitor(id: number): Promise<VisitingPatient> {
    const person = await findPerson(ctx, id)
    if (person === null) throw new ApiError('notFound')
    return person
  }

  const self = ({ actor }: Caller) => visitor(actor.id)

  async function hold(caller: Caller, slotId: number): Promise<Hold> {
    const { data } = await service.ask(await self(caller), slotEndpoints.hold, {
      body: { slot_id: slotId },
    })
    const id = await remoteBookingSql.storeHold(
      db,
      caller.actor.id,
      caller.actor.id,
      data.slot,
      data.hold_id,
      new Date(data.expires_at),
    )
    if (id === null) throw new ApiError('slotTaken')
    return { ...data, hold_id: id }
  }

  async function heldOf({ actor }: Caller, holdId: number): Promise<RemoteHold> {
    const held = await remoteBookingSql.hold(db, holdId, actor.id)
    // If a booking got no response, only the service knows whether the hold was still valid.
    if (held === null || (held.asked === null && held.expires_at <= clock.now()))
      throw new ApiError('holdOver')
    return held
  }

  async function giveBack(held: RemoteHold): Promise<void> {
    await service
      .ask(await visitor(held.as_person_id), slotEndpoints.release, {
        params: { hold_id: held.outside_hold_id },
      })
      .catch((error: unknown) => {
        if (!isRejection(error)) throw error
      })
  }

  /** Returns the hold under the patient's name. A hold under another person's name is released and made again for the patient. */
  async function heldAs(held: RemoteHold, patient: VisitingPatient): Promise<RemoteHold> {
    if (held.as_person_id === patient.id) return held
    await giveBack(held)
    const { data } = await service.ask(patient, slotEndpoints.hold, { body: { slot_id: held.slot_id } })
    const until = new Date(data.expires_at)
    await remoteBookingSql.transferHold(db, held.id, patient.id, data.hold_id, until)
    return { ...held, as_person_id: patient.id, outside_hold_id: data.hold_id, expires_at: until }
  }

  /**
   * Returns the service's id of the appointment that is moved, and its modality. Throws `hourNotMovable` for an appointment that
   * is not in the service.
   */
  async function movedThere(caller: Caller, id: number | undefined, patientId: number, right: Right) {
    if (id === undefined) return undefined
    const { modality } = await access.mayMove(caller, id, patientId, right)
    const stored = await externalAppointments.externalIdOf(db, id)
    if (stored === null || stored.outside_id === null) throw new ApiError('hourNotMovable')
    return { id: stored.outside_id, modality }
  }

  const replyOf = (
    storedAppointment: AppointmentFacts,
    warning: string | null,
    right: Right,
    now: Date,
  ): BookingReply => ({
    data: appointmentOf(storedAppointment, mayJoinVisits(right) ? { address: videoAddress, now } : null),
    warning,
  })

  type Booking = {
    readonly caller: Caller
    readonly held: RemoteHold
    readonly right: Right
  } & PendingBooking

  /** Sends the booking to the service. Repeating it with the same hold, also by the job, is the same booking for the service. */
  async function requestBooking(
    { held, request }: Booking,
    there: number | undefined,
  ): Promise<BookingReply> {
    const patient = await visitor(request.patient_id)
    return service.ask(
      patient,
      bookingEndpoints.book,
      {
        body: {
          hold_id: held.outside_hold_id,
          patient_id: await service.getPatientNumber(patient),
          ...(there === undefined ? {} : { id_appointment: there }),
          ...(request.exam_id === undefined ? {} : { exam_id: request.exam_id }),
          ...(request.procedure === undefined ? {} : { procedure: request.procedure }),
          ...(request.accepted_modality === undefined
            ? {}
            : { accepted_modality: request.accepted_modality }),
        },
      },
      {
        'idempotency-key': `${held.id}-${held.outside_hold_id}-${digestOf(request).toString('hex').slice(0, 32)}`,
      },
    )
  }

  /** Stores what the service has booked in the portal's record, and notifies the recipients. */
  async function storeBooking(
    booking: Booking,
    bookedThere: Appointment,
    warning: string | null,
  ): Promise<BookingReply> {
    const { caller, held, right, request, key } = booking
    const { actor, origin } = caller
    const now = clock.now()
    const patient = await findPerson(ctx, request.patient_id)
    if (patient === null) throw new ApiError('notFound')
    const booker = right === 'self' ? patient : ((await findPerson(ctx, actor.id)) ?? patient)
    // An exam or procedure that the portal's own catalogue does not know is no reason to reject the booking.
    const { key: service_item, reserved_group } =
      (await items.itemOf(request).catch(() => null)) ?? nothingKnown
    const moved = request.id_appointment
    const answer = await db.transaction(async (tx) => {
      if (!(await remoteBookingSql.deleteHold(tx, held.id))) return null
      const draft = {
        appointment: bookedThere,
        patient_id: patient.id,
        reserved_group,
        booked_by: actor.id,
        service_item,
        now,
      }
      const storedAppointment = await (moved === undefined
        ? externalAppointments.book(tx, draft)
        : externalAppointments.move(tx, draft, moved))
      if (storedAppointment === null) return null
      const reply = replyOf(storedAppointment, warning, right, now)
      await audit.add(tx, {
        actorId: actor.id,
        actorRole: toAuditRole(right, actor),
        action: moved === undefined ? 'booking.book' : 'booking.move',
        patientId: patient.id,
        object: `id_appointment=${storedAppointment.id}`,
        origin,
      })
      const booked = {
        booker,
        patient,
        right,
        recipients: [],
        hour: { ...storedAppointment, patient_id: patient.id, reserved_group },
        address: bookedThere.place_care,
        moved: moved !== undefined,
      }
      await Promise.all(notifier.notifyBooking(tx, booked))
      const asked = digestOf(request)
      await repeated.storeAnswer(tx, actor, { key, holdId: request.hold_id, asked }, reply, now)
      return reply
    })
    mail.trigger()
    if (answer !== null) return answer
    // The same booking was already stored by a concurrent request or by the job.
    const holdId = request.hold_id
    const twin = await repeated.earlier(actor, { key, holdId, asked: digestOf(request) })
    if (twin !== null) return twin
    const stored = await externalAppointments.find(db, bookedThere.id_appointment)
    if (stored === null) throw new ApiError('hourNotCancellable')
    return replyOf(stored, warning, right, now)
  }

  async function resolveUnanswered(booking: Booking, there: number | undefined): Promise<BookingReply> {
    let answer: BookingReply
    try {
      answer = await requestBooking(booking, there)
    } catch (error) {
      if (isRejection(error)) {
        await remoteBookingSql.clearRequest(db, booking.held.id)
        throw error
      }
      throw new ApiError('bookingUnknown', { cause: error })
    }
    try {
      const { caller, request, right } = booking
      const hides = await access.mustHide(caller, request.patient_id, right)
      return await storeBooking(booking, answer.data, hides ? null : answer.warning)
    } catch (error) {
      // The appointment overlaps another one of the patient, which the service does not know.
      if (brokenConstraint(error) === 'appointments_patient_once' && there === undefined) {
        await service.ask(await visitor(booking.request.patient_id), bookingEndpoints.cancel, {
          params: { id_appointment: answer.data.id_appointment },
        })
        await remoteBookingSql.deleteHold(db, booking.held.id)
      }
      throw bookingErrorOf(error, brokenConstraint(error))
    }
  }

  async function book(caller: Caller, request: BookingRequest, key: string | null): Promise<BookingReply> {
    const asked = digestOf(request)
    const known = await repeated.earlier(caller.actor, { key, holdId: request.hold_id, asked })
    if (known !== null) return known
    const right = await access.rightFor(caller, request.patient_id)
    const there = await movedThere(caller, request.id_appointment, request.patient_id, right)
    const found = await heldOf(caller, request.hold_id)
    if (there && found.modality) judgeModality(there, found.modality, request.accepted_modality)
    const again = found.asked !== null
    if (found.asked !== null && !digestOf(found.asked.request).equals(asked)) throw new ApiError('holdOver')
    const held = again ? found : await heldAs(found, await visitor(request.patient_id))
    if (!again) await remoteBookingSql.ask(db, held.id, { request, key }, clock.now())
    return access.bookHiding(caller, request.patient_id, right, () =>
      resolveUnanswered({ caller, held, right, request, key }, there?.id),
    )
  }

  /** Repeats a booking without a response, on behalf of the person who booked. Returns true once its outcome is known. */
  async function resolveOne(held: RemoteHold, asked: PendingBooking): Promise<boolean> {
    const person = await findPerson(ctx, held.person_id)
    if (person === null) return false
    const actor = {
      id: person.id,
      rol: person.rol,
      permissions: [],
      sites: null,
      isMinor: isPersonMinor(ctx, person),
      documentType: person.document_type_id,
      sessionId: 0,
      temporaryKey: false,
      lacksFactor: false,
      lacksConsent: false,
      isConfirmed: false,
    }
    const caller = { actor, origin: { ip: '127.0.0.1', requestId: 'booking.settle' } }
    const { request, key } = asked
    try {
      const right = await access.rightFor(caller, request.patient_id)
      const there = await movedThere(caller, request.id_appointment, request.patient_id, right)
      await resolveUnanswered({ caller, held, right, request, key }, there?.id)
    } catch (error) {
      if (!isRejection(error)) return false
      await remoteBookingSql.deleteHold(db, held.id)
    }
    return true
  }

  const listed = (codes: readonly string[] | undefined) =>
    codes === undefined ? {} : { specialty: codes.join(',') }

  return {
    offices: async (caller: Caller, { specialty, ...query }: ServiceNeed) => {
      const sent = { query: { ...query, ...listed(specialty) } }
      return (await service.ask(await self(caller), serviceEndpoints.offices, sent)).data
    },
    // The service knows the patient by another number, so it lists the services for all ages.
    specialties: async (caller: Caller, { spec_id, patient_id: _, ...query }: SpecialtiesQuery) => {
      const named = spec_id === undefined ? {} : { spec_id: spec_id.join(',') }
      const sent = { query: { ...query, ...named } }
      return (await service.ask(await self(caller), serviceEndpoints.specialties, sent)).data
    },
    professionals: async (caller: Caller, { specialty, ...query }: ProfessionalsQuery) => {
      const sent = { query: { ...query, ...listed(specialty) } }
      return (await service.ask(await self(caller), serviceEndpoints.professionals, sent)).data
    },
    // The service knows the patient by another number, and judges the age when it books.
    slots: async (caller: Caller, { specialty, patient_id: _, ...query }: SlotsQuery) => {
      const sent = { query: { ...query, ...listed(specialty) } }
      return (await service.ask(await self(caller), slotEndpoints.slots, sent)).data
    },
    hold,
    release: async (caller: Caller, holdId: number): Promise<void> => {
      const held = await remoteBookingSql.hold(db, holdId, caller.actor.id)
      if (held === null || held.asked !== null) throw new ApiError('notFound')
      await giveBack(held)
      await remoteBookingSql.deleteHold(db, held.id)
    },
    check: async (caller: Caller, holdId: number, { patient_id, id_appointment, ...named }: BookingCheck) => {
      const right = await access.rightFor(caller, patient_id)
      const there = await movedThere(caller, id_appointment, patient_id, right)
      const patient = await visitor(patient_id)
      const held = await heldAs(await heldOf(caller, holdId), patient)
      const hides = await access.mustHide(caller, patient_id, right)
      try {
        const { data } = await service.ask(patient, bookingEndpoints.check, {
          params: { hold_id: held.outside_hold_id },
          body: {
            ...named,
            patient_id: await service.getPatientNumber(patient),
            ...(there === undefined ? {} : { id_appointment: there.id }),
          },
        })
        return hides ? { warning: null } : data
      } catch (error) {
        // Conflicts with appointments that the caller may not know are reported only by the booking, of which the patient learns.
        if (hides && mentionsOthers(error)) return { warning: null }
        throw addressBooker(error, right === 'self')
      }
    },
    book,
    /** Resolves bookings without a response, deletes expired holds, and returns their numbers. */
    resolveUnanswered: async () => {
      const now = clock.now().getTime()
      let settled = 0
      for (const held of await remoteBookingSql.unanswered(db, new Date(now - resolveAfter))) {
        if (held.asked === null) continue
        if (held.expires_at.getTime() + resolveUntil < now) await remoteBookingSql.deleteHold(db, held.id)
        else if (await resolveOne(held, held.asked)) settled += 1
      }
      return { settled, holds: await remoteBookingSql.purge(db, new Date(now)) }
    },
    /**
     * Cancels an appointment in the service before the portal's record does. Appointments that are not in the service are
     * skipped.
     */
    requestCancellation: async (appointmentId: number): Promise<void> => {
      const stored = await externalAppointments.externalIdOf(db, appointmentId)
      if (stored === null || stored.outside_id === null) return
      const patient = await visitor(stored.patient_id)
      const id = stored.outside_id
      await service
        .ask(patient, bookingEndpoints.cancel, { params: { id_appointment: id } })
        .catch(async (error: unknown) => {
          // Already cancelled in the service: by an earlier attempt without a response, or by the clinic.
          if (!isRejection(error) || !(await service.isCancelled(patient, id))) throw error
        })
    },
  }
}

export type RemoteBookingService = ReturnType<typeof createRemoteBookingService>
