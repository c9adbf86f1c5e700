/** «¿Cuándo estará?»: the exams of which the appointment is over and the result is not in the portal. */
import { type AwaitedResult, examEndpoints, examTypes } from '@mi-portal/contract/exams/exams'
import { addDays, type Day, showDay, toDay, toInstant } from '@mi-portal/contract/values/dates'
import type { DocumentTypeId } from '@mi-portal/contract/values/document-number'
import type { ActorContext, Context } from '../../../platform/context/context.ts'
import { operation } from '../../../platform/context/operation.ts'
import type { AuthorizedPatient } from '../../../platform/http/actor.ts'
import type { Reading } from '../../../ports/clinical-archive.ts'
import { maySee } from '../exams.rules.ts'
import { findWithoutResult, getExpectedDay } from './awaited-results.rules.ts'
import { listClinicHolidays } from './awaited-results.sql.ts'

/** Days after an appointment within which its result is awaited. Older ones are a matter for the clinic. */
export const awaitedDays = 60
const mostRead = 50

export async function readClinicHolidays({ db }: Context, from: Day): Promise<ReadonlySet<Day>> {
  return new Set((await db.run(listClinicHolidays, { from })).map(({ day }) => day))
}

/** Returns the appointments of a patient of the last days without a result, the latest first. Those that were missed have none. */
export async function findAwaited(
  ctx: Context,
  reading: Reading,
  document: DocumentTypeId,
  { days, most } = { days: awaitedDays, most: mostRead },
) {
  const { archive } = ctx.ports
  const durations = ctx.settings.resultDurations()
  if (durations.size === 0) return []
  const now = ctx.clock.now()
  const today = toDay(now)
  const from = toInstant(addDays(today, -days), '00:00')
  const page = { page: 1, limit: most }
  const past = await archive.agenda([{ ...reading, onlyBookedBy: null }], 'past', now, page)
  const taken = past.rows.flatMap((appointment) => {
    if (appointment.attendance === 'missed') return []
    const duration = durations.get(appointment.specialty_code)
    if (duration === undefined || appointment.starts_at < from || !maySee(duration.type, document)) return []
    return [{ ...appointment, type: duration.type, duration }]
  })
  if (taken.length === 0) return []
  // Held and reserved results have arrived too, and so have those from before the first day that is shown.
  const whole = { patientId: reading.patientId, withoutReserved: false, withHeld: true }
  const lists = await Promise.all(
    examTypes.map(async (type) => {
      const { rows } = await archive.exams(whole, type, page)
      return rows.map((exam) => ({ ...exam, type }))
    }),
  )
  const holidays = await readClinicHolidays(ctx, toDay(from))
  return findWithoutResult(taken, lists.flat()).map((appointment) => {
    const expected = getExpectedDay(appointment, holidays)
    return { ...appointment, expected, isLate: today > expected }
  })
}

export const getExamName = (exam: { readonly sub_context: string; readonly specialty: string }) =>
  exam.sub_context === '' ? exam.specialty : exam.sub_context

async function listAwaited(
  ctx: ActorContext,
  { id, withoutReserved }: AuthorizedPatient<'exams'>,
): Promise<{ awaited: AwaitedResult[] }> {
  const awaited = await findAwaited(ctx, { patientId: id, withoutReserved }, ctx.actor.documentType)
  return {
    awaited: awaited.map((one) => ({
      id_appointment: one.id,
      patient_id: id,
      name: getExamName(one),
      date: showDay(toDay(one.starts_at)),
      expected_on: one.expected,
      is_late: one.isLate,
    })),
  }
}

export const listOwnAwaited = operation(examEndpoints.awaited, (ctx, { patient }) =>
  listAwaited(ctx, patient),
)

export const listAwaitedOfPatient = operation(examEndpoints.awaitedOf, (ctx, { patient }) =>
  listAwaited(ctx, patient),
)
