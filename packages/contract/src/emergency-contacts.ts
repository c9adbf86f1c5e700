import * as z from 'zod/mini'
import { endpoints } from './calls/endpoint.ts'
import { checkPersonName } from './fields/person-name.ts'
import { idParam } from './values/ids.ts'
import { phone } from './values/phone.ts'

const requiredName = (max: number, missing: string) =>
  z.string(missing).check(z.trim(), z.minLength(1, missing), ...checkPersonName(max, missing))

export const emergencyContact = z.object({
  name: requiredName(120, 'Digita Nombre'),
  relationship: requiredName(60, 'Digita Relación'),
  phone: phone(),
})
export type EmergencyContact = z.output<typeof emergencyContact>

const reply = z.object({
  contact: z.nullable(z.object({ name: z.string(), relationship: z.string(), phone: z.string() })),
})

export const emergencyContactEndpoints = endpoints({ access: 'patient' })({
  own: {
    route: 'GET /patients/emergency-contact',
    summary: 'Returns the caller’s emergency contact',
    reply,
  },
  save: {
    route: 'PUT /patients/emergency-contact',
    summary: 'Stores the caller’s emergency contact in place of an earlier one',
    body: emergencyContact,
    reply,
  },
  remove: {
    route: 'DELETE /patients/emergency-contact',
    summary: 'Removes the caller’s emergency contact',
    reply,
  },
  ofPatient: {
    route: 'GET /patients/administrators/emergency-contact/{id}',
    access: 'staff',
    permission: 'users.read',
    opens: 'id',
    summary: 'Returns the emergency contact of a patient',
    params: z.object({ id: idParam('ID de usuario inválido') }),
    reply,
  },
})
