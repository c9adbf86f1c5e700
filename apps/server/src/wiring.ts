import type { FastifyInstance } from 'fastify'
import { type AdapterOverrides, chooseAdapters } from './adapters/choose.ts'
import { findActiveAlerts } from './modules/alerts/read-alerts.ts'
import { openBearer } from './modules/booking/visits/open-visits.ts'
import { createClinicSettings } from './modules/clinic/branding/live-settings.ts'
import { announceResults } from './modules/exams/announce-results.ts'
import { authorizePatient } from './modules/family/patient-access.ts'
import { admitService } from './modules/fhir/accounts/admit-service.ts'
import { findWarnings } from './modules/installation/find-missing.ts'
import { publishAllTexts } from './modules/legal/publish-texts.ts'
import {
  countScannedFiles,
  isScannerReachable,
  releaseUnscannedFiles,
} from './modules/scanning/guard-files.ts'
import { findLastSeen, openSessionOfToken } from './modules/session/use-sessions.ts'
import { issueSetupAddress } from './modules/setup/create-first-admin.ts'
import { findOpenedPerson, openPerson } from './modules/staff-reads/open-people.ts'
import { admitUpload, openStash } from './modules/uploads/store-files.ts'
import { createPlatform, type Platform } from './platform/composition/platform.ts'
import { createCallContext } from './platform/context/context.ts'
import type { Admission } from './platform/http/actor.ts'
import type { Uploads } from './platform/http/forms/attachments.ts'
import { createContext, type ServerParts } from './wiring/context.ts'
import { listJobs } from './wiring/jobs.ts'
import { createQueues, mountRoutes } from './wiring/operations.ts'

type WiringParts = Pick<Platform, 'config' | 'db' | 'clock' | 'logger' | 'passwords' | 'metrics'> &
  AdapterOverrides & {
    readonly files: ServerParts['sealed']
    readonly clinic: ServerParts['clinic']
    readonly heartbeatMs?: number
  }

export function wire({
  files: sealed,
  clinic,
  heartbeatMs = 15_000,
  passwords,
  metrics,
  ...given
}: WiringParts) {
  const { config, db, clock, logger } = given
  const settings = createClinicSettings(clinic, config)
  const { branding } = settings
  const adapters = chooseAdapters(given, settings.sender)
  const opened = { config, db, clock, logger, passwords, metrics, branding }
  const platform = createPlatform(opened, adapters.robotCheck)
  const { ctx, records, outbox } = createContext({
    platform,
    adapters,
    clinic,
    settings,
    sealed,
    heartbeatMs,
  })
  return {
    ctx,
    admission: {
      open: (token, claim, origin, passive) => openSessionOfToken(ctx, token, claim, origin, passive),
      lastSeen: (token) => findLastSeen(ctx, token),
      authorizePatient: (actor, claim, origin) =>
        authorizePatient(createCallContext(ctx, actor, origin), claim),
      findOpened: (through, id) => findOpenedPerson(ctx, through, id),
      openPerson: (actor, personId, origin) => openPerson(createCallContext(ctx, actor, origin), personId),
      service: (secret, origin) => admitService(ctx, secret, origin),
      bearer: (token) => openBearer(ctx, token),
    } satisfies Admission,
    uploads: {
      admit: (announced) => admitUpload(ctx, announced),
      open: (personId) => openStash(ctx, personId),
    } satisfies Uploads,
    scanning: {
      counts: () => countScannedFiles(ctx),
      isReachable: () => isScannerReachable(ctx),
      releaseUnscanned: () => releaseUnscannedFiles(ctx),
    },
    publishLegalTexts: () => publishAllTexts(ctx),
    findWarnings: () => findWarnings(ctx),
    issueSetupAddress: () => issueSetupAddress(ctx),
    publicClinic: clinic.publicClinic,
    judgeStoredResults: records.judgeStoredResults,
    notices: () => findActiveAlerts(db),
    routes: (app: FastifyInstance) => mountRoutes(app, ctx),
    jobs: listJobs(ctx),
    queues: [
      ...(outbox ? [outbox] : []),
      ...createQueues(ctx),
      records.openWatchFolder(() => announceResults(ctx)),
    ],
  }
}
