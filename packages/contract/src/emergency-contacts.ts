/** The person whom the clinic calls in an emergency of a patient. */
import * as z from 'zod/mini'
import type { EndpointTable } from './endpoint.ts'
import { checkPersonName } from './person-name.ts'
import { idParam } from './values/ids.ts'
import { phone } from './values/phone.ts'

const requiredName = (max: number, missing: string) =>
  z.string(missing).check(z.trim(), z.minLength(1, missing), ...checkPersonName(max, missing))

export const emergencyContact = z.object({
  name: requiredName(120, 'Digita Nombre'),
  /** The relationship of the contact to the patient, as free text. */
  relationship: requiredName(60, 'Digita Relación'),
  phone: phone(),
})
export type EmergencyContact = z.output<typeof emergencyContact>

const path = '/patients/emergency-contact'
const reply = z.object({
  /** Null if the patient has none. */
  contact: z.nullable(z.object({ name: z.string(), relationship: z.string(), phone: z.string() })),
})

export const emergencyContactEndpoints = {
  own: {
    method: 'GET',
    path,
    access: 'patient',
    summary: 'Returns the caller’s emergency contact',
    reply,
  },
  save: {
    method: 'PUT',
    path,
    access: 'patient',
    summary: 'Stores the caller’s emergency contact in place of an earlier one',
    body: emergencyContact,
    reply,
  },
  remove: {
    method: 'DELETE',
    path,
    access: 'patient',
    summary: 'Removes the caller’s emergency contact',
    reply,
  },
  ofPatient: {
    method: 'GET',
    path: '/patients/administrators/emergency-contact/{id}',
    access: 'staff',
    permission: 'users.read',
    opens: 'id',
    summary: 'Returns the emergency contact of a patient',
    params: z.object({ id: idParam('ID de usuario inválido') }),
    reply,
  },
} as const satisfies EndpointTable
