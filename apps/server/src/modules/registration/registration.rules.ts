/** For which documents an account may be opened, and what a registration must bring. */
import type { Fault } from '@mi-portal/contract/failure'
import { accountStatus } from '@mi-portal/contract/people'
import { type DocumentTypeId, documentType } from '@mi-portal/contract/values/document-number'

/** `reopens`: the same person registers again and keeps their record. */
export type Standing = 'free' | 'reopens' | 'taken' | 'deleted'

type Known = {
  readonly status: number
  readonly deleted: boolean
  readonly cameOfAge: boolean
  /** The last decision about the account was a refusal. */
  readonly denied: boolean
  /** Known from a clinic's system alone: a record, and no account yet. */
  readonly withoutAccount: boolean
}

/** What a document's account, if there is one, means for whoever wants to register with it. */
export function standingOf(known: Known | null): Standing {
  if (known === null) return 'free'
  if (known.deleted) return 'deleted'
  // Whom staff disabled does not come back by registering.
  if (known.status === accountStatus.disabled)
    return known.denied || known.withoutAccount ? 'reopens' : 'taken'
  return known.cameOfAge ? 'reopens' : 'taken'
}

/** A passport is registered with its picture and one of its holder with it; a run needs neither. */
export function missingPictures(type: DocumentTypeId, sent: ReadonlySet<string>): Fault[] {
  if (type === documentType.run) return []
  const needed = [
    { param: 'file_passport', msg: 'Selecciona Fotografía de tu pasaporte' },
    { param: 'file_passport_patient', msg: 'Selecciona Fotografía de ti con tu pasaporte' },
  ]
  return needed.filter(({ param }) => !sent.has(param))
}

/** The first word of the registry's surnames is the first one, the rest the second. */
export function splitSurnames(lastname: string): { last_name: string; second_name: string } {
  const [last_name = '', ...rest] = lastname.trim().split(/\s+/)
  return { last_name, second_name: rest.join(' ') }
}

/** What is said to whoever enters the birth date of a minor; nothing to an adult. */
export function ageNotice(isMinor: boolean): string {
  return isMinor
    ? 'La fecha ingresada corresponde a una persona menor de edad. Su representante legal debe responder el cuestionario de seguridad digital o acudir presencialmente a la clínica.'
    : ''
}
