import type { FastifyInstance } from 'fastify'
import type { DomainEvent } from '../../platform/composition/domain-event.ts'
import type { Platform } from '../../platform/composition/module.ts'
import type { Queries } from '../../platform/database/database.ts'
import type { ArchiveNews, ClinicalArchive } from '../../ports/clinical-archive.ts'
import type { NewResults } from '../../ports/exam-storage.ts'
import type { FileStore } from '../../ports/files.ts'
import type { MailQueue } from '../../ports/mail.ts'
import type { ConsentsService, ConsentWithdrawn } from '../consents/consents.service.ts'
import type { Reach } from '../family/reach.ts'
import type { NotificationsService } from '../notifications/notifications.service.ts'
import type { AccountEnded, PeopleService } from '../people/people.service.ts'
import type { SessionService } from '../session/session.service.ts'
import { examsRoutes } from './exams.routes.ts'
import { examsService } from './exams.service.ts'
import { arrivalsJobs } from './new-results.jobs.ts'
import { arrivalSamples } from './new-results.mails.ts'
import { arrivalsService } from './new-results.service.ts'
import { arrivalsStore } from './new-results.store.ts'
import { openedSharesService } from './shares/opened-shares.service.ts'
import { shareAccessService } from './shares/share-access.service.ts'
import { shareSendingService } from './shares/share-sending.service.ts'
import { sharesJobs } from './shares/shares.jobs.ts'
import { shareSamples } from './shares/shares.mails.ts'
import { sharesRoutes } from './shares/shares.routes.ts'
import { sharesService } from './shares/shares.service.ts'
import { sharesStore } from './shares/shares.store.ts'

type ExamsModuleDependencies = {
  readonly archive: ClinicalArchive
  readonly newResults: NewResults
  /** Null if no external archive is asked for new results. */
  readonly news: ArchiveNews | null
  readonly files: FileStore
  readonly reach: Reach
  readonly people: PeopleService
  readonly sessions: SessionService
  readonly consents: ConsentsService
  readonly notifications: NotificationsService
  readonly mail: MailQueue
  readonly accountClosed: DomainEvent<AccountEnded>
  readonly accountDisabled: DomainEvent<AccountEnded>
  readonly consentWithdrawn: DomainEvent<ConsentWithdrawn>
}

export function examsModule(platform: Platform, dependencies: ExamsModuleDependencies) {
  const { config, db, clock } = platform
  const { sessions, notifications, accountClosed, accountDisabled, consentWithdrawn } = dependencies
  const { ages, secrets, examsFrom, keep } = config
  const { isAlive } = sessions
  const { notify } = notifications
  const shareRows = sharesStore(db)
  const parts = { ...platform, ...dependencies, ages, secrets }
  const exams = examsService({ ...parts, isAlive, examsFrom })
  const announcements = arrivalsService({ ...parts, store: arrivalsStore(db), notify, examsFrom })
  const access = shareAccessService({ ...parts, store: shareRows })
  const shareParts = { ...parts, store: shareRows, access, exams, keptDays: keep.sharesDays }
  const shares = sharesService(shareParts)
  const endShares = (tx: Queries, { personId, at }: AccountEnded) => shares.endAllOf(tx, personId, at)
  accountClosed.on(endShares)
  // An account that is enabled again starts without shares: nobody would expect an old link to work again.
  accountDisabled.on(endShares)
  consentWithdrawn.on(async (tx, { actor, kind, at }) => {
    if (kind === 'sharing') await shares.endSharedBy(tx, actor.id, at)
  })
  return {
    /** Notifies patients of the results that arrived since the last call. */
    announceResults: announcements.announce,
    endSharesOfExams: shareRows.endOfExams,
    routes: (app: FastifyInstance) => {
      examsRoutes(app, exams)
      sharesRoutes(app, {
        ...shares,
        ...shareSendingService(shareParts),
        ...openedSharesService(shareParts),
      })
    },
    jobs: [
      ...sharesJobs(shareRows, clock, keep.sharesDays),
      ...arrivalsJobs(announcements, dependencies.news),
    ],
    mailSamples: [...arrivalSamples, ...shareSamples],
  }
}
