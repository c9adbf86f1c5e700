import { accountStatus } from '@mi-portal/contract/people'
import { type DocumentTypeId, documentType } from '@mi-portal/contract/values/document-number'

/** `reopens`: the same person registers again and keeps their record. */
export type DocumentState = 'free' | 'reopens' | 'taken' | 'deleted'

type Known = {
  readonly status: number
  readonly deleted: boolean
  readonly deceased: boolean
  readonly outgrown: boolean
  /** The person has no account yet: only a system of the clinic knows them, or their registration was denied. */
  readonly withoutAccount: boolean
}

export function judgeDocument(known: Known | null): DocumentState {
  if (known === null) return 'free'
  if (known.deleted) return 'deleted'
  // An application waits for its decision before there can be another one.
  if (known.deceased || known.status === accountStatus.pending) return 'taken'
  // A person whom staff disabled cannot return by registering.
  if (known.status === accountStatus.disabled) return known.withoutAccount ? 'reopens' : 'taken'
  return known.outgrown ? 'reopens' : 'taken'
}

type IdentityPhoto = { readonly param: string; readonly msg: string }

const passportPhotos = [
  { param: 'file_passport', msg: 'Selecciona Fotografía de tu pasaporte' },
  { param: 'file_passport_patient', msg: 'Selecciona Fotografía de ti con tu pasaporte' },
] as const satisfies readonly IdentityPhoto[]
const cardPhotos = [
  { param: 'file_passport', msg: 'Selecciona Fotografía del frente de tu cédula' },
  { param: 'file_passport_patient', msg: 'Selecciona Fotografía del reverso de tu cédula' },
  { param: 'file_selfie', msg: 'Selecciona Fotografía de tu cara' },
] as const satisfies readonly IdentityPhoto[]

/**
 * Returns the images that prove an identity, each with the error for a missing one. A passport needs an image of itself and one of
 * its holder with it. A RUN needs both sides of the card and its holder if staff validate it, and none after an identity check.
 */
export function listIdentityPhotos(type: DocumentTypeId, isLeftToStaff: boolean): readonly IdentityPhoto[] {
  if (type === documentType.passport) return passportPhotos
  return isLeftToStaff ? cardPhotos : []
}

/**
 * Returns the message for the birth date of a minor; empty for an adult. Where staff validate a person, no questions are asked. An adolescent
 * registers themself.
 */
export function ageNotice(isMinor: boolean, isAdolescent: boolean, isLeftToStaff: boolean): string {
  if (isAdolescent)
    return `La fecha ingresada corresponde a una persona adolescente. Desde esta edad la cuenta es solo de ella: haz tú el registro${isLeftToStaff ? '' : ' y responde el cuestionario de seguridad digital'}, con un correo que solo tú uses, o acude a la clínica con tu cédula.`
  if (isMinor && isLeftToStaff)
    return 'La fecha ingresada corresponde a una persona menor de edad. Su representante legal debe hacer el registro o acudir presencialmente a la clínica.'
  return isMinor
    ? 'La fecha ingresada corresponde a una persona menor de edad. Su representante legal debe responder el cuestionario de seguridad digital o acudir presencialmente a la clínica.'
    : ''
}
