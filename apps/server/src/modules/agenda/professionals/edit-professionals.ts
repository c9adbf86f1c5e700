import { professionalImageAddress } from '@mi-portal/contract/agenda/professional-images'
import { professionalEndpoints, type WeeklyBlock } from '@mi-portal/contract/agenda/professionals'
import { ApiError } from '@mi-portal/contract/calls/api-error'
import { toPageFields } from '@mi-portal/contract/calls/paging'
import type { ActorContext, Context } from '../../../platform/context/context.ts'
import { brokenConstraint } from '../../../platform/database/constraint-errors.ts'
import { findRow, type Queries, readPage } from '../../../platform/database/database.ts'
import { toTextPatterns } from '../../../platform/database/search-words.ts'
import { refreshCalendars } from '../../booking/calendar/refresh-calendars.ts'
import { calendarOperation } from '../calendar-operation.ts'
import * as sql from '../calendars.sql.ts'
import { presentAppointments } from '../decide-appointments.ts'
import { requireWholeCalendar } from '../edit-exceptions.ts'
import { requireSites } from '../sites.rules.ts'
import { listOffSchedule } from '../staff-appointments.sql.ts'

function toCalendarError(error: unknown): unknown {
  const constraint = brokenConstraint(error)
  if (constraint === 'professionals_rut_key') return new ApiError('professionalThere', { param: 'rut' })
  if (constraint === 'schedules_room_once') return new ApiError('roomTaken', { param: 'schedules' })
  if (constraint === 'schedules_professional_once')
    return new ApiError('invalid', { param: 'schedules', msg: 'Dos bloques del calendario se superponen' })
  return error
}

async function readProfessional({ db }: Context, id: number) {
  const found = await findRow(db, sql.findProfessional, { id })
  if (found === null) throw new ApiError('notFound')
  const [schedules, image] = await Promise.all([
    db.run(sql.listSchedules, { professional_id: id }),
    findRow(db, sql.findImageKey, { id }),
  ])
  return {
    ...found,
    specialties: [...found.specialties],
    updated_at: found.updated_at,
    doctor_image: professionalImageAddress(image?.image_key ?? null),
    schedules: schedules.map(({ professional_id: _, rut: _rut, ...block }) => block),
  }
}

async function writeWeek(ctx: Context, tx: Queries, id: number, schedules: readonly WeeklyBlock[]) {
  const ids = { professional_ids: [id] }
  await tx.run(sql.lockOffices, {})
  await tx.run(sql.deleteSchedules, { professional_id: id })
  const rows = schedules.map((block) => ({ ...block, professional_id: id }))
  const written = await tx.run(sql.insertSchedules, { schedules: JSON.stringify(rows) })
  if (written.length < schedules.length)
    throw new ApiError('invalid', { param: 'schedules', msg: 'Selecciona Sede y Especialidad' })
  await sql.derivePractices(tx, ids)
  await refreshCalendars(ctx, tx, [id])
  const clash = await findRow(tx, sql.findClash, ids)
  if (clash !== null)
    throw new ApiError(clash.kind === 'room' ? 'roomTaken' : 'attendsThen', { param: 'schedules' })
}

async function changeCalendar<T>({ db }: Context, work: (tx: Queries) => Promise<T>): Promise<T> {
  try {
    return await db.transaction(work)
  } catch (error) {
    throw toCalendarError(error)
  }
}

export const recordProfessional = (
  { audit }: ActorContext,
  tx: Queries,
  action: 'create' | 'edit' | 'storeImage' | 'removeImage',
  id: number,
) => audit.add(tx, `agenda.${action}`, { object: `professional=${id}` })

export const listPlaces = calendarOperation(
  professionalEndpoints.places,
  async ({ actor: { sites }, db }) => ({
    offices: (await db.run(sql.listOffices, {})).filter(({ id }) => sites === null || sites.includes(id)),
    services: await db.run(sql.listServices, {}),
  }),
)

export const listProfessionals = calendarOperation(
  professionalEndpoints.professionals,
  async ({ actor, clock, db }, { query: { filter, ...page } }) => {
    // A RUN is found in any of its spellings.
    const patterns = toTextPatterns((filter ?? '').replace(/(?<=[\d])[.-](?=[\dkK])/g, ''))
    const asked = { patterns: patterns ?? [], sites: actor.sites, now: clock.now() }
    const found =
      patterns === null
        ? { rows: [], total: 0, more: false }
        : await readPage(db, sql.listProfessionals, sql.countProfessionals, asked, page)
    return {
      professionals: found.rows.map(({ updated_at: _, specialties, ...shown }) => ({
        ...shown,
        specialties: [...specialties],
      })),
      ...toPageFields(found, page),
    }
  },
)

/** Throws 403 if the calendar has times at sites that the member of staff does not manage. */
export const openProfessional = calendarOperation(
  professionalEndpoints.professional,
  async (ctx, { params: { id } }) => {
    const professional = await readProfessional(ctx, id)
    await requireWholeCalendar(ctx, ctx.db, id)
    return { professional }
  },
)

export const createProfessional = calendarOperation(
  professionalEndpoints.create,
  async (ctx, { body: { rut, name, schedules } }) => {
    requireSites(
      ctx,
      schedules.map(({ office_id }) => office_id),
    )
    const id = await changeCalendar(ctx, async (tx) => {
      const made = await findRow(tx, sql.insertProfessional, { rut, name, now: ctx.clock.now() })
      if (made === null) throw new Error('agenda.insertProfessional returned no row')
      await writeWeek(ctx, tx, made.id, schedules)
      await recordProfessional(ctx, tx, 'create', made.id)
      return made.id
    })
    return { professional: await readProfessional(ctx, id) }
  },
)

/** Throws 409 if the professional was changed since `updated_at`. Appointments outside of the new week stay booked. */
export const editProfessional = calendarOperation(
  professionalEndpoints.edit,
  async (ctx, { params: { id }, body: { name, active, schedules, updated_at } }) => {
    const { clock, db } = ctx
    await changeCalendar(ctx, async (tx) => {
      if ((await findRow(tx, sql.lockProfessional, { id })) === null) throw new ApiError('notFound')
      requireSites(
        ctx,
        schedules.map(({ office_id }) => office_id),
      )
      await requireWholeCalendar(ctx, tx, id)
      const read_at = updated_at ? new Date(updated_at) : null
      const updated = { id, name, active, now: clock.now(), read_at }
      if ((await findRow(tx, sql.updateProfessional, updated)) === null)
        throw new ApiError('changedMeanwhile')
      await writeWeek(ctx, tx, id, schedules)
      await recordProfessional(ctx, tx, 'edit', id)
    })
    const outside = await db.run(listOffSchedule, { professional_id: id, now: clock.now() })
    return {
      professional: await readProfessional(ctx, id),
      outside: await presentAppointments(ctx, outside),
    }
  },
)
