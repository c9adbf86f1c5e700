/** Imports professionals and calendars from a file: first a preview, then everything is written or nothing. */

import type { ImportPlan } from '@mi-portal/contract/agenda/calendar-import'
import { ApiError } from '@mi-portal/contract/api-error'
import { dayOf } from '@mi-portal/contract/values/dates'
import { cleanRun } from '@mi-portal/contract/values/run'
import type { Audit } from '../../../platform/audit.ts'
import type { Clock } from '../../../platform/clock.ts'
import { brokenConstraint } from '../../../platform/database/constraint-errors.ts'
import type { Database, Queries } from '../../../platform/database/database.ts'
import type { CalendarService } from '../../booking/calendar/calendar.service.ts'
import * as calendarsSql from '../calendars.sql.ts'
import { requireEverySite } from '../sites.rules.ts'
import type { Staff } from '../staff-appointments.service.ts'
import { type FileRow, planImport } from './import.rules.ts'
import { readCalendarFile } from './read-file.service.ts'

type ImportDependencies = {
  readonly db: Database
  readonly calendar: CalendarService
  readonly audit: Audit
  readonly clock: Clock
}

type Catalogue = {
  readonly offices: Awaited<ReturnType<typeof calendarsSql.offices>>
  readonly services: Awaited<ReturnType<typeof calendarsSql.services>>
}

export function createImportService({ db, calendar, audit, clock }: ImportDependencies) {
  const catalogueOf = async (): Promise<Catalogue> => ({
    offices: await calendarsSql.offices(db),
    services: await calendarsSql.services(db),
  })

  async function planWith(rows: readonly FileRow[], catalogue: Catalogue, queries: Queries | null) {
    const ruts = [...new Set(rows.map(({ cells }) => cleanRun(cells.rut ?? '')))]
    const rooms = [...new Set(rows.map(({ cells }) => (cells.sala ?? '').trim()))]
    const professionals = await calendarsSql.known(db, queries, ruts)
    const schedules = await calendarsSql.schedulesAbout(db, queries, ruts, rooms)
    const { lines, blocks } = planImport(rows, {
      today: dayOf(clock.now()),
      ...catalogue,
      professionals,
      schedules,
    })
    const idOf = new Map(professionals.map(({ rut, id }) => [rut, id]))
    const fresh = new Map(blocks.filter(({ rut }) => !idOf.has(rut)).map(({ rut, name }) => [rut, name]))
    const plan: ImportPlan = {
      lines,
      new_professionals: fresh.size,
      new_blocks: blocks.length,
      unchanged: lines.filter(({ state }) => state === 'unchanged').length,
      faulty: lines.filter(({ state }) => state === 'error').length,
    }
    return { plan, blocks, idOf, fresh }
  }

  type Planned = Awaited<ReturnType<typeof planWith>>

  async function write(tx: Queries, { blocks, idOf, fresh }: Planned): Promise<void> {
    const ids = new Map(idOf)
    for (const [rut, name] of fresh) ids.set(rut, await calendarsSql.insert(tx, rut, name, clock.now()))
    const rows = blocks.map(({ rut, block }) => ({ ...block, professional_id: ids.get(rut) ?? 0 }))
    if ((await calendarsSql.addSchedules(tx, rows)) < rows.length) throw new ApiError('changedMeanwhile')
    const touched = [...new Set(rows.map(({ professional_id }) => professional_id))].sort((a, b) => a - b)
    await calendarsSql.touch(tx, touched, clock.now())
    await calendarsSql.settlePractices(tx, touched)
    for (const id of touched) await calendar.refresh(tx, id)
    const clash = await calendarsSql.clash(tx, touched)
    if (clash !== null) throw new ApiError(clash === 'room' ? 'roomTaken' : 'attendsThen')
  }

  function rejectInvalidRows({ lines, faulty: invalid }: ImportPlan): void {
    if (invalid === 0) return
    const fieldErrors = lines.flatMap(({ row, errors }) =>
      errors.map(({ msg }) => ({ msg: `Fila ${row}: ${msg}`, param: 'content' })),
    )
    throw new ApiError('invalid', { fieldErrors })
  }

  return {
    preview: async (staff: Staff, content: string): Promise<ImportPlan> => {
      requireEverySite(staff)
      return (await planWith(await readCalendarFile(content), await catalogueOf(), null)).plan
    },

    /** Imports a file. Throws 400 with all rows that have errors, and then nothing is written. */
    run: async ({ actor, origin }: Staff, content: string): Promise<ImportPlan> => {
      requireEverySite({ actor })
      const rows = await readCalendarFile(content)
      const catalogue = await catalogueOf()
      try {
        return await db.transaction(async (tx) => {
          // Concurrent changes of calendars wait, so that the checked data are still true when they are written.
          await calendarsSql.lockRooms(tx)
          const planned = await planWith(rows, catalogue, tx)
          rejectInvalidRows(planned.plan)
          if (planned.blocks.length === 0) return planned.plan
          await write(tx, planned)
          const { new_professionals, new_blocks } = planned.plan
          await audit.add(tx, {
            actorId: actor.id,
            actorRole: actor.rol,
            action: 'agenda.import',
            patientId: null,
            object: `blocks=${new_blocks}`,
            detail: { new_professionals, new_blocks },
            origin,
          })
          return planned.plan
        })
      } catch (error) {
        if (brokenConstraint(error) !== null) throw new ApiError('changedMeanwhile')
        throw error
      }
    },
  }
}

export type ImportService = ReturnType<typeof createImportService>
