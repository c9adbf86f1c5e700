/** Professionals and their weekly calendars, each of them one thing that is saved whole. */
import type { WeeklyBlock, WholeProfessional } from '@mi-portal/contract/agenda'
import { Failure } from '@mi-portal/contract/failure'
import { type Page, pageOf } from '@mi-portal/contract/paging'
import type { Audit } from '../../platform/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Queries } from '../../platform/database/database.ts'
import { brokenConstraint } from '../../platform/database/fault.ts'
import { patternsOf } from '../../platform/search-words.ts'
import type { CalendarService } from '../booking/calendar.service.ts'
import type { CalendarsStore } from './calendars.store.ts'
import type { HoursService, Staff } from './hours.service.ts'
import type { HoursStore } from './hours.store.ts'

type ProfessionalsParts = {
  readonly db: Database
  readonly store: CalendarsStore
  readonly hoursStore: HoursStore
  readonly hours: HoursService
  readonly calendar: CalendarService
  readonly audit: Audit
  readonly clock: Clock
}

/** What a calendar that broke a constraint ran into, as staff are told. */
function calendarRefusal(error: unknown): unknown {
  const constraint = brokenConstraint(error)
  if (constraint === 'professionals_rut_key') return new Failure('professionalThere', { param: 'rut' })
  if (constraint === 'schedules_room_once') return new Failure('roomTaken', { param: 'schedules' })
  if (constraint === 'schedules_professional_once')
    return new Failure('invalid', { param: 'schedules', msg: 'Dos bloques del calendario se superponen' })
  return error
}

export function professionalsService(parts: ProfessionalsParts) {
  const { db, store, hoursStore, hours, calendar, audit, clock } = parts

  async function one(id: number): Promise<WholeProfessional> {
    const found = await store.professional(id)
    if (found === null) throw new Failure('notFound')
    const schedules = await store.schedulesOf(id)
    return {
      ...found,
      specialties: [...found.specialties],
      updated_at: found.updated_at.toISOString(),
      schedules: schedules.map(({ professional_id: _, rut: _rut, ...block }) => block),
    }
  }

  function note(tx: Queries, { actor, origin }: Staff, action: string, id: number) {
    return audit.add(tx, {
      actorId: actor.id,
      actorRole: actor.rol,
      action: `agenda.${action}`,
      patientId: null,
      object: `professional=${id}`,
      origin,
    })
  }

  /** Writes the week, and the hours that it makes. */
  async function writeWeek(tx: Queries, id: number, schedules: readonly WeeklyBlock[]): Promise<void> {
    await store.lockRooms(tx)
    await store.dropSchedules(tx, id)
    const written = await store.addSchedules(
      tx,
      schedules.map((block) => ({ ...block, professional_id: id })),
    )
    if (written < schedules.length)
      throw new Failure('invalid', { param: 'schedules', msg: 'Selecciona Sede y Especialidad' })
    await store.settlePractices(tx, [id])
    await calendar.refresh(tx, id)
    const clash = await store.clash(tx, [id])
    if (clash !== null)
      throw new Failure(clash === 'room' ? 'roomTaken' : 'attendsThen', { param: 'schedules' })
  }

  async function change<T>(work: (tx: Queries) => Promise<T>): Promise<T> {
    try {
      return await db.transaction(work)
    } catch (error) {
      throw calendarRefusal(error)
    }
  }

  return {
    places: async () => ({ offices: await store.offices(), services: await store.services() }),

    list: async (filter: string | null, page: Page) => {
      // A run is found in any of its spellings.
      const words = (filter ?? '').replace(/(?<=[\d])[.-](?=[\dkK])/g, '')
      const found = await store.professionals(patternsOf(words), page)
      return {
        professionals: found.rows.map(({ updated_at: _, specialties, ...told }) => ({
          ...told,
          specialties: [...specialties],
        })),
        ...pageOf(found, page),
      }
    },

    one,

    create: async (
      staff: Staff,
      { rut, name, schedules }: { rut: string; name: string; schedules: readonly WeeklyBlock[] },
    ): Promise<WholeProfessional> => {
      const id = await change(async (tx) => {
        const made = await store.insert(tx, rut, name, clock.now())
        await writeWeek(tx, made, schedules)
        await note(tx, staff, 'create', made)
        return made
      })
      return one(id)
    },

    /** Throws 409 where somebody changed it since `updated_at`. Booked hours outside the new week stay booked. */
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
        if (!(await store.lock(tx, id))) throw new Failure('notFound')
        if (!(await store.update(tx, id, draft.name, draft.active, clock.now(), readAt)))
          throw new Failure('changedMeanwhile')
        await writeWeek(tx, id, draft.schedules)
        await note(tx, staff, 'edit', id)
      })
      const outside = await hoursStore.outside(id, clock.now())
      return { professional: await one(id), outside: await hours.shown(staff, outside, 'agenda.week') }
    },
  }
}

export type ProfessionalsService = ReturnType<typeof professionalsService>
