/** Imports professionals and calendars from a file: first a preview, then everything is written or nothing. */

import { calendarImportEndpoints, type ImportPlan } from '@mi-portal/contract/agenda/calendar-import'
import { ApiError } from '@mi-portal/contract/calls/api-error'
import { toDay } from '@mi-portal/contract/values/dates'
import { cleanRun } from '@mi-portal/contract/values/run'
import type { Context } from '../../../platform/context/context.ts'
import { brokenConstraint } from '../../../platform/database/constraint-errors.ts'
import { findRow, type Queries } from '../../../platform/database/database.ts'
import { refreshCalendars } from '../../booking/calendar/refresh-calendars.ts'
import { calendarOperation } from '../calendar-operation.ts'
import * as sql from '../calendars.sql.ts'
import { requireEverySite } from '../sites.rules.ts'
import { type FileRow, planImport } from './import.rules.ts'
import { readCalendarFile } from './read-file.ts'

async function planWith({ clock }: Context, queries: Queries, rows: readonly FileRow[]) {
  const ruts = [...new Set(rows.map(({ cells }) => cleanRun(cells.rut ?? '')))]
  const rooms = [...new Set(rows.map(({ cells }) => (cells.sala ?? '').trim()))]
  const professionals = await queries.run(sql.listKnownProfessionals, { ruts })
  const { lines, blocks } = planImport(rows, {
    today: toDay(clock.now()),
    offices: await queries.run(sql.listOffices, {}),
    services: await queries.run(sql.listServices, {}),
    professionals,
    schedules: await queries.run(sql.listSchedulesAbout, { ruts, rooms }),
  })
  const ids = new Map(professionals.map(({ rut, id }) => [rut, id]))
  const added = new Map(blocks.filter(({ rut }) => !ids.has(rut)).map(({ rut, name }) => [rut, name]))
  const plan: ImportPlan = {
    lines,
    new_professionals: added.size,
    new_blocks: blocks.length,
    unchanged: lines.filter(({ state }) => state === 'unchanged').length,
    faulty: lines.filter(({ state }) => state === 'error').length,
  }
  return { plan, blocks, ids, added }
}

type Planned = Awaited<ReturnType<typeof planWith>>

async function writePlan(ctx: Context, tx: Queries, { blocks, ids: known, added }: Planned): Promise<void> {
  const now = ctx.clock.now()
  const ids = new Map(known)
  for (const [rut, name] of added) {
    const made = await findRow(tx, sql.insertProfessional, { rut, name, now })
    ids.set(rut, made?.id ?? 0)
  }
  const rows = blocks.map(({ rut, block }) => ({ ...block, professional_id: ids.get(rut) ?? 0 }))
  const written = await tx.run(sql.insertSchedules, { schedules: JSON.stringify(rows) })
  if (written.length < rows.length) throw new ApiError('changedMeanwhile')
  const touched = [...new Set(rows.map(({ professional_id }) => professional_id))].sort((a, b) => a - b)
  await tx.run(sql.touchProfessionals, { ids: touched, now })
  await sql.derivePractices(tx, { professional_ids: touched })
  await refreshCalendars(ctx, tx, touched)
  const clash = await findRow(tx, sql.findClash, { professional_ids: touched })
  if (clash !== null) throw new ApiError(clash.kind === 'room' ? 'roomTaken' : 'attendsThen')
}

function rejectInvalidRows({ lines, faulty }: ImportPlan): void {
  if (faulty === 0) return
  const fieldErrors = lines.flatMap(({ row, errors }) =>
    errors.map(({ msg }) => ({ msg: `Fila ${row}: ${msg}`, param: 'content' })),
  )
  throw new ApiError('invalid', { fieldErrors })
}

export const previewImport = calendarOperation(
  calendarImportEndpoints.previewImport,
  async (ctx, { body }) => {
    requireEverySite(ctx)
    return { plan: (await planWith(ctx, ctx.db, await readCalendarFile(body.content))).plan }
  },
)

export const importCalendars = calendarOperation(calendarImportEndpoints.runImport, async (ctx, { body }) => {
  const { audit, db } = ctx
  requireEverySite(ctx)
  const rows = await readCalendarFile(body.content)
  try {
    const plan = await db.transaction(async (tx) => {
      // Concurrent changes of calendars wait, so that the checked data are still true when they are written.
      await tx.run(sql.lockOffices, {})
      const planned = await planWith(ctx, tx, rows)
      rejectInvalidRows(planned.plan)
      if (planned.blocks.length === 0) return planned.plan
      await writePlan(ctx, tx, planned)
      const { new_professionals, new_blocks } = planned.plan
      await audit.add(tx, 'agenda.import', {
        object: `blocks=${new_blocks}`,
        detail: { new_professionals, new_blocks },
      })
      return planned.plan
    })
    return { plan }
  } catch (error) {
    if (brokenConstraint(error) !== null) throw new ApiError('changedMeanwhile')
    throw error
  }
})
