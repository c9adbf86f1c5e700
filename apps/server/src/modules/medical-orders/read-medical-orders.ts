import { ApiError } from '@mi-portal/contract/calls/api-error'
import { fullPath } from '@mi-portal/contract/calls/endpoint'
import { medicalOrderEndpoints, staffMedicalOrderEndpoints } from '@mi-portal/contract/medical-orders'
import type { ActorContext, Context } from '../../platform/context/context.ts'
import { operation } from '../../platform/context/operation.ts'
import { findRow } from '../../platform/database/database.ts'
import type { Row } from '../../platform/database/statement.ts'
import { sendUpload } from '../../platform/http/headers.ts'
import { authorizeAppointment, recordRoles, toAudited } from '../appointments/authorize-appointment.ts'
import { checkOpen, findOrder, findPatientAtSites } from './medical-orders.sql.ts'

type StoredOrder = Row<typeof findOrder>

/** An appointment by its number and its patient, because another archive has appointments with numbers of its own. */
type AppointmentOfPatient = { readonly id: number; readonly patient_id: number }

export async function findAppointment(ctx: ActorContext, id: number, action: string) {
  const entry = toAudited(await authorizeAppointment(ctx, id, action, recordRoles))
  return { appointment: { id, patient_id: entry.patientId }, entry }
}

async function findAppointmentAsStaff({ db, actor }: ActorContext, id: number) {
  const found = await findRow(db, findPatientAtSites, { id, sites: actor.sites })
  if (found === null) throw new ApiError('notFound')
  const { patient_id } = found
  return {
    appointment: { id, patient_id },
    entry: { patientId: patient_id, object: `id_appointment=${id}` },
  }
}

function toMedicalOrder(
  order: StoredOrder | null,
  fileEndpoint: Parameters<typeof fullPath>[0],
  appointmentId: number,
) {
  if (order === null) return null
  const { name, scan_state, attached_at, file_id } = order
  const url = fullPath(fileEndpoint)
    .replace(/\{id(_appointment)?\}/, String(appointmentId))
    .replace('{file_id}', String(file_id))
  return { name, url, scan_state, attached_at }
}

export async function readOrderOfAppointment({ db, clock }: Context, appointment: AppointmentOfPatient) {
  const [order, open] = await Promise.all([
    findRow(db, findOrder, appointment),
    findRow(db, checkOpen, { ...appointment, now: clock.now() }),
  ])
  return {
    order: toMedicalOrder(order, medicalOrderEndpoints.file, appointment.id),
    can_change: open !== null,
  }
}

async function openFile({ db, files }: Context, appointment: AppointmentOfPatient, fileId: number) {
  const order = await findRow(db, findOrder, appointment)
  if (order?.file_id !== fileId) throw new ApiError('notFound')
  const content = await files.read(order.key)
  if (content === null)
    throw new ApiError('unavailable', { cause: new Error('medical orders: the bytes are gone') })
  return { ...order, content }
}

export const readMedicalOrder = operation(medicalOrderEndpoints.one, async (ctx, { params }) => {
  const action = 'medical-orders.view'
  const { appointment, entry } = await findAppointment(ctx, params.id_appointment, action)
  await ctx.audit.record(action, entry)
  return readOrderOfAppointment(ctx, appointment)
})

export const downloadMedicalOrder = operation(
  medicalOrderEndpoints.file,
  async (ctx, { params: { id_appointment, file_id }, reply }) => {
    const action = 'medical-orders.file'
    const { appointment, entry } = await findAppointment(ctx, id_appointment, action)
    const file = await openFile(ctx, appointment, file_id)
    await ctx.audit.record(action, entry)
    return sendUpload(reply, file)
  },
)

export const readMedicalOrderAsStaff = operation(
  staffMedicalOrderEndpoints.one,
  async (ctx, { params: { id } }) => {
    const { appointment, entry } = await findAppointmentAsStaff(ctx, id)
    await ctx.audit.record('medical-orders.view', entry)
    const order = await findRow(ctx.db, findOrder, appointment)
    return { order: toMedicalOrder(order, staffMedicalOrderEndpoints.file, id) }
  },
)

export const downloadMedicalOrderAsStaff = operation(
  staffMedicalOrderEndpoints.file,
  async (ctx, { params: { id, file_id }, reply }) => {
    const { appointment, entry } = await findAppointmentAsStaff(ctx, id)
    const file = await openFile(ctx, appointment, file_id)
    await ctx.audit.record('medical-orders.file', entry)
    return sendUpload(reply, file)
  },
)
