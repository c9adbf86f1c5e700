/** Professionals with their weekly calendars, which are saved together. */

import type { WeeklyBlock, WholeProfessional } from '@mi-portal/contract/agenda/professionals'
import { ApiError } from '@mi-portal/contract/api-error'
import { type Page, pageOf } from '@mi-portal/contract/paging'
import { professionalImageAddress } from '@mi-portal/contract/professional-images'
import type { Audit } from '../../platform/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import { brokenConstraint } from '../../platform/database/constraint-errors.ts'
import type { Database, Queries } from '../../platform/database/database.ts'
import { toTextPatterns } from '../../platform/database/search-words.ts'
import type { CalendarService } from '../booking/calendar/calendar.service.ts'
import * as calendarsSql from './calendars.sql.ts'
import { requireSites } from './sites.rules.ts'
import type { Staff, StaffAppointmentsService } from './staff-appointments.service.ts'
import * as staffAppointmentsSql from './staff-appointments.sql.ts'

type ProfessionalsDependencies = {
  readonly db: Database
  readonly appointments: StaffAppointmentsService
  readonly calendar: CalendarService
  readonly audit: Audit
  readonly clock: Clock
}

/** Returns the error for staff if a calendar violated a constraint of the database; any other error unchanged. */
function calendarErrorOf(error: unknown): unknown {
  const constraint = brokenConstraint(error)
  if (constraint === 'professionals_rut_key') return new ApiError('professionalThere', { param: 'rut' })
  if (constraint === 'schedules_room_once') return new ApiError('roomTaken', { param: 'schedules' })
  if (constraint === 'schedules_professional_once')
    return new ApiError('invalid', { param: 'schedules', msg: 'Dos bloques del calendario se superponen' })
  return error
}

/** Returns a function that writes the audit entry of a change of a professional. */
export function professionalNotes(audit: Audit) {
  return (tx: Queries, { actor, origin }: Staff, action: string, id: number): Promise<void> =>
    audit.add(tx, {
      actorId: actor.id,
      actorRole: actor.rol,
      action: `agenda.${action}`,
      patientId: null,
      object: `professional=${id}`,
      origin,
    })
}

export function createProfessionalsService(dependencies: ProfessionalsDependencies) {
  const { db, appointments, calendar, audit, clock } = dependencies

  async function one(id: number): Promise<WholeProfessional> {
    const found = await calendarsSql.professional(db, id)
    if (found === null) throw new ApiError('notFound')
    const [schedules, imageKey] = await Promise.all([
      calendarsSql.schedulesOf(db, id),
      calendarsSql.imageKey(db, id),
    ])
    return {
      ...found,
      specialties: [...found.specialties],
      updated_at: found.updated_at.toISOString(),
      doctor_image: professionalImageAddress(imageKey),
      schedules: schedules.map(({ professional_id: _, rut: _rut, ...block }) => block),
    }
  }

  const recordAudit = professionalNotes(audit)

  /** Writes the weekly calendar and generates its slots. */
  async function writeWeek(tx: Queries, id: number, schedules: readonly WeeklyBlock[]): Promise<void> {
    await calendarsSql.lockRooms(tx)
    await calendarsSql.deleteSchedules(tx, id)
    const written = await calendarsSql.addSchedules(
      tx,
      schedules.map((block) => ({ ...block, professional_id: id })),
    )
    if (written < schedules.length)
      throw new ApiError('invalid', { param: 'schedules', msg: 'Selecciona Sede y Especialidad' })
    await calendarsSql.settlePractices(tx, [id])
    await calendar.refresh(tx, id)
    const clash = await calendarsSql.clash(tx, [id])
    if (clash !== null)
      throw new ApiError(clash === 'room' ? 'roomTaken' : 'attendsThen', { param: 'schedules' })
  }

  async function change<T>(work: (tx: Queries) => Promise<T>): Promise<T> {
    try {
      return await db.transaction(work)
    } catch (error) {
      throw calendarErrorOf(error)
    }
  }

  return {
    places: async ({ actor: { sites } }: Pick<Staff, 'actor'>) => ({
      offices: (await calendarsSql.offices(db)).filter(({ id }) => sites === null || sites.includes(id)),
      services: await calendarsSql.services(db),
    }),

    list: async ({ actor }: Pick<Staff, 'actor'>, filter: string | null, page: Page) => {
      // A RUN is found in any of its spellings.
      const words = (filter ?? '').replace(/(?<=[\d])[.-](?=[\dkK])/g, '')
      const patterns = toTextPatterns(words)
      const found =
        patterns === null
          ? { rows: [], total: 0, more: false }
          : await calendarsSql.professionals(db, patterns, page, actor.sites, clock.now())
      return {
        professionals: found.rows.map(({ updated_at: _, specialties, ...shown }) => ({
          ...shown,
          specialties: [...specialties],
        })),
        ...pageOf(found, page),
      }
    },

    /** Throws 403 if the calendar has times at sites that the member of staff does not manage. */
    open: async (staff: Staff, id: number) => {
      const found = await one(id)
      requireSites(staff, await calendarsSql.sitesOf(db, null, id, clock.now()))
      return found
    },

    create: async (
      staff: Staff,
      { rut, name, schedules }: { rut: string; name: string; schedules: readonly WeeklyBlock[] },
    ): Promise<WholeProfessional> => {
      requireSites(
        staff,
        schedules.map(({ office_id }) => office_id),
      )
      const id = await change(async (tx) => {
        const made = await calendarsSql.insert(tx, rut, name, clock.now())
        await writeWeek(tx, made, schedules)
        await recordAudit(tx, staff, 'create', made)
        return made
      })
      return one(id)
    },

    /** Throws 409 if the professional was changed since `updated_at`. Appointments outside of the new week stay booked. */
    edit: async (
      staff: Staff,
      id: number,
      draft: {
        name: string
        active: boolean
        schedules: readonly WeeklyBlock[]
        updated_at?: string | null | undefined
      },
    ) => {
      const readAt = draft.updated_at ? new Date(draft.updated_at) : null
      await change(async (tx) => {
        if (!(await calendarsSql.lock(tx, id))) throw new ApiError('notFound')
        const siteIds = draft.schedules.map(({ office_id }) => office_id)
        requireSites(staff, [...siteIds, ...(await calendarsSql.sitesOf(db, tx, id, clock.now()))])
        if (!(await calendarsSql.update(tx, id, draft.name, draft.active, clock.now(), readAt)))
          throw new ApiError('changedMeanwhile')
        await writeWeek(tx, id, draft.schedules)
        await recordAudit(tx, staff, 'edit', id)
      })
      const outside = await staffAppointmentsSql.offSchedule(db, id, clock.now())
      return {
        professional: await one(id),
        outside: await appointments.presentAll(staff, outside, 'agenda.week'),
      }
    },
  }
}

export type ProfessionalsService = ReturnType<typeof createProfessionalsService>
