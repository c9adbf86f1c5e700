import { addDays, type Day, toDay } from '@mi-portal/contract/values/dates'
import { listLegalHolidays } from '@mi-portal/contract/values/holidays'
import type { Context } from '../../../platform/context/context.ts'
import { findRow, type Queries } from '../../../platform/database/database.ts'
import { horizonDays } from '../booking.rules.ts'
import { deleteHoldAfterMove, insertHoldForMove } from '../embedded/holds.sql.ts'
import {
  deleteHoliday,
  deletePastSlots,
  insertHoliday,
  listProfessionals,
  refreshSlots,
  storeHolidays,
} from './calendar.sql.ts'

async function refresh(tx: Queries, professional_id: number | null, first_day: Day, last_day: Day) {
  return (await findRow(tx, refreshSlots, { professional_id, first_day, last_day }))?.changed ?? 0
}

export async function refreshCalendars({ clock }: Context, tx: Queries, professionalIds: readonly number[]) {
  const first = toDay(clock.now())
  const last = addDays(first, horizonDays)
  const years = new Set([first, last].map((day) => Number(day.slice(0, 4))))
  await tx.run(storeHolidays, { holidays: JSON.stringify([...years].flatMap(listLegalHolidays)) })
  // One professional at a time, because one statement for a large clinic would lock its rows for seconds.
  let changed = 0
  for (const id of professionalIds) changed += await refresh(tx, id, first, last)
  return changed
}

async function refreshDay({ clock }: Context, tx: Queries, day: Day): Promise<void> {
  const today = toDay(clock.now())
  if (day >= today && day <= addDays(today, horizonDays)) await refresh(tx, null, day, day)
}

export async function storeHoliday(
  ctx: Context,
  tx: Queries,
  holiday: { readonly day: Day; readonly name: string; readonly added_by: number },
): Promise<boolean> {
  if ((await findRow(tx, insertHoliday, { ...holiday, now: ctx.clock.now() })) === null) return false
  await refreshDay(ctx, tx, holiday.day)
  return true
}

export async function deleteStaffHoliday(ctx: Context, tx: Queries, day: Day): Promise<boolean> {
  if ((await findRow(tx, deleteHoliday, { day })) === null) return false
  await refreshDay(ctx, tx, day)
  return true
}

export const holdForMove = async (tx: Queries, slot_id: number, now: Date, staffId: number) =>
  (await findRow(tx, insertHoldForMove, { slot_id, now, person_id: staffId }))?.id ?? null

export const releaseAfterMove = (tx: Queries, holdId: number) => tx.run(deleteHoldAfterMove, { id: holdId })

export async function extendCalendars(ctx: Context) {
  const { clock, db } = ctx
  const professionals = (await db.run(listProfessionals, {})).map(({ id }) => id)
  const changed = await refreshCalendars(ctx, db, professionals)
  const before = new Date(clock.now().getTime() - 7 * 86_400_000)
  return { changed, dropped: (await findRow(db, deletePastSlots, { before }))?.dropped ?? 0 }
}
