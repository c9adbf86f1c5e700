import type { chooseAdapters } from '../adapters/choose.ts'
import { requestExternalCancellation } from '../modules/appointments/cancel-appointment.ts'
import { cancelBooked, setAppointmentPrivate } from '../modules/appointments/write-appointments.ts'
import { writeMailCalendar } from '../modules/booking/calendar/write-calendar-file.ts'
import type { createClinicSettings } from '../modules/clinic/branding/live-settings.ts'
import { readLetterhead } from '../modules/clinic/branding/read-letterhead.ts'
import { createLaboratoryCatalogue } from '../modules/clinic/laboratory/laboratory-catalogue.ts'
import { createResultTexts } from '../modules/clinic/result-texts/explain-results.ts'
import { readBackupAge } from '../modules/installation/read-installation.ts'
import { forgetWordings } from '../modules/legal/publish-texts.ts'
import { countWaitingMessages, createMailQueue } from '../modules/mailing/queue-messages.ts'
import { createOutboxQueue } from '../modules/mailing/send-messages.ts'
import { findPendingTopic } from '../modules/notifications/find-pending-topic.ts'
import { countScannedFiles, guardFiles, isScannerReachable } from '../modules/scanning/guard-files.ts'
import { createFileRecords } from '../modules/uploads/create-file-records.ts'
import { countUnsealedFiles } from '../modules/uploads/store-files.ts'
import type { Platform } from '../platform/composition/platform.ts'
import type { Context } from '../platform/context/context.ts'
import { createEvents } from '../platform/context/events.ts'
import { createMemory } from '../platform/context/memory.ts'
import type { PublishedClinic } from '../ports/clinic.ts'
import type { SealedFileStore } from '../ports/files.ts'
import { registerReactions } from './events.ts'
import { exportParts, mailSamples } from './operations.ts'

export type ServerParts = {
  readonly platform: Platform
  readonly adapters: ReturnType<typeof chooseAdapters>
  readonly clinic: PublishedClinic
  readonly settings: ReturnType<typeof createClinicSettings>
  /** The file store, which encrypts files. It also serves files that are not scanned yet, or are infected. */
  readonly sealed: SealedFileStore
  readonly heartbeatMs: number
}

export function createContext(parts: ServerParts) {
  const { platform, clinic, settings, sealed, heartbeatMs } = parts
  const { scanner, transport: mailTransport, freeSpace, push, texts } = parts.adapters
  const { config } = platform
  const { audit, ...opened } = { ...platform, ages: platform.config.ages }

  const letterhead = () => readLetterhead(clinic)
  const catalogue = createLaboratoryCatalogue(clinic)
  const resultTexts = createResultTexts({ clinic, clock: platform.clock, isDemonstration: config.demo })
  // Without a mail server messages stay in the outbox, and the demonstration shows them.
  const outbox =
    mailTransport &&
    createOutboxQueue({
      ...opened,
      transport: mailTransport,
      findCalendar: (appointmentId) => writeMailCalendar(ctx, appointmentId),
      isNotificationPending: async (id) => (await findPendingTopic(ctx, id)) !== null,
      onOutcome: (outcome) => platform.metrics?.mail(outcome),
    })
  const mail = createMailQueue({
    ...opened,
    sender: settings.sender,
    hasServer: outbox !== null || config.demo,
    trigger: outbox?.trigger ?? (() => {}),
  })

  // With a scanner, received files are served only after a scan.
  const fileRecords = createFileRecords(platform.db, scanner === null ? 'unscanned' : 'pending')
  const files = guardFiles(platform.db, scanner, sealed)
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
    ports: {
      ...records,
      ...{ auditStream, registry, scanner, pictureSource, freeSpace, push, texts, mailTransport },
      findIdentityCheck,
      ...{ remoteScheduling, robotCheck, cancellation },
      imageArchive: parts.adapters.openImageArchive(files),
      setOwnAppointment: setAppointmentPrivate,
    },
    mail,
    mailSamples,
    exportParts,
    files,
    fileRecords,
    sealedFiles: sealed,
    publicClinic: clinic.publicClinic,
    readLetterhead: letterhead,
    clinic,
    resultTexts,
    testCatalogue: catalogue,
    settings,
    events: createEvents(),
    inMemory: createMemory(() => ctx),
    heartbeatMs,
  }
  clinic.onChange(() => forgetWordings(ctx))

  registerReactions(ctx)

  platform.metrics?.watch({
    connections: () => platform.db.state(),
    outbox: async () => {
      const now = platform.clock.now().getTime()
      return (await countWaitingMessages(platform.db)).map(({ state, messages, oldest }) => ({
        state,
        messages,
        oldestSeconds: (now - oldest.getTime()) / 1000,
      }))
    },
    backupAge: () => readBackupAge(ctx),
    files: async () => ({ ...(await countScannedFiles(ctx)), not_sealed: await countUnsealedFiles(ctx) }),
    isScannerReachable: () => isScannerReachable(ctx),
  })

  return { ctx, records, outbox }
}
