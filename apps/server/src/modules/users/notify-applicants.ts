import type { DenialReason } from '@mi-portal/contract/users'
import { documentType } from '@mi-portal/contract/values/document-number'
import type { Context } from '../../platform/context/context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { addCallDue } from '../calls-due/add-call-due.ts'
import { createVerificationLink } from '../people/create-verification-link.ts'
import type { Person } from '../people/read-people.ts'
import { validationApproved, validationDenied } from './validation.mails.ts'

type Applicant = { readonly email: string | null; readonly first_name: string; readonly isVerified: boolean }

/** Mails the applicant the decision. An approved one gets the link that verifies the address, because only now it is the account's. */
export async function notifyApplicant(
  ctx: Context,
  tx: Queries,
  person: Person,
  applicant: Applicant,
  {
    approved,
    reasons,
    hasNote,
    isUnlocked,
  }: {
    readonly approved: boolean
    readonly reasons: readonly DenialReason[]
    readonly hasNote: boolean
    readonly isUnlocked: boolean
  },
) {
  const { email, first_name, isVerified } = applicant
  if (email === null) {
    const text = approved
      ? 'Validamos su identidad: ya puede iniciar sesión.'
      : 'No pudimos validar su identidad: puede registrarse nuevamente.'
    const call = {
      topic: 'identity',
      patient_id: person.id,
      appointment_id: null,
      site_id: null,
      text,
      now: ctx.clock.now(),
    } as const
    return addCallDue(tx, call)
  }
  const data = { first_name, passport: person.document_type_id === documentType.passport }
  const outgoing = { recipient: email, person_id: person.id }
  if (!approved)
    return ctx.mail.queue(tx, validationDenied, { ...outgoing, data: { ...data, reasons, hasNote } })
  const link = isVerified ? null : await createVerificationLink(ctx, tx, person.id, email)
  const verification = link === null ? null : { token: link.token, days: link.days }
  return ctx.mail.queue(tx, validationApproved, {
    ...outgoing,
    data: { ...data, verification, isUnlocked },
    ...(link === null ? {} : { notAfter: link.until }),
  })
}
