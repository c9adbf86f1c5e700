import type { FastifyInstance } from 'fastify'
import type { DomainEvent } from '../../platform/composition/domain-event.ts'
import type { Platform } from '../../platform/composition/module.ts'
import type { Context } from '../../platform/context/context.ts'
import type { AccountEnded } from '../../platform/context/events.ts'
import type { Queries } from '../../platform/database/database.ts'
import type { ClinicResultTexts, ResultDurations } from '../../ports/clinic.ts'
import type { ClinicalArchive, ExamsFrom, NewResultsReader } from '../../ports/clinical-archive.ts'
import type { NewResults } from '../../ports/exam-storage.ts'
import type { FileStore } from '../../ports/files.ts'
import type { ImageArchive } from '../../ports/image-archive.ts'
import type { MailQueue } from '../../ports/mail.ts'
import type { NotificationsService } from '../notifications/notifications.service.ts'
import { isSessionAlive } from '../session/use-sessions.ts'
import { createAwaitedResultsJobs } from './awaited/awaited-results.jobs.ts'
import { createAwaitedResultsService } from './awaited/awaited-results.service.ts'
import { createExamKeysService } from './exam-keys.service.ts'
import { mountExamsRoutes } from './exams.routes.ts'
import { createExamsService } from './exams.service.ts'
import { createNewResultsJobs } from './new-results.jobs.ts'
import { newResultsSamples } from './new-results.mails.ts'
import { createNewResultsService } from './new-results.service.ts'
import { newResultsStore } from './new-results.store.ts'
import { createOpenedResultsService } from './opened/opened-results.service.ts'
import * as openedResultsSql from './opened/opened-results.sql.ts'
import { createOpenedSharesService } from './shares/opened-shares.service.ts'
import { createShareAccessService } from './shares/share-access.service.ts'
import { createShareImageKeysService } from './shares/share-image-keys.service.ts'
import { createShareSendingService } from './shares/share-sending.service.ts'
import { createSharesJobs } from './shares/shares.jobs.ts'
import { shareSamples } from './shares/shares.mails.ts'
import { mountSharesRoutes } from './shares/shares.routes.ts'
import { createSharesService } from './shares/shares.service.ts'
import * as sharesSql from './shares/shares.sql.ts'
import { createVisitsService } from './visits.service.ts'

type ExamsModuleDependencies = {
  readonly archive: ClinicalArchive
  readonly newResults: NewResults
  /** Null if no external archive is asked for new results. */
  readonly resultsReader: NewResultsReader | null
  /** The files of the portal and of the archive. */
  readonly archiveFiles: FileStore

  readonly ctx: Context
  readonly notifications: NotificationsService
  readonly mail: MailQueue
  /** The first days whose results are shown. */
  readonly examsFrom: ExamsFrom
  /** Returns how long the results of each service of exams take. */
  readonly resultDurations: () => ResultDurations
  readonly imageArchive: Pick<ImageArchive, 'withImages'>
  /** Returns for how many days a result is news. */
  readonly newsDays: () => number
  /** The clinic's words for results. */
  readonly resultTexts: ClinicResultTexts
  readonly accountClosed: DomainEvent<AccountEnded>
  readonly accountDisabled: DomainEvent<AccountEnded>
}

export function createExamsModule(platform: Platform, dependencies: ExamsModuleDependencies) {
  const { config, db, clock } = platform
  const { examsFrom, notifications, accountClosed, accountDisabled, ctx } = dependencies
  const { ages, secrets, keep } = config
  const { notifyWithMail } = notifications

  const parts = { ...platform, ...dependencies, files: dependencies.archiveFiles, ages, secrets }

  const opened = createOpenedResultsService({ db, clock })
  const keys = createExamKeysService({ ...parts, opened, isAlive: (one) => isSessionAlive(ctx, one) })
  const exams = createExamsService({ ...parts, opened, keys })
  const visits = createVisitsService({ ...parts, exams, keys })
  const announcements = createNewResultsService({
    ...parts,
    store: newResultsStore,
    notifyWithMail,
    examsFrom,
  })
  const awaited = createAwaitedResultsService({
    ...parts,
    db,
    announceLate: announcements.announceLate,
  })
  const access = createShareAccessService({ ...parts, db })
  const { publicUrl } = config
  const imageKeys = createShareImageKeysService({ ...parts, db, access })
  const shareParts = {
    ...parts,
    ...{ db, access, exams, visits, imageKeys, publicUrl },
    retentionDays: keep.sharesDays,
  }
  const shares = createSharesService(shareParts)
  const endShares = (tx: Queries, { personId, at }: AccountEnded) => shares.endAllOf(tx, personId, at)
  accountClosed.on(endShares)
  accountClosed.on((tx, { personId }) => openedResultsSql.removeAllOf(tx, personId))
  // Disabling an account ends its shares. An old link must not work again when the account is enabled later.
  accountDisabled.on(endShares)
  ctx.events.consentWithdrawn.on(async (tx, { actor, kind, at }) => {
    if (kind === 'sharing') await shares.endSharedBy(tx, actor.id, at)
  })
  return {
    exams,
    examKeys: keys,
    shareImageKeys: imageKeys,
    openedResults: opened,
    results: {
      /** Notifies patients of the results that arrived since the last call. */
      announce: announcements.announce,
      endSharesOfExams: sharesSql.endOfExams,
    },
    routes: (app: FastifyInstance) => {
      mountExamsRoutes(app, exams, visits, awaited)
      mountSharesRoutes(app, {
        ...shares,
        ...createShareSendingService(shareParts),
        ...createOpenedSharesService(shareParts),
      })
    },
    jobs: [
      ...createSharesJobs(db, clock, keep.sharesDays),
      ...createNewResultsJobs(announcements, dependencies.resultsReader),
      ...createAwaitedResultsJobs(awaited),
    ],
    mailSamples: [...newResultsSamples, ...shareSamples],
  }
}
