import { contactRequestForm } from '@mi-portal/contract/exam-booking'
import { formatRun } from '@mi-portal/contract/values/run'
import type * as z from 'zod/mini'

/** What the fields hold, all as text. */
export type ContactValues = z.input<typeof contactRequestForm>

export const emptyContactRequest: ContactValues = { name: '', lastName: '', rut: '', email: '', phone: '' }

/** In the order they stand in. */
export const contactRequestFields = ['name', 'lastName', 'rut', 'email', 'phone'] as const

export const contactRequestSchema = contactRequestForm

interface Known {
  document_type_id: number
  document_number: string
  first_name: string
  last_name: string
  second_name: string | null
  email: string | null
  phone: string | null
}

/** The signed-in person's data as the form begins with them; each may be changed. */
export function knownContact(person: Known): ContactValues {
  const { first_name, last_name, second_name, email, phone } = person
  return {
    name: first_name,
    lastName: [last_name, second_name].filter(Boolean).join(' '),
    rut: person.document_type_id === 1 ? formatRun(person.document_number) : '',
    email: email ?? '',
    phone: phone ?? '',
  }
}
