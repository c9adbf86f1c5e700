/**
 * Exceptions from a weekly calendar: blocked times, additional times and holidays. An appointment never loses its slot without a
 * decision by staff.
 */

import type { Decision } from '@mi-portal/contract/agenda/calendar-appointments'
import type { BlockedTime, OpenedTime } from '@mi-portal/contract/agenda/calendar-exceptions'
import type { CalendarHoliday } from '@mi-portal/contract/agenda/holidays'
import { ApiError } from '@mi-portal/contract/api-error'
import { addDays, type Day, dayOf, momentOf } from '@mi-portal/contract/values/dates'
import { holidaysOf } from '@mi-portal/contract/values/holidays'
import type { Audit } from '../../platform/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Queries } from '../../platform/database/database.ts'
import type { AppointmentRecords } from '../appointments/appointment-records.service.ts'
import type { CalendarService } from '../booking/calendar/calendar.service.ts'
import * as calendarsSql from './calendars.sql.ts'
import { requireEverySite, requireSites } from './sites.rules.ts'
import type { Staff, StaffAppointmentsService } from './staff-appointments.service.ts'
import * as staffAppointmentsSql from './staff-appointments.sql.ts'

type ExceptionsDependencies = {
  readonly db: Database
  readonly appointments: StaffAppointmentsService
  readonly freedTimes: AppointmentRecords['freedTimes']
  readonly calendar: CalendarService
  readonly audit: Audit
  readonly clock: Clock
}

type Span = { readonly from: Date; readonly to: Date }

function spanOf({ from, to, starts, ends }: BlockedTime): Span {
  return starts === null || ends === null
    ? { from: momentOf(from, '00:00'), to: momentOf(addDays(to, 1), '00:00') }
    : { from: momentOf(from, starts), to: momentOf(from, ends) }
}

const dayOfSpan = (day: Day): Span => ({
  from: momentOf(day, '00:00'),
  to: momentOf(addDays(day, 1), '00:00'),
})

