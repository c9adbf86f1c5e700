import { calendarAppointmentEndpoints } from '@mi-portal/contract/agenda/calendar-appointments'
import { calendarWeekEndpoints } from '@mi-portal/contract/agenda/calendar-week'
import { ApiError } from '@mi-portal/contract/calls/api-error'
import { toPageFields } from '@mi-portal/contract/calls/paging'
import { addDays, toInstant } from '@mi-portal/contract/values/dates'
import { listLegalHolidays } from '@mi-portal/contract/values/holidays'
import { operation } from '../../platform/context/operation.ts'
import { findRow, readPage } from '../../platform/database/database.ts'
import { calendarOperation } from './calendar-operation.ts'
import * as calendarsSql from './calendars.sql.ts'
import { presentAppointments } from './decide-appointments.ts'
import { countUpcoming, listBetween, listUpcoming } from './staff-appointments.sql.ts'

export const readWeek = calendarOperation(calendarWeekEndpoints.week, async (ctx, { params, query }) => {
  const { actor, clock, db } = ctx
  const { id } = params
  const { from } = query
  const now = clock.now()
  const { sites } = actor
  const found = await findRow(db, calendarsSql.findProfessional, { id })
  const isListed = (await findRow(db, calendarsSql.findListed, { id, sites, now })) !== null
  if (found === null || !isListed) throw new ApiError('notFound')
  const { updated_at: _, specialties, ...shown } = found
  const days = Array.from({ length: 7 }, (_day, index) => addDays(from, index))
  const to = addDays(from, 6)
  const years = new Set([from, to].map((day) => Number(day.slice(0, 4))))
  const added = await db.run(calendarsSql.listStaffHolidays, { from, to })
  const holidays = [...added, ...[...years].flatMap(listLegalHolidays)]
  const names = new Map(holidays.map(({ day, name }) => [day, name]))
  const span = {
    professional_id: id,
    sites,
    from: toInstant(from, '00:00'),
    to: toInstant(addDays(from, 7), '00:00'),
  }
  const free = await db.run(calendarsSql.listFree, { ...span, now })
  const exceptions = await db.run(calendarsSql.listExceptions, span)
  return {
    professional: { ...shown, specialties: [...specialties] },
    days: days.map((day) => ({ day, holiday: names.get(day) ?? null })),
    hours: await presentAppointments(ctx, await db.run(listBetween, { ...span, now })),
    free,
    exceptions,
  }
})

export const listHeldByPortal = operation(
  calendarAppointmentEndpoints.heldByPortal,
  async (ctx, { query }) => {
    const { actor, clock, db } = ctx
    const asked = { now: clock.now(), sites: actor.sites }
    const found = await readPage(db, listUpcoming, countUpcoming, asked, query)
    return { hours: await presentAppointments(ctx, found.rows, 'agenda.kept'), ...toPageFields(found, query) }
  },
)
