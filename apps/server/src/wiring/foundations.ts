/** Composes what most modules need: the published clinic, e-mail, files, accounts and notifications. */

import { createCalendarFileModule } from '../modules/booking/booking.module.ts'
import { createClinicModule } from '../modules/clinic/clinic.module.ts'
import { createConfirmationsModule } from '../modules/confirmations/confirmations.module.ts'
import { createPatientAccessModule } from '../modules/family/family.module.ts'
import { createInstallationModule } from '../modules/installation/installation.module.ts'
import { createLegalModule } from '../modules/legal/legal.module.ts'
import { createMailingModule } from '../modules/mailing/mailing.module.ts'
import {
  createNotificationsModule,
  createPendingNotifications,
} from '../modules/notifications/notifications.module.ts'
import { createPasskeysModule } from '../modules/passkeys/passkeys.module.ts'
import { createPeopleModule } from '../modules/people/people.module.ts'
import { createPhotosModule } from '../modules/photos/photos.module.ts'
import { createScanningModule } from '../modules/scanning/scanning.module.ts'
import { createSessionModule } from '../modules/session/session.module.ts'
import { createStaffReadsModule } from '../modules/staff-reads/staff-reads.module.ts'
import { createFileRecordsModule, createUploadsModule } from '../modules/uploads/uploads.module.ts'
import type { Context } from '../platform/context/context.ts'
import type { ServerParts } from './server-parts.ts'

export type Foundations = ReturnType<typeof composeFoundations>

export function composeFoundations(parts: ServerParts) {
  const { platform, add, clinic, settings, sealed, heartbeatMs } = parts
  const { scanner, transport, freeSpace, push, texts } = parts.adapters
  const { mailboxes, sender, openedPeopleDaily } = settings

  const { catalogue, publicClinic, readLetterhead, resultTexts } = add(
    createClinicModule(platform, { clinic }),
  )
  const { legal } = add(createLegalModule(platform, { clinic, readLetterhead }))

  const { calendarFile, calendarOf } = createCalendarFileModule(platform)
  const pending = createPendingNotifications(platform)
  const sending = { transport, sender, calendarOf, isNotificationPending: pending.isPending }
  const { mail, delivery, outboxDepth } = add(createMailingModule(platform, sending))

  const { fileRecords } = createFileRecordsModule(platform, { scanner })
  const scanned = { sealed, scanner, mail, mailboxes }
  const { scanning, files, scanWorker } = add(createScanningModule(platform, scanned))
  const { uploads } = add(createUploadsModule(platform, { files, sealed, fileRecords, freeSpace }))
  const stored = { files, fileRecords, uploads }

  const { people, deaths, ...ended } = add(createPeopleModule(platform))
  const { accountClosed, accountDisabled, personDied } = ended
  const account = { people, deaths, accountClosed, accountDisabled, personDied, mail }
  const signedIn = add(createSessionModule(platform, account))
  const { sessions, openSession, secondFactor, links, signedOut } = signedIn
  const { staffReads } = add(createStaffReadsModule(platform, { ...account, openedPeopleDaily }))
  const { passkeys } = add(createPasskeysModule(platform, { ...account, ...signedIn }))
  const { audit, ...opened } = platform
  const { registry, pictureSource } = parts.adapters
  const ctx: Context = {
    ...opened,
    auditLog: audit,
    ages: platform.config.ages,
    ports: { registry, scanner, pictureSource, push, texts },
    mail,
    files,
    fileRecords,
    publicClinic,
    readLetterhead,
  }
  const notified = { ...account, ctx, signedOut, sessions, push, texts, pending, heartbeatMs }
  const { notifications } = add(createNotificationsModule(platform, notified))
  const { patientAccess } = createPatientAccessModule(platform)
  const common = { ...account, ctx, sessions, patientAccess, notifications, publicClinic, staffReads }
  const { confirmed, independence } = add(createConfirmationsModule(platform, { ...common, links }))
  const { photos } = add(createPhotosModule(platform, { ...common, ...stored }))

  const observed = {
    scanner,
    transport,
    sender,
    clinic,
    resultTexts,
    scanning,
    uploads,
    outboxDepth,
    people,
    independence,
    mail,
  }
  const { installation, identityMode } = add(createInstallationModule(platform, observed))

  return {
    /** The services and events of accounts that most domains need. */
    common,
    /** Adds to `common` what a change of an account needs. */
    security: { ...confirmed, links, openSession, secondFactor, passkeys },
    /** The files of the portal, with their records and the uploads that are not attached yet. */
    stored,
    /** What the published clinic says about results, documents and the public pages. */
    published: { catalogue, publicClinic, readLetterhead, resultTexts },
    calendarFile,
    photos,
    legal,
    installation,
    identityMode,
    scanning,
    delivery,
    scanWorker,
  }
}
