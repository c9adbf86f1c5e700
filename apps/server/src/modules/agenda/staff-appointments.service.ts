/** A professional's week, and appointments that staff move or cancel. The patient is notified of each change. */

import type {
  CalendarAppointment,
  Decision,
  MoveTarget,
} from '@mi-portal/contract/agenda/calendar-appointments'
import { ApiError } from '@mi-portal/contract/api-error'
import { type Page, pageOf } from '@mi-portal/contract/paging'
import { addDays, type Day, momentOf } from '@mi-portal/contract/values/dates'
import { holidaysOf } from '@mi-portal/contract/values/holidays'
import type { Audit } from '../../platform/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import { brokenConstraint } from '../../platform/database/constraint-errors.ts'
import type { Database, Queries } from '../../platform/database/database.ts'
import type { Actor, Origin } from '../../platform/http/actor.ts'
import type { AppointmentCancellation } from '../../ports/scheduling.ts'
import type { AppointmentRecords } from '../appointments/appointment-records.service.ts'
import type { CalendarService } from '../booking/calendar/calendar.service.ts'
import type { AppointmentNotifier, Audience } from './appointment-notifier.service.ts'
import * as calendarsSql from './calendars.sql.ts'
import type { AppointmentRow } from './staff-appointments.sql.ts'
import * as staffAppointmentsSql from './staff-appointments.sql.ts'

export type Staff = { readonly actor: Actor; readonly origin: Origin }

type StaffAppointmentsDependencies = {
  readonly db: Database
  readonly calendar: CalendarService
  readonly notifier: AppointmentNotifier
  readonly appointmentRecords: AppointmentRecords
  readonly cancellation: AppointmentCancellation
  readonly audit: Audit
  readonly clock: Clock
}

type Move = {
  readonly slot_id: number
  readonly sequence: number
  readonly accepted_modality?: MoveTarget['modality'] | undefined
}

function presentAppointment(row: AppointmentRow): CalendarAppointment {
  const { patient_id: _, booked_by: _by, reserved_group: _group, ...appointment } = row
  const { starts_at, ends_at, confirmed_at, ...shown } = appointment
  return {
    ...shown,
    starts_at: starts_at.toISOString(),
    ends_at: ends_at.toISOString(),
    confirmed_at: confirmed_at?.toISOString() ?? null,
  }
}

const timed = <Row extends { starts_at: Date; ends_at: Date }>({ starts_at, ends_at, ...rest }: Row) => ({
  ...rest,
  starts_at: starts_at.toISOString(),
  ends_at: ends_at.toISOString(),
})

