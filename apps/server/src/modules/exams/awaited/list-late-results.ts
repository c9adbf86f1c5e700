import { type OrderedPage, toPageFields } from '@mi-portal/contract/calls/paging'
import { type LateResult, lateResultEndpoints } from '@mi-portal/contract/exams/late-results'
import { showDocumentWithCountry } from '@mi-portal/contract/fields/country'
import { addDays, type Day, toDay, toInstant } from '@mi-portal/contract/values/dates'
import { documentType } from '@mi-portal/contract/values/document-number'
import type { ActorContext, Context } from '../../../platform/context/context.ts'
import { operation } from '../../../platform/context/operation.ts'
import { readPage } from '../../../platform/database/database.ts'
import type { Row } from '../../../platform/database/statement.ts'
import type { Actor } from '../../../platform/http/actor.ts'
import { toLinkedPatientId } from '../../people/people.rules.ts'
import { daysBetween } from './awaited-results.rules.ts'
import { countOpenLate, listOpenLate, markArrived } from './awaited-results.sql.ts'
import { findAwaited, getExamName } from './find-awaited-results.ts'

type OpenLateResult = Row<typeof listOpenLate>

/** Days after an appointment within which staff see that its result is late. */
const staffDays = 180
const mostRead = 200
/** How often a page of late results is read again, because results on it have arrived. */
const mostReadings = 10

/** Returns these late results with the day on which each is expected, and the ids of those that have arrived. Staff see every kind of exam. */
async function checkLate(ctx: Context, rows: readonly OpenLateResult[]) {
  const expected = new Map<number, Day>()
  for (const patientId of new Set(rows.map(({ patient_id }) => patient_id))) {
    const reading = { patientId, withoutReserved: false }
    const limits = { days: staffDays, most: mostRead }
    for (const one of await findAwaited(ctx, reading, documentType.run, limits))
      expected.set(one.id, one.expected)
  }
  const late = rows.flatMap((row) => {
    const expected_on = expected.get(row.id)
    return expected_on === undefined ? [] : [{ ...row, expected_on }]
  })
  return { late, arrived: rows.flatMap(({ id }) => (expected.has(id) ? [] : id)) }
}

async function readLatePage(ctx: ActorContext, page: OrderedPage) {
  const { db, actor, clock, settings } = ctx
  const asked = {
    services: [...settings.resultDurations().keys()],
    from: toInstant(addDays(toDay(clock.now()), -staffDays), '00:00'),
    sites: actor.sites,
  }
  for (let reading = 1; ; reading += 1) {
    const found = await readPage(db, listOpenLate, countOpenLate, asked, page)
    const { late, arrived } = await checkLate(ctx, found.rows)
    if (arrived.length > 0) await db.run(markArrived, { ids: arrived, now: clock.now() })
    if (arrived.length === 0 || reading === mostReadings) return { ...found, rows: late }
  }
}

function toLateResult(
  actor: Actor,
  row: OpenLateResult & { readonly expected_on: Day },
  today: Day,
): LateResult {
  return {
    id_appointment: row.id,
    patient_id: toLinkedPatientId(actor, row.patient_id),
    patient_full_name: row.patient_full_name,
    patient_document: showDocumentWithCountry(
      row.document_type_id,
      row.document_number,
      row.document_country,
    ),
    name: getExamName(row),
    place: row.place_care,
    taken_on: toDay(row.starts_at),
    expected_on: row.expected_on,
    days_late: Math.max(0, daysBetween(row.expected_on, today)),
  }
}

export const listLateResults = operation(lateResultEndpoints.list, async (ctx, { query }) => {
  const found = await readLatePage(ctx, query)
  await ctx.audit.recordEach(
    'exams.late.list',
    found.rows.map(({ patient_id }) => patient_id),
  )
  const today = toDay(ctx.clock.now())
  return { late: found.rows.map((row) => toLateResult(ctx.actor, row, today)), ...toPageFields(found, query) }
})