export function createExceptionsService(dependencies: ExceptionsDependencies) {
  const { db, appointments, freedTimes, calendar, audit, clock } = dependencies

  function recordAudit(tx: Queries, { actor, origin }: Staff, action: string, object: string) {
    return audit.add(tx, {
      actorId: actor.id,
      actorRole: actor.rol,
      action: `agenda.${action}`,
      patientId: null,
      object,
      origin,
    })
  }

  async function rejectPast(until: Date, param: string): Promise<void> {
    if (until.getTime() <= clock.now().getTime())
      throw new ApiError('invalid', { param, msg: 'Elige un período que no haya terminado' })
  }

  async function lock(tx: Queries, professionalId: number): Promise<void> {
    if (!(await calendarsSql.lock(tx, professionalId))) throw new ApiError('notFound')
  }

  /** Throws 403 if the professional also attends at sites that the member of staff does not manage. */
  async function requireWholeCalendar(queries: Queries | null, staff: Staff, id: number): Promise<void> {
    requireSites(staff, await calendarsSql.sitesOf(db, queries, id, clock.now()))
  }

  async function exceptionOf(id: number) {
    const found = await calendarsSql.exception(db, id)
    if (found === null) throw new ApiError('notFound')
    return found
  }

  const isLaw = (day: Day) => holidaysOf(Number(day.slice(0, 4))).some((holiday) => holiday.day === day)

  async function rejectHoliday(day: Day): Promise<void> {
    if (day < dayOf(clock.now()))
      throw new ApiError('invalid', { param: 'day', msg: 'Elige un día que no haya pasado' })
    const added = await calendarsSql.staffHolidays(db, day, day)
    if (isLaw(day) || added.length > 0) throw new ApiError('holidayThere', { param: 'day' })
  }

  return {
    /** Returns the appointments within a time that staff want to block. */
    booked: async (staff: Staff, id: number, time: BlockedTime) => {
      if ((await calendarsSql.professional(db, id)) === null) throw new ApiError('notFound')
      await requireWholeCalendar(null, staff, id)
      const { from, to } = spanOf(time)
      return appointments.presentAll(
        staff,
        await staffAppointmentsSql.within(db, null, id, from, to, clock.now()),
        'agenda.week',
      )
    },

    block: async (
      staff: Staff,
      id: number,
      { reason, decisions, ...time }: BlockedTime & { reason: string; decisions: readonly Decision[] },
    ): Promise<void> => {
      const { from, to } = spanOf(time)
      await rejectPast(to, time.ends === null ? 'to' : 'ends')
      const now = clock.now()
      const audience = await appointments.audienceOf(
        await staffAppointmentsSql.within(db, null, id, from, to, now),
      )
      await db.transaction(async (tx) => {
        await lock(tx, id)
        await requireWholeCalendar(tx, staff, id)
        const made = await calendarsSql.block(tx, id, from, to, reason, staff.actor.id, now)
        // Removes the slots of the blocked time, and waits for concurrent bookings of one of them.
        await calendar.refresh(tx, id)
        await appointments.applyDecisions(
          tx,
          staff,
          await staffAppointmentsSql.within(db, tx, id, from, to, now),
          decisions,
          audience,
        )
        await recordAudit(tx, staff, 'block', `professional=${id} exception=${made}`)
      })
      appointments.sent()
    },

    open: async (staff: Staff, id: number, opened: OpenedTime): Promise<void> => {
      requireSites(staff, [opened.office_id])
      const [from, to] = [momentOf(opened.day, opened.starts), momentOf(opened.day, opened.ends)]
      await rejectPast(from, 'day')
      const now = clock.now()
      await db.transaction(async (tx) => {
        await lock(tx, id)
        await calendarsSql.lockRooms(tx)
        if (await calendarsSql.isBlocked(tx, id, from, to)) throw new ApiError('blockedThen')
        if (await calendarsSql.attends(tx, id, from, to)) throw new ApiError('attendsThen')
        const made = await calendarsSql.open(tx, id, from, to, opened, staff.actor.id, now)
        if (made === null)
          throw new ApiError('invalid', { param: 'specialty', msg: 'Selecciona Especialidad' })
        await calendar.refresh(tx, id)
        const clash = await calendarsSql.clash(tx, [id])
        if (clash !== null) throw new ApiError(clash === 'room' ? 'roomTaken' : 'attendsThen')
        await freedTimes.addSlots(tx, id, from, to, now)
        await recordAudit(tx, staff, 'open', `professional=${id} exception=${made}`)
      })
    },

    /**
     * Returns the appointments within an additional time. For a block it returns none, because lifting it affects no
     * appointment.
     */
    hoursOf: async (staff: Staff, id: number) => {
      const { kind, professional_id, starts_at, ends_at } = await exceptionOf(id)
      await requireWholeCalendar(null, staff, professional_id)
      if (kind === 'block') return []
      const rows = await staffAppointmentsSql.within(
        db,
        null,
        professional_id,
        starts_at,
        ends_at,
        clock.now(),
      )
      return appointments.presentAll(staff, rows, 'agenda.week')
    },

    end: async (staff: Staff, id: number, decisions: readonly Decision[]): Promise<void> => {
      const { kind, professional_id, starts_at, ends_at } = await exceptionOf(id)
      const now = clock.now()
      const affected = async (tx: Queries | null) =>
        kind === 'block' ? [] : staffAppointmentsSql.within(db, tx, professional_id, starts_at, ends_at, now)
      const audience = await appointments.audienceOf(await affected(null))
      await db.transaction(async (tx) => {
        await lock(tx, professional_id)
        await requireWholeCalendar(tx, staff, professional_id)
        if (!(await calendarsSql.endException(tx, id))) throw new ApiError('notFound')
        await calendar.refresh(tx, professional_id)
        await appointments.applyDecisions(tx, staff, await affected(tx), decisions, audience)
        if (kind === 'block') await freedTimes.addSlots(tx, professional_id, starts_at, ends_at, now)
        await recordAudit(
          tx,
          staff,
          kind === 'block' ? 'unblock' : 'close',
          `professional=${professional_id} exception=${id}`,
        )
      })
      appointments.sent()
    },

    /** Returns the legal holidays and those added by staff, ordered by date. */
    holidays: async (year: number): Promise<CalendarHoliday[]> => {
      const law = holidaysOf(year).map((holiday) => ({ ...holiday, source: 'law' as const }))
      const added = (await calendarsSql.staffHolidays(db, `${year}-01-01`, `${year}-12-31`)).map(
        (holiday) => ({
          ...holiday,
          source: 'staff' as const,
        }),
      )
      return [...law, ...added].sort((one, other) => one.day.localeCompare(other.day))
    },

    holidayHours: async (staff: Staff, day: Day) => {
      requireEverySite(staff)
      await rejectHoliday(day)
      const { from, to } = dayOfSpan(day)
      return appointments.presentAll(
        staff,
        await staffAppointmentsSql.ofHoliday(db, null, day, from, to, clock.now()),
        'agenda.week',
      )
    },

    addHoliday: async (
      staff: Staff,
      { day, name, decisions }: { day: Day; name: string; decisions: readonly Decision[] },
    ): Promise<void> => {
      requireEverySite(staff)
      await rejectHoliday(day)
      const { from, to } = dayOfSpan(day)
      const now = clock.now()
      const audience = await appointments.audienceOf(
        await staffAppointmentsSql.ofHoliday(db, null, day, from, to, now),
      )
      await db.transaction(async (tx) => {
        if (!(await calendar.addHoliday(tx, day, name, staff.actor.id)))
          throw new ApiError('holidayThere', { param: 'day' })
        await appointments.applyDecisions(
          tx,
          staff,
          await staffAppointmentsSql.ofHoliday(db, tx, day, from, to, now),
          decisions,
          audience,
        )
        await recordAudit(tx, staff, 'addHoliday', `day=${day}`)
      })
      appointments.sent()
    },

    removeHoliday: async (staff: Staff, day: Day): Promise<void> => {
      requireEverySite(staff)
      const { from, to } = dayOfSpan(day)
      await db.transaction(async (tx) => {
        if (!(await calendar.removeHoliday(tx, day))) throw new ApiError('notFound')
        await freedTimes.addSlots(tx, null, from, to, clock.now())
        await recordAudit(tx, staff, 'removeHoliday', `day=${day}`)
      })
    },
  }
}

export type ExceptionsService = ReturnType<typeof createExceptionsService>
