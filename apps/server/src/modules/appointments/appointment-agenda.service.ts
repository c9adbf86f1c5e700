/** The appointments of a family as one list, one appointment with its details, and the confirmation that a patient will attend. */

import { ApiError } from '@mi-portal/contract/api-error'
import type { Agenda, AgendaAppointment } from '@mi-portal/contract/appointment-agenda'
import { appointmentOf } from '@mi-portal/contract/appointments'
import { type Page, pageOf } from '@mi-portal/contract/paging'
import type { Audit } from '../../platform/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import { type Context, createCallContext } from '../../platform/context/context.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Origin } from '../../platform/http/actor.ts'
import type { AgendaReading, ClinicalArchive, ListedAppointment } from '../../ports/clinical-archive.ts'
import type { MemberWithAppointments } from '../family/patient-access.ts'
import { listMembersWithAppointments } from '../family/patient-access.ts'
import { findPerson } from '../people/people.service.ts'
import type { AppointmentRecords } from './appointment-records.service.ts'
import {
  authorizeAppointment,
  rejectViewer,
  type SeenAppointment,
  toAudited,
  type ViewerContext,
  type ViewerRole,
} from './authorize-appointment.ts'

type AppointmentAgendaDependencies = {
  readonly db: Database
  readonly archive: Pick<ClinicalArchive, 'agenda'>
  readonly appointmentRecords: Pick<AppointmentRecords, 'confirm'>

  readonly ctx: Context
  readonly audit: Audit
  readonly clock: Clock
  /** The address at which video visits take place. */
  readonly videoAddress: string | undefined
}

export type Viewer = ViewerContext['actor']

export type AgendaRequest = Page & {
  readonly period: 'upcoming' | 'history'
  readonly patient_id?: number | undefined
}

const certificateStates = {
  arrived: 'unknown',
  attended: 'available',
  missed: 'missed',
  unknown: 'unknown',
} as const

const listAction = 'appointments.agenda'
const viewAction = 'appointments.view'
const confirmAction = 'appointments.confirm'

function roleOf({ recordAccess }: MemberWithAppointments): ViewerRole {
  if (recordAccess === null) return 'leader'
  return recordAccess.role === 'delegate' ? 'delegate' : 'guardian'
}

function readingOf({ id, recordAccess }: MemberWithAppointments, viewerId: number): AgendaReading {
  return {
    patientId: id,
    withoutReserved: recordAccess?.withoutReserved ?? false,
    onlyBookedBy: recordAccess === null ? viewerId : null,
  }
}

