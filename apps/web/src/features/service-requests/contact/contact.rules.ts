import {
  type ContactOptions,
  contactEndpoints,
  type contactForm,
  contactFormFor,
  getContactOptions,
  reasonAsks,
} from '@mi-portal/contract/service-requests/contact'
import * as z from 'zod/mini'
import { portal } from '../../../lib/portal-config.ts'
import { chosenFiles } from '../../../ui/form/chosen-files.ts'

/** The values of the fields, all as text; `examDate` is `dd-mm-yyyy`, or the typed text. */
export type ContactValues = z.input<typeof contactForm> & { files: File[] }

export const emptyContact: ContactValues = {
  reason_contact_id: '',
  patient_id: '',
  sucursal: '',
  examDate: '',
  examType: '',
  examName: '',
  message: '',
  files: [],
}

/** Returns what the published clinic offers in the form. */
export function readContactOptions(): ContactOptions {
  return getContactOptions(portal.clinic)
}

/** The form with its evidence, and the rules that depend on the clinic. */
export function createContactRequest() {
  const form = z.safeExtend(contactFormFor(readContactOptions()), { files: chosenFiles })
  return { ...contactEndpoints.send, form }
}

/** Sets the reason and clears the fields that it does not have. */
export function withReason(values: ContactValues, reason: string): ContactValues {
  const asks = reasonAsks(reason, readContactOptions())
  return {
    ...values,
    reason_contact_id: reason,
    sucursal: asks.branch ? values.sucursal : '',
    examDate: asks.exam ? values.examDate : '',
    examType: asks.exam ? values.examType : '',
    examName: asks.exam ? values.examName : '',
  }
}
