/** Notifies a patient, and the guardians who may see the appointment, of what staff did with it for the patient. */

import { accountStatus } from '@mi-portal/contract/people'
import type { Context } from '../../platform/context/context.ts'
import type { Queries } from '../../platform/database/database.ts'
import type { MailTemplate } from '../../platform/mail-layout.ts'
import { addNotNotified } from '../../platform/notified.ts'
import { listGuardians } from '../family/patient-access.ts'
import { notifyWithMail } from '../notifications/notify-person.ts'
import type { Person } from '../people/read-people.ts'
import { findPeople } from '../people/read-people.ts'

export type NotifiedByClinic = {
  readonly person: Person
  /** The patient's first name, if the appointment is not the recipient's own. */
  readonly patient_name: string | null
  /** A patient without an account is notified by mail alone, or called. */
  readonly without_account: boolean
}

type News<Data> = {
  readonly appointment: {
    readonly id: number
    readonly patient_id: number
    readonly reserved_group: string | null
  }
  readonly textFor: (recipient: NotifiedByClinic) => string
  readonly template: MailTemplate<Data>
  readonly dataFor: (recipient: NotifiedByClinic) => Data
}

/** Returns whom to notify, the patient first. They are read before the transaction that changes the appointment. */
export async function listNotifiedByClinic(
  ctx: Context,
  patientId: number,
  isReserved: boolean,
): Promise<readonly NotifiedByClinic[]> {
  const guardians = (await listGuardians(ctx, patientId)).filter(
    ({ withoutReserved }) => !(withoutReserved && isReserved),
  )
  const known = await findPeople(ctx, [patientId, ...guardians.map(({ id }) => id)])
  const patient = known.find(({ id }) => id === patientId)
  if (patient === undefined) return []
  const hasAccount = patient.status === accountStatus.enabled && patient.deleted_at === null
  return [
    { person: patient, patient_name: null, without_account: !hasAccount },
    ...guardians.flatMap((guardian) => {
      const person = known.find(({ id }) => id === guardian.id)
      return person === undefined
        ? []
        : [{ person, patient_name: patient.first_name, without_account: false }]
    }),
  ]
}

/** Notifies each recipient, and mails one for each mailbox: of a shared one the guardian. */
export async function notifyByClinic<Data>(
  ctx: Context,
  tx: Queries,
  recipients: readonly NotifiedByClinic[],
  { appointment, textFor, template, dataFor }: News<Data>,
): Promise<void> {
  const { id, patient_id, reserved_group } = appointment
  const mailboxes = recipients.map(({ person }) => person.email?.toLowerCase())
  for (const [index, recipient] of recipients.entries()) {
    const { person, patient_name, without_account } = recipient
    const letter =
      person.email === null || mailboxes.lastIndexOf(mailboxes[index]) !== index
        ? null
        : { recipient: person.email, data: dataFor(recipient), appointmentId: id }
    if (without_account) {
      if (letter === null) addNotNotified(person.id, 'no_address', person.phone)
      else await ctx.mail.queue(tx, template, { ...letter, person_id: person.id })
      continue
    }
    const notice = {
      person_id: person.id,
      type: 'appointments' as const,
      id_appointment: id,
      text: textFor(recipient),
      ...(patient_name === null ? {} : { about: { patient_id, reserved_group } }),
    }
    await notifyWithMail(ctx, tx, notice, template, () => letter)
  }
}
