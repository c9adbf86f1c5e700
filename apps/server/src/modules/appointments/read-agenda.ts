import { appointmentAgendaEndpoints } from '@mi-portal/contract/appointments/appointment-agenda'
import { toAppointment } from '@mi-portal/contract/appointments/appointments'
import { ApiError } from '@mi-portal/contract/calls/api-error'
import { toPageFields } from '@mi-portal/contract/calls/paging'
import type { Context } from '../../platform/context/context.ts'
import { operation } from '../../platform/context/operation.ts'
import type { AgendaReading, ListedAppointment } from '../../ports/clinical-archive.ts'
import type { MemberWithAppointments } from '../family/patient-access.ts'
import { listMembersWithAppointments } from '../family/patient-access.ts'
import { findPerson } from '../people/read-people.ts'
import {
  authorizeAppointment,
  rejectViewer,
  type SeenAppointment,
  toAudited,
  type ViewerContext,
  type ViewerRole,
} from './authorize-appointment.ts'

const certificateStates = {
  arrived: 'unknown',
  attended: 'available',
  missed: 'missed',
  unknown: 'unknown',
} as const

const listAction = 'appointments.agenda'
const viewAction = 'appointments.view'

function getViewerRole({ recordAccess }: MemberWithAppointments): ViewerRole {
  if (recordAccess === null) return 'leader'
  return recordAccess.role === 'delegate' ? 'delegate' : 'guardian'
}

function toReading({ id, recordAccess }: MemberWithAppointments, viewerId: number): AgendaReading {
  return {
    patientId: id,
    withoutReserved: recordAccess?.withoutReserved ?? false,
    onlyBookedBy: recordAccess === null ? viewerId : null,
  }
}

/** Returns the appointment as this viewer sees it. Group owners and delegates get neither the link of an adult's visit nor its order. */
function presentAppointment(
  { actor, config }: ViewerContext,
  row: ListedAppointment & { readonly patient_full_name: string },
  { role, mayChange }: Pick<SeenAppointment, 'role' | 'mayChange'>,
  now: Date,
) {
  const { booked_by, booker_name } = row
  const joins = role === 'self' || role === 'guardian'
  const isCaller = booked_by === actor.id
  // A delegate does not learn of other people who act for the patient.
  const booker = role === 'delegate' && !isCaller ? null : booker_name
  return {
    ...toAppointment(row, joins ? { address: config.telemedicineUrl, now } : null),
    patient_full_name: row.patient_full_name,
    booked_by: booker === null ? null : { full_name: booker, is_caller: isCaller },
    site: row.site,
    is_private: row.is_private,
    confirmed_at: row.confirmed_at,
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

async function readName(ctx: Context, personId: number): Promise<string> {
  const person = await findPerson(ctx, personId)
  return [person?.first_name, person?.last_name, person?.second_name].filter(Boolean).join(' ')
}

async function addNames<Row extends ListedAppointment>(ctx: Context, rows: readonly Row[]) {
  const names = new Map<number, string>()
  for (const { patient_full_name, patient_id } of rows) {
    if (patient_full_name === null && !names.has(patient_id))
      names.set(patient_id, await readName(ctx, patient_id))
  }
  return rows.map((row) => ({
    ...row,
    patient_full_name: row.patient_full_name ?? names.get(row.patient_id) ?? '',
  }))
}

export const listAgenda = operation(appointmentAgendaEndpoints.list, async (ctx, { query }) => {
  const { actor, audit, clock, ports } = ctx
  const { period, patient_id, page, limit } = query
  const now = clock.now()
  const members = await listMembersWithAppointments(ctx, actor.id)
  const own: AgendaReading = { patientId: actor.id, withoutReserved: false, onlyBookedBy: null }
  const all = [own, ...members.map((member) => toReading(member, actor.id))]
  const chosen = patient_id === undefined ? all : all.filter((one) => one.patientId === patient_id)
  if (patient_id !== undefined && chosen.length === 0) await rejectViewer(ctx, listAction, patient_id, null)
  const which = period === 'upcoming' ? 'upcoming' : 'past'
  const found = await ports.archive.agenda(chosen, which, now, { page, limit })
  const membersById = new Map(members.map((member) => [member.id, member]))
  const getView = ({ patient_id: patientId, booked_by }: ListedAppointment) => {
    const member = membersById.get(patientId)
    if (member === undefined) {
      const isOwn = patientId === actor.id
      return { role: isOwn ? ('self' as const) : ('leader' as const), mayChange: isOwn }
    }
    const mayChange = member.mayChangeAll || (member.mayBook && booked_by === actor.id)
    return { role: getViewerRole(member), mayChange }
  }
  const rows = await addNames(ctx, found.rows)
  // A list of several people is recorded for the patients whose appointments it shows.
  const seen = new Set(patient_id === undefined ? rows.map((row) => row.patient_id) : [patient_id])
  for (const actorRole of ['guardian', 'delegate', 'leader'] as const) {
    const patients = members.filter((member) => seen.has(member.id) && getViewerRole(member) === actorRole)
    await audit.recordEach(
      listAction,
      patients.map(({ id }) => id),
      { actorRole },
    )
  }
  return {
    appointments: rows.map((row) => presentAppointment(ctx, row, getView(row), now)),
    count_appointment: found.total,
    ...toPageFields(found, { page, limit }),
    people: members.map(({ id, first_name, last_name }) => ({ id, first_name, last_name })),
  }
})

export const openAppointment = operation(appointmentAgendaEndpoints.one, async (ctx, { params }) => {
  const seen = await authorizeAppointment(ctx, params.id_appointment, viewAction, null)
  if (seen.appointment.state !== 'booked') throw new ApiError('hourCancelled')
  await ctx.audit.record(viewAction, toAudited(seen))
  const now = ctx.clock.now()
  const [row] = await addNames(ctx, [seen.appointment])
  if (row === undefined) throw new ApiError('notFound')
  return { appointment: presentAppointment(ctx, row, seen, now), is_over: row.ends_at <= now }
})
