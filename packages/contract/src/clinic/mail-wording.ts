import type * as z from 'zod/mini'
import * as field from './fields.ts'
import { findUnknownPlaceholders } from './placeholders.ts'

export const deleteOrRename = 'Bórralo o corrige su nombre; docs/clinic-package.md los enumera'

const longest = 2000

/** The wording of one mail. A passage that is left out keeps the wording of the product. */
export const mailPassagesForm = field.fields(
  {
    subject: field.optional(field.text('Subject, as lists of mails show it.', longest)),
    heading: field.optional(field.text('Heading above the text.', longest)),
    opening: field.optional(
      field.longText('Text in place of the first paragraph. Each line is a paragraph.', longest),
    ),
    closing: field.optional(field.longText('Text below everything else. Each line is a paragraph.', longest)),
  },
  'The clinic’s own wording of one mail.',
)

export type MailPassages = z.output<typeof mailPassagesForm>

const mailPassages = Object.keys(mailPassagesForm.shape)

/**
 * The placeholders of every text. The subject has only these: locked screens show it, and mail servers log it.
 *
 * @internal
 */
export const commonPlaceholders = ['product', 'brand', 'email', 'phone'] as const

/**
 * The mails of the product, each with the placeholders that its texts may hold besides the common ones.
 *
 * @internal
 */
export const mailPlaceholders: Readonly<Record<string, readonly string[]>> = {
  'account.lockLink': ['first_name'],
  'account.locked': ['first_name'],
  'account.unlocked': ['first_name'],
  'account.useReported': ['first_name'],
  'agenda.cancelled': ['first_name', 'doctor_name', 'place'],
  'agenda.cancelledElsewhere': ['first_name', 'doctor_name', 'place'],
  'agenda.moved': ['first_name', 'doctor_name', 'place'],
  'appointments.cancelled': ['first_name', 'doctor_name', 'place'],
  'booking.booked': ['first_name', 'doctor_name', 'place'],
  'booking.bookedForYou': ['first_name', 'doctor_name', 'place'],
  'booking.imagingContactReceived': [],
  'booking.moved': ['first_name', 'doctor_name', 'place'],
  'booking.offered': ['first_name', 'doctor_name', 'place'],
  'booking.reminder': ['first_name'],
  'breaches.letter': ['first_name'],
  'confirmations.attemptRejected': ['first_name'],
  'confirmations.changeAnnounced': ['first_name'],
  'confirmations.changeMade': ['first_name'],
  'confirmations.requestExpired': ['first_name'],
  'confirmations.requestRejected': ['first_name'],
  'confirmations.signInsAfterChanges': ['first_name'],
  'confirmations.waitsAlone': ['first_name'],
  'exams.correctedResult': ['first_name'],
  'exams.lateResult': ['first_name'],
  'exams.newResult': ['first_name'],
  'exams.shareCopy': ['first_name'],
  'exams.shareEnded': ['first_name'],
  'exams.shared': [],
  'exports.ready': ['first_name'],
  'family.accountInvitation': [],
  'family.ageStep': ['first_name'],
  'family.comingOfAge': ['first_name'],
  'family.delegationChanged': ['first_name'],
  'family.delegationGiven': ['first_name'],
  'family.delegationOffered': ['first_name'],
  'family.guardianAnnounced': ['first_name'],
  'family.guardianJudged': ['first_name'],
  'family.invitation': ['first_name'],
  'family.linkEnded': ['first_name'],
  'family.requestDecided': ['first_name'],
  'installation.identityRequested': ['first_name'],
  'mailing.test': [],
  'passkeys.added': ['first_name'],
  'passkeys.removed': ['first_name'],
  'privacy.extended': ['first_name'],
  'profile.closed': ['first_name'],
  'profile.confirmEmail': [],
  'profile.emailChangeAsked': ['first_name'],
  'profile.emailChanged': ['first_name'],
  'profile.passwordChanged': ['first_name'],
  'profile.recoveryClosed': ['first_name'],
  'profile.staffTemporaryPassword': ['first_name'],
  'profile.temporaryPassword': ['first_name'],
  'profile.verifyEmail': [],
  'profile.verifyToRecover': [],
  'registration.confirmed': [],
  'registration.received': [],
  'registration.repeated': [],
  'requests.answered': ['first_name'],
  'requests.arrived': [],
  'requests.received': ['first_name'],
  'scanning.infected': [],
  'session.codesGuessed': ['first_name'],
  'session.newDevice': ['first_name'],
  'session.passwordVoided': ['first_name'],
  'session.passwordsGuessed': ['first_name'],
  'session.recoveryCodeUsed': ['first_name'],
  'session.recoveryCodesReplaced': ['first_name'],
  'session.secondFactorRemoved': ['first_name'],
  'session.secondFactorReset': ['first_name'],
  'session.secondFactorSet': ['first_name'],
  'session.signInCode': ['first_name'],
  'staffReads.moreOpened': ['first_name'],
  'users.accountOpened': ['first_name'],
  'users.approved': ['first_name'],
  'users.dataChanged': ['first_name'],
  'users.denied': ['first_name'],
  'users.emailEntered': [],
  'users.emailReplaced': ['first_name'],
  'users.passwordSet': ['first_name'],
  'users.permissionsChanged': ['first_name'],
  'users.staffAccessGiven': ['first_name'],
  'users.staffWelcome': ['first_name'],
  'users.superAdminCreated': ['first_name'],
  'users.welcome': ['first_name'],
}

export function listPlaceholders(mail: string, passage: string): readonly string[] {
  const own = Object.hasOwn(mailPlaceholders, mail) ? (mailPlaceholders[mail] ?? []) : []
  return passage === 'subject' ? commonPlaceholders : [...commonPlaceholders, ...own]
}

type Wording = Readonly<Record<string, Readonly<Record<string, string>>>>

type WrongWording = {
  readonly path: readonly string[]
  readonly message: string
  readonly remedy: string
}

/** Returns the texts of mails that the product does not have, and those with a placeholder that the mail does not fill. */
export function findWrongWording(wording: Wording): WrongWording[] {
  return Object.entries(wording).flatMap(([mail, passages]): WrongWording[] => {
    if (Object.hasOwn(mailPlaceholders, mail))
      return Object.entries(passages).flatMap(([passage, text]) => wrongPassage(mail, passage, text))
    return [
      {
        path: [mail],
        message: `El correo «${mail}» no existe`,
        remedy: deleteOrRename,
      },
    ]
  })
}

function wrongPassage(mail: string, passage: string, text: string): WrongWording[] {
  const path = [mail, passage]
  if (!mailPassages.some((known) => known === passage)) {
    return [
      {
        path,
        message: `«${passage}» no es un pasaje de un correo`,
        remedy: `Usa uno de estos: ${mailPassages.join(', ')}`,
      },
    ]
  }
  const wrong = findUnknownPlaceholders(text, listPlaceholders(mail, passage))
  return wrong === null ? [] : [{ path, ...wrong }]
}
