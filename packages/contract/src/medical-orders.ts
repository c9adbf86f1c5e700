/** The medical order of an appointment: the photo or PDF of a physician's written request, which the patient attaches. */
import * as z from 'zod/mini'
import { endpoints } from './calls/endpoint.ts'
import { attachedFile } from './service-requests/service-requests.ts'
import { moment } from './values/date-schemas.ts'
import { idParam } from './values/ids.ts'

const medicalOrder = z.extend(attachedFile, { attached_at: moment() })

export const orderField = 'file'
export const severalOrders = 'Selecciona un solo archivo'

const order = z.nullable(medicalOrder)
const ofAppointment = z.object({ id_appointment: idParam() })
const reply = z.object({
  order,
  /** Whether the caller may attach, replace or remove the order: until the appointment begins, unless it is cancelled. */
  can_change: z.boolean(),
})
export type OrderOfAppointment = z.output<typeof reply>

export const medicalOrderEndpoints = endpoints({ access: 'patient' })({
  one: {
    route: 'GET /medicals/appointments/orders/{id_appointment}',
    summary: 'Returns the medical order of an appointment of the caller or of a child in their care',
    params: ofAppointment,
    reply,
  },
  attach: {
    route: 'POST /medicals/appointments/orders/{id_appointment}',
    summary:
      'Attaches a medical order to an appointment in place of an earlier one; the form has exactly one file',
    params: ofAppointment,
    form: z.object({}),
    files: true,
    reply,
  },
  remove: {
    route: 'DELETE /medicals/appointments/orders/{id_appointment}',
    summary: 'Removes the medical order of an appointment',
    params: ofAppointment,
    reply,
  },
  file: {
    route: 'GET /medicals/appointments/orders/{id_appointment}/files/{file_id}',
    summary: 'Returns the file of the medical order of an appointment, as a download',
    params: z.object({ id_appointment: idParam(), file_id: idParam() }),
    raw: true,
  },
})

export const staffMedicalOrderEndpoints = endpoints({ access: 'staff', permission: 'agenda.manage' })({
  one: {
    route: 'GET /admin/agenda/hours/{id}/order',
    opens: { through: 'appointment', field: 'id' },
    summary: 'Returns the medical order of an appointment to staff',
    params: z.object({ id: idParam() }),
    reply: z.object({ order }),
  },
  file: {
    route: 'GET /admin/agenda/hours/{id}/order/files/{file_id}',
    opens: { through: 'appointment', field: 'id' },
    summary: 'Returns the file of the medical order of an appointment to staff, as a download',
    params: z.object({ id: idParam(), file_id: idParam() }),
    raw: true,
  },
})
