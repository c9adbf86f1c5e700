import { contactForm, reasonAsks } from '@mi-portal/contract/contact'
import type * as z from 'zod/mini'

/** What the fields hold: everything as text; `examDate` as `dd-mm-yyyy`, or as it was typed. */
export type ContactValues = z.input<typeof contactForm>

export const emptyContact: ContactValues = {
  reason_contact_id: '',
  patient_id: '',
  sucursal: '',
  examDate: '',
  examType: '',
  examName: '',
  message: '',
}

/** In the order they stand in. */
export const contactFields = [
  'reason_contact_id',
  'patient_id',
  'sucursal',
  'examDate',
  'examType',
  'examName',
  'message',
] as const

export const contactSchema = contactForm

/** Hidden fields lose their values. */
export function withReason(values: ContactValues, reason: string): ContactValues {
  const asks = reasonAsks(reason)
  return {
    ...values,
    reason_contact_id: reason,
    sucursal: asks.branch ? values.sucursal : '',
    examDate: asks.exam ? values.examDate : '',
    examType: asks.exam ? values.examType : '',
    examName: asks.exam ? values.examName : '',
  }
}
