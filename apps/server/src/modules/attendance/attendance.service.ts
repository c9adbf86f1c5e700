/** Lists the appointments that have begun to staff, and records whether the patient attended. */
import { ApiError } from '@mi-portal/contract/api-error'
import {
  type Attendance,
  attendanceTooEarly,
  type StartedAppointment,
  type StartedAppointments,
} from '@mi-portal/contract/attendance'
import { type Page, type Paged, pageOf } from '@mi-portal/contract/paging'
import { addDays, type Day, momentOf } from '@mi-portal/contract/values/dates'
import type { Audit } from '../../platform/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { toPeoplePatterns } from '../../platform/database/search-words.ts'
import type { Actor, Origin } from '../../platform/http/actor.ts'
import type { AppointmentRecords } from '../appointments/appointment-records.service.ts'
import type { AttendanceStore } from './attendance.store.ts'

type Staff = { readonly actor: Actor; readonly origin: Origin }

type AttendanceDependencies = {
  readonly db: Database
  readonly store: AttendanceStore
  readonly appointmentRecords: Pick<AppointmentRecords, 'recordAttendance'>
  readonly audit: Audit
  readonly clock: Clock
}

type DayRequest = {
  readonly day: Day
  /** Whether appointments are left out of which the attendance is known. */
  readonly onlyPending: boolean
  /** Words of the patient's name or document; empty for all patients. */
  readonly search: string
  readonly page: Page
}

type Row = Awaited<ReturnType<AttendanceStore['ofDay']>>['rows'][number]

export function createAttendanceService(dependencies: AttendanceDependencies) {
  const { db, store, appointmentRecords, audit, clock } = dependencies

  /** Returns appointments for display and writes an audit entry for each of their patients. */
  async function present({ actor, origin }: Staff, rows: readonly Row[]): Promise<StartedAppointment[]> {
    await audit.recordEach({ actorId: actor.id, actorRole: actor.rol, action: 'attendance.list', origin }, [
      ...new Set(rows.map(({ patient_id }) => patient_id)),
    ])
    return rows.map(({ starts_at, ends_at, attendance_at, ...shown }) => ({
      ...shown,
      starts_at: starts_at.toISOString(),
      ends_at: ends_at.toISOString(),
      attendance_at: attendance_at?.toISOString() ?? null,
    }))
  }

  async function presentPage(staff: Staff, found: Paged<Row>, page: Page): Promise<StartedAppointments> {
    return { appointments: await present(staff, found.rows), ...pageOf(found, page) }
  }

  return {
    ofDay: async (staff: Staff, { day, onlyPending, search, page }: DayRequest) => {
      const patterns = toPeoplePatterns(search)
      if (patterns === null) return presentPage(staff, { rows: [], total: 0, more: false }, page)
      const asked = {
        from: momentOf(day, '00:00'),
        until: momentOf(addDays(day, 1), '00:00'),
        now: clock.now(),
        only_pending: onlyPending,
        patterns,
        sites: staff.actor.sites,
      }
      return presentPage(staff, await store.ofDay(asked, page), page)
    },
    ofPatient: async (staff: Staff, patientId: number, page: Page) => {
      const asked = { patient_id: patientId, now: clock.now(), sites: staff.actor.sites }
      return presentPage(staff, await store.ofPatient(asked, page), page)
    },
    /** Returns an appointment that has begun. Throws 404 for any other, and for one at another site. */
    one: async (staff: Staff, id: number) => {
      const row = await store.findShown(id, clock.now(), staff.actor.sites)
      const [appointment] = row === null ? [] : await present(staff, [row])
      if (appointment === undefined) throw new ApiError('notFound')
      return { appointment }
    },
    /**
     * Records or corrects whether the patient attended. An appointment that another system reported as missed, and that did take place,
     * is booked again. Throws 404 for a cancelled appointment and one at another site, 400 before it begins, and 409 if the attendance is not the one that the member of staff saw.
     */
    record: async (
      { actor, origin }: Staff,
      id: number,
      {
        attendance,
        previous,
      }: { readonly attendance: Attendance | null; readonly previous: Attendance | null },
    ): Promise<void> => {
      const now = clock.now()
      const appointment = await store.find(id, actor.sites)
      if (appointment === null) throw new ApiError('notFound')
      if (appointment.starts_at > now)
        throw new ApiError('invalid', { param: 'attendance', msg: attendanceTooEarly })
      await db.transaction(async (tx) => {
        const recorded = { id, attendance, previous, recorded_by: actor.id, now }
        if (!(await appointmentRecords.recordAttendance(tx, recorded))) throw new ApiError('changedMeanwhile')
        await audit.add(tx, {
          actorId: actor.id,
          actorRole: actor.rol,
          action: 'attendance.record',
          patientId: appointment.patient_id,
          object: `id_appointment=${id}`,
          origin,
          detail: { attendance, previous },
        })
      })
    },
  }
}

export type AttendanceService = ReturnType<typeof createAttendanceService>
