import { addDays, type Day, toDay, toInstant } from '@mi-portal/contract/values/dates'
import type { Context } from '../../../platform/context/context.ts'
import type { Row } from '../../../platform/database/statement.ts'
import { findPerson } from '../../people/read-people.ts'
import { announceLateResult } from '../announce-results.ts'
import { getExpectedDay } from './awaited-results.rules.ts'
import { claimLateResult, listEnded } from './awaited-results.sql.ts'
import { awaitedDays, findAwaited, readClinicHolidays } from './find-awaited-results.ts'

type EndedAppointment = Row<typeof listEnded>

async function isLate(ctx: Context, { id, patient_id: patientId }: EndedAppointment): Promise<boolean> {
  const patient = await findPerson(ctx, patientId)
  if (patient === null || patient.deleted_at !== null) return false
  const awaited = await findAwaited(ctx, { patientId, withoutReserved: false }, patient.document_type_id)
  return awaited.some((one) => one.id === id && one.isLate)
}

async function announceIfLate(ctx: Context, appointment: EndedAppointment, holidays: ReadonlySet<Day>) {
  const { settings, clock } = ctx
  const { id, specialty_code, starts_at } = appointment
  const duration = settings.resultDurations().get(specialty_code)
  if (duration === undefined || toDay(clock.now()) <= getExpectedDay({ starts_at, duration }, holidays))
    return false
  // The exams are read only for appointments whose day has passed.
  if (!(await isLate(ctx, appointment))) return false
  return announceLateResult(ctx, appointment, async (tx) => {
    const claimed = await tx.run(claimLateResult, { appointment_id: id, now: clock.now() })
    return claimed.length > 0
  })
}

export async function announceLateResults(ctx: Context): Promise<number> {
  const services = [...ctx.settings.resultDurations().keys()]
  const now = ctx.clock.now()
  const from = toInstant(addDays(toDay(now), -awaitedDays), '00:00')
  const holidays = await readClinicHolidays(ctx, toDay(from))
  let announced = 0
  let after_id = 0
  for (;;) {
    const rows = await ctx.db.run(listEnded, { services, from, now, after_id })
    for (const row of rows) if (await announceIfLate(ctx, row, holidays)) announced += 1
    const last = rows.at(-1)
    if (last === undefined) return announced
    after_id = last.id
  }
}