export function createStaffAppointmentsService(dependencies: StaffAppointmentsDependencies) {
  const { db, calendar, notifier, appointmentRecords, cancellation, audit, clock } = dependencies

  /** Returns appointments for display and writes an audit entry for each of their patients. */
  async function presentAll({ actor, origin }: Staff, rows: readonly AppointmentRow[], action: string) {
    await audit.recordEach({ actorId: actor.id, actorRole: actor.rol, action, origin }, [
      ...new Set(rows.map(({ patient_id }) => patient_id)),
    ])
    return rows.map(presentAppointment)
  }

  function recordAudit(tx: Queries, { actor, origin }: Staff, action: string, appointment: AppointmentRow) {
    return audit.add(tx, {
      actorId: actor.id,
      actorRole: actor.rol,
      action,
      patientId: appointment.patient_id,
      object: `id_appointment=${appointment.id_appointment}`,
      origin,
    })
  }

  /** Throws 404 for an appointment at a site that is not among those of the member of staff. */
  async function findAppointment({ actor }: Staff, id: number): Promise<AppointmentRow> {
    const appointment = await staffAppointmentsSql.find(db, id, clock.now(), actor.sites)
    if (appointment === null) throw new ApiError('notFound')
    return appointment
  }

  /** Locks an appointment until the end of the transaction. Throws 409 if it changed after the member of staff saw it. */
  async function hold(tx: Queries, appointment: AppointmentRow, sequence: number, now: Date): Promise<void> {
    const current = await staffAppointmentsSql.lock(tx, appointment.id_appointment, now)
    if (current === null) throw new ApiError('hourNotCancellable')
    if (current !== sequence || appointment.sequence !== sequence) throw new ApiError('changedMeanwhile')
  }

  async function cancelOne(
    tx: Queries,
    staff: Staff,
    appointment: AppointmentRow,
    audience: Audience,
  ): Promise<void> {
    if (!(await cancellation.cancel(tx, appointment.id_appointment, clock.now())))
      throw new ApiError('hourNotCancellable')
    await recordAudit(tx, staff, 'agenda.cancel', appointment)
    await notifier.cancelled(tx, appointment, audience)
  }

  function holidaysWithin(first: Day, last: Day, added: readonly { day: Day; name: string }[]) {
    const years = new Set([first, last].map((day) => Number(day.slice(0, 4))))
    const all = [...added, ...[...years].flatMap(holidaysOf)]
    return new Map(all.map(({ day, name }) => [day, name]))
  }

  return {
    presentAll,

    week: async (staff: Staff, id: number, from: Day) => {
      const now = clock.now()
      const last = addDays(from, 6)
      const [start, end] = [momentOf(from, '00:00'), momentOf(addDays(from, 7), '00:00')]
      const { sites } = staff.actor
      const found = await calendarsSql.professional(db, id)
      if (found === null || !(await calendarsSql.isListed(db, id, sites, now))) throw new ApiError('notFound')
      const { updated_at: _, specialties, ...shown } = found
      const names = holidaysWithin(from, last, await calendarsSql.staffHolidays(db, from, last))
      return {
        professional: { ...shown, specialties: [...specialties] },
        days: Array.from({ length: 7 }, (_day, index) => {
          const day = addDays(from, index)
          return { day, holiday: names.get(day) ?? null }
        }),
        hours: await presentAll(
          staff,
          await staffAppointmentsSql.between(db, id, start, end, now, sites),
          'agenda.week',
        ),
        free: (await calendarsSql.free(db, id, start, end, now, sites)).map(timed),
        exceptions: (await calendarsSql.exceptions(db, id, start, end, sites)).map(
          ({ professional_id: _id, ...one }) => timed(one),
        ),
      }
    },

    upcomingHeldByPortal: async (staff: Staff, page: Page) => {
      const found = await staffAppointmentsSql.upcoming(db, clock.now(), page, staff.actor.sites)
      return { hours: await presentAll(staff, found.rows, 'agenda.kept'), ...pageOf(found, page) }
    },

    /** Returns whether an appointment is in the portal's own calendars. */
    isKept: async ({ actor }: Staff, id: number) =>
      (await staffAppointmentsSql.find(db, id, clock.now(), actor.sites)) !== null,

    targets: async (staff: Staff, id: number, from: Day, anyProfessional: boolean): Promise<MoveTarget[]> => {
      await findAppointment(staff, id)
      const [start, end] = [momentOf(from, '00:00'), momentOf(addDays(from, 14), '00:00')]
      return (
        await staffAppointmentsSql.targets(
          db,
          id,
          start,
          end,
          anyProfessional,
          clock.now(),
          staff.actor.sites,
        )
      ).map(timed)
    },

    /**
     * Moves an appointment to another slot. Throws 409 if the appointment was changed since `sequence`, or if the slot is taken,
     * held or gone. Throws 400 if the slot has the other modality and staff have not confirmed the change.
     */
    move: async (
      staff: Staff,
      id: number,
      { slot_id: slotId, sequence, accepted_modality }: Move,
    ): Promise<void> => {
      const appointment = await findAppointment(staff, id)
      const audience = await notifier.audienceOf([appointment])
      const now = clock.now()
      try {
        await db.transaction(async (tx) => {
          await staffAppointmentsSql.lockPatient(tx, appointment.patient_id)
          await hold(tx, appointment, sequence, now)
          const held = await calendar.holdSlot(tx, slotId, now, staff.actor.id)
          if (held === null) throw new ApiError('slotTaken')
          const slot = await staffAppointmentsSql.targetSlot(tx, id, slotId, staff.actor.sites)
          if (slot === null || !(await appointmentRecords.reschedule(tx, id, slot, now)))
            throw new ApiError('slotTaken')
          if (slot.modality !== appointment.modality && slot.modality !== accepted_modality)
            throw new ApiError('modalityNotAccepted', { param: 'accepted_modality' })
          await calendar.releaseSlot(tx, held)
          await recordAudit(tx, staff, 'agenda.move', appointment)
          await notifier.moved(tx, appointment, { ...slot, place: slot.place_detail }, audience, true)
        })
      } catch (error) {
        const constraint = brokenConstraint(error)
        if (constraint === 'appointments_patient_once') throw new ApiError('patientBusy')
        // Any other constraint: the slot was booked, or its calendar was changed, by a concurrent request.
        if (constraint !== null) throw new ApiError('slotTaken')
        throw error
      }
      notifier.sent()
    },

    cancel: async (staff: Staff, id: number, sequence: number): Promise<void> => {
      const appointment = await findAppointment(staff, id)
      const audience = await notifier.audienceOf([appointment])
      await db.transaction(async (tx) => {
        await hold(tx, appointment, sequence, clock.now())
        await cancelOne(tx, staff, appointment, audience)
      })
      notifier.sent()
    },

    /** Records that the patient will attend. Throws 409 if the appointment has begun, or was changed since `sequence`. */
    confirm: async (staff: Staff, id: number, sequence: number): Promise<void> => {
      const appointment = await findAppointment(staff, id)
      const now = clock.now()
      await db.transaction(async (tx) => {
        await hold(tx, appointment, sequence, now)
        await appointmentRecords.confirm(tx, id, appointment.starts_at, now)
        await recordAudit(tx, staff, 'agenda.confirm', appointment)
      })
    },

    audienceOf: notifier.audienceOf,
    /**
     * Applies the decisions about all appointments that a change leaves without a slot. `appointments` are these appointments, read after
     * the change in the same transaction. Throws 409 if they are not exactly those of the decisions.
     */
    applyDecisions: async (
      tx: Queries,
      staff: Staff,
      appointments: readonly AppointmentRow[],
      decisions: readonly Decision[],
      audience: Audience,
    ): Promise<void> => {
      const byId = new Map(decisions.map((decision) => [decision.id_appointment, decision]))
      const isSame = (appointment: AppointmentRow) =>
        byId.get(appointment.id_appointment)?.sequence === appointment.sequence
      if (
        byId.size !== appointments.length ||
        decisions.length !== appointments.length ||
        !appointments.every(isSame)
      )
        throw new ApiError('hoursUndecided')
      for (const appointment of appointments)
        if (byId.get(appointment.id_appointment)?.act === 'cancel')
          await cancelOne(tx, staff, appointment, audience)
    },
    sent: notifier.sent,
  }
}

export type StaffAppointmentsService = ReturnType<typeof createStaffAppointmentsService>
