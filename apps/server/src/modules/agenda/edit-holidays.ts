import { holidayEndpoints } from '@mi-portal/contract/agenda/holidays'
import { ApiError } from '@mi-portal/contract/calls/api-error'
import { addDays, type Day, toDay, toInstant } from '@mi-portal/contract/values/dates'
import { listLegalHolidays } from '@mi-portal/contract/values/holidays'
import type { ActorContext } from '../../platform/context/context.ts'
import { addFreedSlots } from '../appointments/write-appointments.ts'
import { deleteStaffHoliday, storeHoliday } from '../booking/calendar/refresh-calendars.ts'
import { calendarOperation } from './calendar-operation.ts'
import { listStaffHolidays } from './calendars.sql.ts'
import { applyDecisions, presentAppointments } from './decide-appointments.ts'
import { readAudience } from './notify-patients.ts'
import { requireEverySite } from './sites.rules.ts'
import { listOnHoliday } from './staff-appointments.sql.ts'

const toSpan = (day: Day) => ({ from: toInstant(day, '00:00'), to: toInstant(addDays(day, 1), '00:00') })

async function rejectDay({ clock, db }: ActorContext, day: Day): Promise<void> {
  if (day < toDay(clock.now()))
    throw new ApiError('invalid', { param: 'day', msg: 'Elige un día que no haya pasado' })
  const isLaw = listLegalHolidays(Number(day.slice(0, 4))).some((holiday) => holiday.day === day)
  const added = await db.run(listStaffHolidays, { from: day, to: day })
  if (isLaw || added.length > 0) throw new ApiError('holidayThere', { param: 'day' })
}

export const listHolidays = calendarOperation(
  holidayEndpoints.holidays,
  async ({ db }, { query: { year } }) => {
    const law = listLegalHolidays(year).map((holiday) => ({ ...holiday, source: 'law' as const }))
    const added = await db.run(listStaffHolidays, { from: `${year}-01-01`, to: `${year}-12-31` })
    const holidays = [...law, ...added.map((holiday) => ({ ...holiday, source: 'staff' as const }))]
    return { holidays: holidays.sort((one, other) => one.day.localeCompare(other.day)) }
  },
)

export const listHolidayAppointments = calendarOperation(
  holidayEndpoints.holidayAppointments,
  async (ctx, { params: { day } }) => {
    requireEverySite(ctx)
    await rejectDay(ctx, day)
    const rows = await ctx.db.run(listOnHoliday, { day, ...toSpan(day), now: ctx.clock.now() })
    return { hours: await presentAppointments(ctx, rows) }
  },
)

export const addHoliday = calendarOperation(
  holidayEndpoints.addHoliday,
  async (ctx, { body: { day, name, decisions } }) => {
    const { actor, audit, clock, db } = ctx
    requireEverySite(ctx)
    await rejectDay(ctx, day)
    const affected = { day, ...toSpan(day), now: clock.now() }
    const audience = await readAudience(ctx, await db.run(listOnHoliday, affected))
    await db.transaction(async (tx) => {
      if (!(await storeHoliday(ctx, tx, { day, name, added_by: actor.id })))
        throw new ApiError('holidayThere', { param: 'day' })
      await applyDecisions(ctx, tx, await tx.run(listOnHoliday, affected), decisions, audience)
      await audit.add(tx, 'agenda.addHoliday', { object: `day=${day}` })
    })
    return {}
  },
)

export const removeHoliday = calendarOperation(
  holidayEndpoints.removeHoliday,
  async (ctx, { params: { day } }) => {
    const { audit, clock, db } = ctx
    requireEverySite(ctx)
    await db.transaction(async (tx) => {
      if (!(await deleteStaffHoliday(ctx, tx, day))) throw new ApiError('notFound')
      await addFreedSlots(tx, { professional_id: null, ...toSpan(day), now: clock.now() })
      await audit.add(tx, 'agenda.removeHoliday', { object: `day=${day}` })
    })
    return {}
  },
)
