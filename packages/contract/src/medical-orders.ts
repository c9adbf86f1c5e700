/** The medical order of an appointment: the photo or PDF of a physician's written request, which the patient attaches. */
import * as z from 'zod/mini'
import type { EndpointTable } from './endpoint.ts'
import { attachedFile } from './service-requests/service-requests.ts'
import { moment } from './values/date-schemas.ts'
import { idParam } from './values/ids.ts'

const medicalOrder = z.extend(attachedFile, { attached_at: moment() })
export type MedicalOrder = z.output<typeof medicalOrder>

/** The name of the form's field, to which the messages about the file belong. */
export const orderField = 'file'
export const severalOrders = 'Selecciona un solo archivo'

const order = z.nullable(medicalOrder)
const ofAppointment = z.object({ id_appointment: idParam() })
const reply = z.object({
  /** Null if none is attached. */
  order,
  /** Whether the caller may attach, replace or remove the order: until the appointment begins, unless it is cancelled. */
  can_change: z.boolean(),
})
export type OrderOfAppointment = z.output<typeof reply>

const path = '/medicals/appointments/orders/{id_appointment}'

export const medicalOrderEndpoints = {
  one: {
    method: 'GET',
    path,
    access: 'patient',
    summary: 'Returns the medical order of an appointment of the caller or of a child in their care',
    params: ofAppointment,
    reply,
  },
  attach: {
    method: 'POST',
    path,
    access: 'patient',
    summary:
      'Attaches a medical order to an appointment in place of an earlier one; the form has exactly one file',
    params: ofAppointment,
    form: z.object({}),
    files: true,
    reply,
  },
  remove: {
    method: 'DELETE',
    path,
    access: 'patient',
    summary: 'Removes the medical order of an appointment',
    params: ofAppointment,
    reply,
  },
  file: {
    method: 'GET',
    path: '/medicals/appointments/orders/{id_appointment}/files/{file_id}',
    access: 'patient',
    summary: 'Returns the file of the medical order of an appointment, as a download',
    params: z.object({ id_appointment: idParam(), file_id: idParam() }),
    raw: true,
    reply: z.unknown(),
  },
} as const satisfies EndpointTable

export const staffMedicalOrderEndpoints = {
  one: {
    method: 'GET',
    path: '/admin/agenda/hours/{id}/order',
    access: 'staff',
    permission: 'agenda.manage',
    opens: { through: 'appointment', field: 'id' },
    summary: 'Returns the medical order of an appointment to staff',
    params: z.object({ id: idParam() }),
    reply: z.object({ order }),
  },
  file: {
    method: 'GET',
    path: '/admin/agenda/hours/{id}/order/files/{file_id}',
    access: 'staff',
    permission: 'agenda.manage',
    opens: { through: 'appointment', field: 'id' },
    summary: 'Returns the file of the medical order of an appointment to staff, as a download',
    params: z.object({ id: idParam(), file_id: idParam() }),
    raw: true,
    reply: z.unknown(),
  },
} as const satisfies EndpointTable
