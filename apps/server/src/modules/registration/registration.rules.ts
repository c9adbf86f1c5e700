/** Decides for which documents an account may be opened, and what a registration must contain. */
import type { FieldError } from '@mi-portal/contract/api-error'
import { accountStatus } from '@mi-portal/contract/people'
import { type DocumentTypeId, documentType } from '@mi-portal/contract/values/document-number'

/** `reopens`: the same person registers again and keeps their record. */
export type DocumentState = 'free' | 'reopens' | 'taken' | 'deleted'

type Known = {
  readonly status: number
  readonly deleted: boolean
  readonly cameOfAge: boolean
  /** The last decision about the account was a rejection. */
  readonly denied: boolean
  /** The person is known only from a system of the clinic: they have a record and no account yet. */
  readonly withoutAccount: boolean
}

/** Returns whether a person may register with a document, given its account or null. */
export function documentStateOf(known: Known | null): DocumentState {
  if (known === null) return 'free'
  if (known.deleted) return 'deleted'
  // An application waits for its decision before there can be another one.
  if (known.status === accountStatus.pending) return 'taken'
  // A person whom staff disabled cannot return by registering.
  if (known.status === accountStatus.disabled)
    return known.denied || known.withoutAccount ? 'reopens' : 'taken'
  return known.cameOfAge ? 'reopens' : 'taken'
}

/**
 * Returns an error for each missing image. A passport needs an image of itself and one of its holder with it; a RUN
 * needs neither.
 */
export function missingPhotos(type: DocumentTypeId, sent: ReadonlySet<string>): FieldError[] {
  if (type === documentType.run) return []
  const needed = [
    { param: 'file_passport', msg: 'Selecciona Fotografía de tu pasaporte' },
    { param: 'file_passport_patient', msg: 'Selecciona Fotografía de ti con tu pasaporte' },
  ]
  return needed.filter(({ param }) => !sent.has(param))
}

/** Returns the message for the birth date of a minor; empty for an adult. */
export function ageNotice(isMinor: boolean): string {
  return isMinor
    ? 'La fecha ingresada corresponde a una persona menor de edad. Su representante legal debe responder el cuestionario de seguridad digital o acudir presencialmente a la clínica.'
    : ''
}
