import type { contactRequestForm } from '@mi-portal/contract/booking/call-request'
import { formatRun } from '@mi-portal/contract/values/run'
import type * as z from 'zod/mini'

/** Values of the form fields, all as text. */
export type ContactValues = z.input<typeof contactRequestForm>

export const emptyContactRequest: ContactValues = { name: '', lastName: '', rut: '', email: '', phone: '' }

interface Patient {
  document_type_id?: number
  document_number?: string
  first_name: string
  last_name: string
  second_name?: string | null
}

interface Caller {
  email: string | null
  phone: string | null
}

/**
 * Returns the initial values of the form: name and RUT of the patient of the exam, and e-mail and phone of the caller.
 * The RUT is empty for a patient with a passport, or whose document the caller may not know. Each value can be changed.
 */
export function knownContact(patient: Patient, caller: Caller): ContactValues {
  const { first_name, last_name, second_name } = patient
  return {
    name: first_name,
    lastName: [last_name, second_name].filter(Boolean).join(' '),
    rut: patient.document_type_id === 1 ? formatRun(patient.document_number ?? '') : '',
    email: caller.email ?? '',
    phone: caller.phone ?? '',
  }
}
