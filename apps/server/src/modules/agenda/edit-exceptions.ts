import { type BlockedTime, calendarExceptionEndpoints } from '@mi-portal/contract/agenda/calendar-exceptions'
import { ApiError } from '@mi-portal/contract/calls/api-error'
import { addDays, toInstant } from '@mi-portal/contract/values/dates'
import type { ActorContext } from '../../platform/context/context.ts'
import { findRow, type Queries } from '../../platform/database/database.ts'
import { addFreedSlots } from '../appointments/write-appointments.ts'
import { refreshCalendars } from '../booking/calendar/refresh-calendars.ts'
import { calendarOperation } from './calendar-operation.ts'
import * as sql from './calendars.sql.ts'
import { applyDecisions, presentAppointments } from './decide-appointments.ts'
import { readAudience } from './notify-patients.ts'
import { requireSites } from './sites.rules.ts'
import { listWithin } from './staff-appointments.sql.ts'

type Span = { readonly from: Date; readonly to: Date }

function toSpan({ from, to, starts, ends }: BlockedTime): Span {
  return starts === null || ends === null
    ? { from: toInstant(from, '00:00'), to: toInstant(addDays(to, 1), '00:00') }
    : { from: toInstant(from, starts), to: toInstant(from, ends) }
}

/** Throws 403 if the professional also attends at sites that the member of staff does not manage. */
export async function requireWholeCalendar(ctx: ActorContext, queries: Queries, id: number): Promise<void> {
  const sites = await queries.run(sql.listSites, { id, now: ctx.clock.now() })
  requireSites(
    ctx,
    sites.flatMap(({ office_id }) => office_id ?? []),
  )
}

function rejectPast({ clock }: ActorContext, until: Date, param: string): void {
  if (until.getTime() <= clock.now().getTime())
    throw new ApiError('invalid', { param, msg: 'Elige un período que no haya terminado' })
}

async function lockCalendar(tx: Queries, id: number): Promise<void> {
  if ((await findRow(tx, sql.lockProfessional, { id })) === null) throw new ApiError('notFound')
}

const recordException = (
  { audit }: ActorContext,
  tx: Queries,
  action: 'block' | 'open' | 'unblock' | 'close',
  professional: number,
  exception: number,
) => audit.add(tx, `agenda.${action}`, { object: `professional=${professional} exception=${exception}` })

export const listBlockedAppointments = calendarOperation(
  calendarExceptionEndpoints.booked,
  async (ctx, { params: { id }, body }) => {
    const { clock, db } = ctx
    if ((await findRow(db, sql.findProfessional, { id })) === null) throw new ApiError('notFound')
    await requireWholeCalendar(ctx, db, id)
    const rows = await db.run(listWithin, { professional_id: id, ...toSpan(body), now: clock.now() })
    return { hours: await presentAppointments(ctx, rows) }
  },
)

export const blockTime = calendarOperation(
  calendarExceptionEndpoints.block,
  async (ctx, { params: { id }, body: { reason, decisions, ...time } }) => {
    const { actor, clock, db } = ctx
    const { from, to } = toSpan(time)
    rejectPast(ctx, to, time.ends === null ? 'to' : 'ends')
    const now = clock.now()
    const affected = { professional_id: id, from, to, now }
    const audience = await readAudience(ctx, await db.run(listWithin, affected))
    await db.transaction(async (tx) => {
      await lockCalendar(tx, id)
      await requireWholeCalendar(ctx, tx, id)
      const blocked = { professional_id: id, starts_at: from, ends_at: to, reason, created_by: actor.id, now }
      const made = await findRow(tx, sql.insertBlock, blocked)
      // Removes the slots of the blocked time, and waits for concurrent bookings of one of them.
      await refreshCalendars(ctx, tx, [id])
      await applyDecisions(ctx, tx, await tx.run(listWithin, affected), decisions, audience)
      await recordException(ctx, tx, 'block', id, made?.id ?? 0)
    })
    return {}
  },
)

export const openTime = calendarOperation(
  calendarExceptionEndpoints.open,
  async (ctx, { params: { id }, body: opened }) => {
    const { actor, clock, db } = ctx
    requireSites(ctx, [opened.office_id])
    const [from, to] = [toInstant(opened.day, opened.starts), toInstant(opened.day, opened.ends)]
    rejectPast(ctx, from, 'day')
    const now = clock.now()
    const span = { professional_id: id, from, to }
    await db.transaction(async (tx) => {
      await lockCalendar(tx, id)
      await tx.run(sql.lockOffices, {})
      if ((await findRow(tx, sql.findBlock, span)) !== null) throw new ApiError('blockedThen')
      if ((await findRow(tx, sql.findSlot, span)) !== null) throw new ApiError('attendsThen')
      const made = await findRow(tx, sql.insertOpening, {
        ...opened,
        professional_id: id,
        starts_at: from,
        ends_at: to,
        created_by: actor.id,
        now,
      })
      if (made === null) throw new ApiError('invalid', { param: 'specialty', msg: 'Selecciona Especialidad' })
      await refreshCalendars(ctx, tx, [id])
      const clash = await findRow(tx, sql.findClash, { professional_ids: [id] })
      if (clash !== null) throw new ApiError(clash.kind === 'room' ? 'roomTaken' : 'attendsThen')
      await addFreedSlots(tx, { ...span, now })
      await recordException(ctx, tx, 'open', id, made.id)
    })
    return {}
  },
)

async function requireException({ db }: ActorContext, id: number) {
  const found = await findRow(db, sql.findException, { id })
  if (found === null) throw new ApiError('notFound')
  const { kind, professional_id, starts_at, ends_at } = found
  return { isBlock: kind === 'block', professional_id, from: starts_at, to: ends_at }
}

export const listExceptionAppointments = calendarOperation(
  calendarExceptionEndpoints.exceptionAppointments,
  async (ctx, { params }) => {
    const { isBlock, ...span } = await requireException(ctx, params.id)
    await requireWholeCalendar(ctx, ctx.db, span.professional_id)
    if (isBlock) return { hours: [] }
    const rows = await ctx.db.run(listWithin, { ...span, now: ctx.clock.now() })
    return { hours: await presentAppointments(ctx, rows) }
  },
)

export const endException = calendarOperation(
  calendarExceptionEndpoints.endException,
  async (ctx, { params: { id }, body: { decisions } }) => {
    const { clock, db } = ctx
    const { isBlock, ...span } = await requireException(ctx, id)
    const { professional_id: professionalId } = span
    const now = clock.now()
    const readAffected = async (queries: Queries) =>
      isBlock ? [] : queries.run(listWithin, { ...span, now })
    const audience = await readAudience(ctx, await readAffected(db))
    await db.transaction(async (tx) => {
      await lockCalendar(tx, professionalId)
      await requireWholeCalendar(ctx, tx, professionalId)
      if ((await findRow(tx, sql.deleteException, { id })) === null) throw new ApiError('notFound')
      await refreshCalendars(ctx, tx, [professionalId])
      await applyDecisions(ctx, tx, await readAffected(tx), decisions, audience)
      if (isBlock) await addFreedSlots(tx, { ...span, now })
      await recordException(ctx, tx, isBlock ? 'unblock' : 'close', professionalId, id)
    })
    return {}
  },
)