export function createAppointmentAgendaService(dependencies: AppointmentAgendaDependencies) {
  const { db, archive, appointmentRecords, ctx, audit, clock, videoAddress } = dependencies

  const toCall = (actor: Viewer, origin: Origin) => ({ ...createCallContext(ctx, actor, origin), actor })

  /** Returns the appointment as this viewer sees it. Group owners and delegates get neither the link of an adult's visit nor its order. */
  function present(
    row: ListedAppointment & { readonly patient_full_name: string },
    { role, mayChange }: Pick<SeenAppointment, 'role' | 'mayChange'>,
    viewerId: number,
    now: Date,
  ): AgendaAppointment {
    const { booked_by, booker_name } = row
    const joins = role === 'self' || role === 'guardian'
    const isCaller = booked_by === viewerId
    // A delegate does not learn of other people who act for the patient.
    const booker = role === 'delegate' && !isCaller ? null : booker_name
    return {
      ...appointmentOf(row, joins ? { address: videoAddress, now } : null),
      patient_full_name: row.patient_full_name,
      booked_by: booker === null ? null : { full_name: booker, is_caller: isCaller },
      site: row.site,
      is_private: row.is_private,
      confirmed_at: row.confirmed_at?.toISOString() ?? null,
      can_confirm: mayChange && row.in_own_calendar && row.starts_at > now,
      medical_order:
        !joins || row.has_order === null
          ? null
          : { is_attached: row.has_order, is_needed: row.needs_order, can_change: row.starts_at > now },
      may_change: mayChange,
      certificate:
        role === 'leader' || row.ends_at > now ? null : certificateStates[row.attendance ?? 'unknown'],
    }
  }

  async function nameOf(personId: number): Promise<string> {
    const person = await findPerson(ctx, personId)
    return [person?.first_name, person?.last_name, person?.second_name].filter(Boolean).join(' ')
  }

  /** Adds the patient's name to appointments of an archive that has only the id. */
  async function withNames<Row extends ListedAppointment>(rows: readonly Row[]) {
    const names = new Map<number, string>()
    for (const { patient_full_name, patient_id } of rows) {
      if (patient_full_name === null && !names.has(patient_id))
        names.set(patient_id, await nameOf(patient_id))
    }
    return rows.map((row) => ({
      ...row,
      patient_full_name: row.patient_full_name ?? names.get(row.patient_id) ?? '',
    }))
  }

  async function list(viewer: Viewer, request: AgendaRequest, origin: Origin): Promise<Agenda> {
    const { period, patient_id, page, limit } = request
    const now = clock.now()
    const members = await listMembersWithAppointments(ctx, viewer.id)
    const own: AgendaReading = { patientId: viewer.id, withoutReserved: false, onlyBookedBy: null }
    const all = [own, ...members.map((member) => readingOf(member, viewer.id))]
    const chosen = patient_id === undefined ? all : all.filter((one) => one.patientId === patient_id)
    if (patient_id !== undefined && chosen.length === 0)
      await rejectViewer(toCall(viewer, origin), listAction, patient_id, null)
    const found = await archive.agenda(chosen, period === 'upcoming' ? 'upcoming' : 'past', now, {
      page,
      limit,
    })
    const roles = new Map<number, ViewerRole>([
      [viewer.id, 'self'],
      ...members.map((member) => [member.id, roleOf(member)] as const),
    ])
    const membersById = new Map(members.map((member) => [member.id, member]))
    const mayChange = ({ patient_id, booked_by }: ListedAppointment) => {
      const member = membersById.get(patient_id)
      if (member === undefined) return patient_id === viewer.id
      return member.mayChangeAll || (member.mayBook && booked_by === viewer.id)
    }
    const rows = await withNames(found.rows)
    // A list of several people is recorded for the patients whose appointments it shows.
    const seen = new Set(patient_id === undefined ? rows.map((row) => row.patient_id) : [patient_id])
    for (const actorRole of ['guardian', 'delegate', 'leader'] as const) {
      await audit.recordEach(
        { actorId: viewer.id, actorRole, action: listAction, origin },
        [...seen].filter((id) => roles.get(id) === actorRole),
      )
    }
    return {
      appointments: rows.map((row) => {
        const view = { role: roles.get(row.patient_id) ?? 'leader', mayChange: mayChange(row) }
        return present(row, view, viewer.id, now)
      }),
      count_appointment: found.total,
      ...pageOf(found, { page, limit }),
      people: members.map(({ id, first_name, last_name }) => ({ id, first_name, last_name })),
    }
  }

  /**
   * Stores that the patient will attend an appointment that the viewer sees, and returns when that was confirmed first. Throws 409
   * if the appointment is cancelled, has begun, was moved meanwhile, or is in no calendar of the portal.
   */
  async function confirmSeen(viewer: Viewer, seen: SeenAppointment, origin: Origin) {
    const { appointment } = seen
    const confirmedAt = await db.transaction(async (tx) => {
      const at = await appointmentRecords.confirm(tx, appointment.id, appointment.starts_at, clock.now())
      if (at === null) throw new ApiError('hourNotConfirmable')
      await toCall(viewer, origin).audit.add(tx, confirmAction, toAudited(seen))
      return at
    })
    return { confirmed_at: confirmedAt.toISOString() }
  }

  return {
    list,
    confirmSeen,
    /** Returns an appointment. Throws 404 if the caller may not see it, 410 if it was cancelled. */
    one: async (viewer: Viewer, appointmentId: number, origin: Origin) => {
      const seen = await authorizeAppointment(toCall(viewer, origin), appointmentId, viewAction, null)
      const { appointment } = seen
      if (appointment.state !== 'booked') throw new ApiError('hourCancelled')
      await toCall(viewer, origin).audit.record(viewAction, toAudited(seen))
      const now = clock.now()
      const [row] = await withNames([appointment])
      if (row === undefined) throw new ApiError('notFound')
      return { appointment: present(row, seen, viewer.id, now), is_over: appointment.ends_at <= now }
    },
    /** Confirms an appointment. Throws 404 if the caller may not see or not change it, and 409 like {@link confirmSeen}. */
    confirm: async (viewer: Viewer, appointmentId: number, origin: Origin) => {
      const call = toCall(viewer, origin)
      const seen = await authorizeAppointment(call, appointmentId, confirmAction, null)
      if (!seen.mayChange)
        await rejectViewer(
          call,
          confirmAction,
          seen.appointment.patient_id,
          `id_appointment=${appointmentId}`,
        )
      return confirmSeen(viewer, seen, origin)
    },
  }
}

export type AppointmentAgendaService = ReturnType<typeof createAppointmentAgendaService>
