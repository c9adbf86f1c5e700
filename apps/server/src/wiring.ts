/**
 * Composes the server. The modules are composed in groups, from the lower domains to the higher ones: each group takes the services
 * of the groups before it. The files in `wiring/` have one line for each module.
 */

import { type AdapterOverrides, chooseAdapters } from './adapters/choose.ts'
import { findActiveAlerts } from './modules/alerts/read-alerts.ts'
import { openBearer } from './modules/booking/visits/open-visits.ts'
import { createClinicSettings } from './modules/clinic/branding/live-settings.ts'
import { announceResults } from './modules/exams/announce-results.ts'
import { authorizePatient } from './modules/family/patient-access.ts'
import { admitService } from './modules/fhir/accounts/admit-service.ts'
import { findWarnings } from './modules/installation/find-missing.ts'
import {
  countScannedFiles,
  isScannerReachable,
  releaseUnscannedFiles,
} from './modules/scanning/guard-files.ts'
import { findLastSeen, openSessionOfToken } from './modules/session/use-sessions.ts'
import { issueSetupAddress } from './modules/setup/create-first-admin.ts'
import { findOpenedPerson, openPerson } from './modules/staff-reads/open-people.ts'
import { admitUpload, openStash } from './modules/uploads/store-files.ts'
import type { Platform } from './platform/composition/module.ts'
import { createModuleList } from './platform/composition/module-list.ts'
import { createPlatform } from './platform/composition/platform.ts'
import type { Admission } from './platform/http/actor.ts'
import type { Uploads } from './platform/http/forms/attachments.ts'
import { composeFoundations } from './wiring/foundations.ts'
import { composeOperations } from './wiring/operations.ts'
import type { ServerParts } from './wiring/server-parts.ts'

type WiringParts = Pick<Platform, 'config' | 'db' | 'clock' | 'logger' | 'passwords' | 'metrics'> &
  AdapterOverrides & {
    /** The file store, which encrypts files. */
    readonly files: ServerParts['sealed']
    readonly clinic: ServerParts['clinic']
    /** Milliseconds between two heartbeats of open event streams; shorter in tests. */
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
  const { add, routes, jobs, queues, mailSamples } = createModuleList()
  const parts: ServerParts = { platform, add, mailSamples, adapters, clinic, settings, sealed, heartbeatMs }

  // The clinic package, e-mail, files, accounts and notifications.
  const foundations = composeFoundations(parts)
  // The domains whose endpoints are operations.
  const { ctx } = foundations.common
  add(composeOperations(ctx))

  const { records } = foundations
  return {
    ctx,
    /** Authenticates and authorizes requests. */
    admission: {
      open: (token, claim, origin, passive) => openSessionOfToken(ctx, token, claim, origin, passive),
      lastSeen: (token) => findLastSeen(ctx, token),
      authorizePatient: (actor, claim, origin) => authorizePatient(ctx, actor, claim, origin),
      findOpened: (through, id) => findOpenedPerson(ctx, through, id),
      openPerson: (actor, personId, origin) => openPerson(ctx, actor, personId, origin),
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
    publishLegalTexts: foundations.publishLegalTexts,
    findWarnings: () => findWarnings(ctx),
    issueSetupAddress: () => issueSetupAddress(ctx),
    publicClinic: foundations.published.publicClinic,
    judgeStoredResults: records.judgeStoredResults,
    /** Returns the notices at the top of the public pages. */
    notices: () => findActiveAlerts(db),
    routes,
    /** What the server does beside the requests: at certain times, and whenever something waits. */
    jobs: jobs(),
    queues: [...queues(), records.openWatchFolder(() => announceResults(ctx))],
  }
}
