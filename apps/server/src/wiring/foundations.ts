/** Composes what most modules need: the published clinic, e-mail, files, accounts and notifications. */

import { requestExternalCancellation } from '../modules/appointments/cancel-appointment.ts'
import { cancelBooked, setAppointmentPrivate } from '../modules/appointments/write-appointments.ts'
import { writeMailCalendar } from '../modules/booking/calendar/write-calendar-file.ts'
import { readLetterhead } from '../modules/clinic/branding/read-letterhead.ts'
import { createLaboratoryCatalogue } from '../modules/clinic/laboratory/laboratory-catalogue.ts'
import { createResultTexts } from '../modules/clinic/result-texts/explain-results.ts'
import { readBackupAge } from '../modules/installation/read-installation.ts'
import { forgetWordings, publishAllTexts } from '../modules/legal/publish-texts.ts'
import { createMailingModule } from '../modules/mailing/mailing.module.ts'
import {
  createNotificationsModule,
  createPendingNotifications,
} from '../modules/notifications/notifications.module.ts'
import { createScanningModule } from '../modules/scanning/scanning.module.ts'
import { createFileRecordsStore } from '../modules/uploads/file-records.store.ts'
import { countUnsealedFiles } from '../modules/uploads/store-files.ts'
import type { Context } from '../platform/context/context.ts'
import { createEvents } from '../platform/context/events.ts'
import { createMemory } from '../platform/context/memory.ts'
import { registerReactions } from './events.ts'
import type { ServerParts } from './server-parts.ts'

export type Foundations = ReturnType<typeof composeFoundations>

export function composeFoundations(parts: ServerParts) {
  const { platform, add, clinic, settings, sealed, heartbeatMs } = parts
  const { scanner, transport, freeSpace, push, texts } = parts.adapters
  const { mailboxes, sender } = settings

  const { config, clock } = platform
  const { publicClinic } = clinic
  const letterhead = () => readLetterhead(clinic)
  const catalogue = createLaboratoryCatalogue(clinic)
  const resultTexts = createResultTexts({ clinic, clock, isDemonstration: config.demo })
  const calendarOf = (appointmentId: number) => writeMailCalendar(ctx, appointmentId)
  const pending = createPendingNotifications(platform)
  const sending = { transport, sender, calendarOf, isNotificationPending: pending.isPending }
  const { mail, delivery, outboxDepth } = add(createMailingModule(platform, sending))

  // With a scanner, received files are served only after a scan.
  const fileRecords = createFileRecordsStore(platform.db, scanner === null ? 'unscanned' : 'pending')
  const scanned = { sealed, scanner, mail, mailboxes }
  const { scanning, files, scanWorker } = add(createScanningModule(platform, scanned))
  const { audit, ...opened } = platform
  const { auditStream, registry, pictureSource, remoteScheduling, robotCheck, findIdentityCheck } =
    parts.adapters
  const records = parts.adapters.openArchive({
    ...{ files, fileRecords, catalogue, readLetterhead: letterhead, clinic },
    ...settings,
  })
  const cancellation = records.cancellationWith({
    requestCancellation: (id) => requestExternalCancellation(ctx, id),
    cancel: cancelBooked,
  })
  const ctx: Context = {
    ...opened,
    auditLog: audit,
    ages: platform.config.ages,
    ports: {
      ...records,
      ...{ auditStream, registry, scanner, pictureSource, freeSpace, push, texts, findIdentityCheck },
      ...{ remoteScheduling, robotCheck, cancellation },
      mailTransport: transport,
      imageArchive: parts.adapters.openImageArchive(files),
      setOwnAppointment: setAppointmentPrivate,
    },
    mail,
    mailSamples: parts.mailSamples,
    files,
    fileRecords,
    sealedFiles: sealed,
    publicClinic,
    readLetterhead: letterhead,
    clinic,
    resultTexts,
    testCatalogue: catalogue,
    settings,
    events: createEvents(),
    inMemory: createMemory(() => ctx),
  }
  clinic.onChange(() => forgetWordings(ctx))

  registerReactions(ctx)

  const account = { ...ctx.events, ctx, mail }
  const { notifications } = add(
    createNotificationsModule(platform, { ...account, push, texts, pending, heartbeatMs }),
  )
  const common = { ...account, notifications, publicClinic }

  platform.metrics?.watch({
    connections: () => platform.db.state(),
    outbox: async () => {
      const now = platform.clock.now().getTime()
      return (await outboxDepth()).map(({ state, messages, oldest }) => ({
        state,
        messages,
        oldestSeconds: (now - oldest.getTime()) / 1000,
      }))
    },
    backupAge: () => readBackupAge(ctx),
    files: async () => ({ ...(await scanning.counts()), not_sealed: await countUnsealedFiles(ctx) }),
    isScannerReachable: scanning.isReachable,
  })

  return {
    /** The services and events of accounts that most domains need. */
    common,
    published: { publicClinic, readLetterhead: letterhead },
    records,
    publishLegalTexts: () => publishAllTexts(ctx),
    scanning,
    delivery,
    scanWorker,
  }
}
