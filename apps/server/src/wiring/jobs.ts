/** The periodic jobs of the domains: the name, the time in America/Santiago (minute, hour, day, month, weekday), and what runs then. */
import { purgeResetCodes } from '../modules/account-security/second-factor-resets/use-reset-codes.ts'
import { compareAppointments } from '../modules/agenda/external/compare-appointments.ts'
import { purgeWatched } from '../modules/agenda/external/external-changes.sql.ts'
import { purgeApplicationLinks } from '../modules/applications/read-applications.ts'
import { sealEntries } from '../modules/audit/seals/seal-entries.ts'
import { streamEntries } from '../modules/audit/stream/stream-entries.ts'
import { purgeBookings } from '../modules/booking/booking.jobs.ts'
import { extendCalendars } from '../modules/booking/calendar/refresh-calendars.ts'
import { getScheduling } from '../modules/booking/choose-scheduling.ts'
import { cancelExternalBookings } from '../modules/booking/deceased/end-bookings.ts'
import { sendReminders } from '../modules/booking/reminders/send-reminders.ts'
import { resolveUnanswered } from '../modules/booking/remote/book-remotely.ts'
import { purgeUses } from '../modules/booking/visits/visits.sql.ts'
import { reportSignInsOfWeek } from '../modules/confirmations/after-changes/report-sign-ins.ts'
import { makeDueChanges } from '../modules/confirmations/decide-changes.ts'
import { expireOverdueChanges } from '../modules/confirmations/drop-changes.ts'
import { announceResults } from '../modules/exams/announce-results.ts'
import { announceLateResults } from '../modules/exams/awaited/announce-late-results.ts'
import { deleteExpiredShares } from '../modules/exams/shares/shares.sql.ts'
import { notifyDueSteps } from '../modules/family/age-steps/notify-age-steps.ts'
import { maintainDelegations } from '../modules/family/delegations/manage-delegations.ts'
import * as identitySql from '../modules/identity/identity.sql.ts'
import { recordImportedDeaths } from '../modules/identity/record-reported-deaths.ts'
import { storeDueIdentityMode } from '../modules/installation/choose-identity-mode.ts'
import { purgeMails } from '../modules/mailing/mailing.jobs.ts'
import { purgeNotifications } from '../modules/notifications/notifications.jobs.ts'
import * as passkeysSql from '../modules/passkeys/passkeys.sql.ts'
import { removeDueFiles } from '../modules/photos/store-photos.ts'
import { purgeEmailChanges } from '../modules/profile/profile.jobs.ts'
import { forgetUnusedImages } from '../modules/publishing/store-publications.ts'
import * as registrationSql from '../modules/registration/registration.sql.ts'
import { purgeAccountLinks } from '../modules/session/account-links/create-account-links.ts'
import { renewSeals } from '../modules/session/second-factor/seal-secrets.ts'
import { purgeChallenges } from '../modules/session/second-factor/store-challenges.ts'
import { purgeSessions } from '../modules/session/session.sql.ts'
import { purgeMailedCodes } from '../modules/session/sign-in/use-mailed-codes.ts'
import { purgeTemporaryKeys } from '../modules/session/temporary-keys.sql.ts'
import { removeAbandonedFiles, sealStoredFiles } from '../modules/uploads/store-files.ts'
import type { Context } from '../platform/context/context.ts'
import type { PeriodicJob } from '../platform/jobs.ts'
import type { AuditStream } from '../ports/audit-stream.ts'
import type { NewResultsReader } from '../ports/clinical-archive.ts'

type Job = readonly [name: string, cron: string, run: (ctx: Context) => Promise<object>]

const daysAgo = ({ clock }: Context, days: number) => new Date(clock.now().getTime() - days * 24 * 3_600_000)

const jobs: readonly Job[] = [
  // What has expired is removed, a different minute for each.
  ['accountSecurity.purge', '51 * * * *', async (ctx) => ({ resetCodes: await purgeResetCodes(ctx) })],
  [
    'agenda.externalPurge',
    '40 3 * * *',
    async ({ db, clock }) => ({ appointments: (await db.run(purgeWatched, { now: clock.now() })).length }),
  ],
  [
    'applications.purge',
    '20 4 * * *',
    // The link to the page of a decided application lives as long as the images of the document.
    async (ctx) => ({
      links: await purgeApplicationLinks(ctx, daysAgo(ctx, ctx.config.keep.passportDays)),
    }),
  ],
  ['booking.purge', '*/10 * * * *', purgeBookings],
  [
    'exams.purgeShares',
    '40 4 * * *',
    // Until then the patient can see when a share was opened.
    async (ctx) => ({
      shares: (await ctx.db.run(deleteExpiredShares, { before: daysAgo(ctx, ctx.config.keep.sharesDays) }))
        .length,
    }),
  ],
  [
    'identity.purge',
    '50 3 * * *',
    // Checks are kept long enough to examine a complaint. A check holds a RUN, an e-mail address and a mobile number.
    async (ctx) => ({
      checks: await identitySql.purge(ctx.db, daysAgo(ctx, ctx.config.keep.draftsDays)),
    }),
  ],
  ['mailedCodes.purge', '50 3 * * *', async (ctx) => ({ mailedCodes: await purgeMailedCodes(ctx) })],
  ['mailing.purge', '20 3 * * *', purgeMails],
  ['notifications.purge', '35 3 * * *', purgeNotifications],
  [
    'passkeys.purge',
    '47 * * * *',
    async ({ db, clock }) => ({ challenges: await passkeysSql.purgeChallenges(db, clock.now()) }),
  ],
  ['photos.remove', '15 * * * *', async (ctx) => ({ due: await removeDueFiles(ctx) })],
  ['profile.purge', '25 * * * *', purgeEmailChanges],
  ['publishing.forgetImages', '35 3 * * *', async (ctx) => ({ forgotten: await forgetUnusedImages(ctx) })],
  [
    'registration.purge',
    '0 4 * * *',
    // The registration of a draft that was deleted has to start again.
    async (ctx) => ({
      drafts: await registrationSql.purgeDrafts(ctx.db, daysAgo(ctx, ctx.config.keep.draftsDays)),
    }),
  ],
  [
    'session.purge',
    '40 3 * * *',
    async (ctx) => ({
      // A browser left open until then can still show why its session ended.
      sessions: (await ctx.db.run(purgeSessions, { before: daysAgo(ctx, ctx.config.keep.sessionsDays) }))
        .length,
      temporaryKeys: (await ctx.db.run(purgeTemporaryKeys, { now: ctx.clock.now() })).length,
      challenges: await purgeChallenges(ctx),
      accountLinks: await purgeAccountLinks(ctx),
      rateLimiter: await ctx.rateLimiter.deleteExpired(),
    }),
  ],
  ['uploads.remove', '25 * * * *', async (ctx) => ({ abandoned: await removeAbandonedFiles(ctx) })],
  [
    'visits.purge',
    '*/10 * * * *',
    async ({ db, clock }) => ({ assertions: (await db.run(purgeUses, { now: clock.now() })).length }),
  ],

  // Secrets and files are encrypted again under the present secret.
  ['files.seal', '*/10 * * * *', sealStoredFiles],
  ['secondFactor.renew', '23 * * * *', async (ctx) => ({ renewed: await renewSeals(ctx) })],

  ['agenda.external', '* * * * *', compareAppointments],
  ['audit.seal', '* * * * *', async (ctx) => ({ blocks: await sealEntries(ctx) })],
  ['booking.cancelOfDeceased', '*/10 * * * *', cancelExternalBookings],
  ['booking.keepAhead', '20 0 * * *', extendCalendars],
  ['booking.offerFreed', '* * * * *', (ctx) => getScheduling(ctx).offerFreedSlots(ctx)],
  ['booking.remind', '0 9 * * *', sendReminders],

  // Imports from the watch folder and by FHIR announce their results at once. This announces what remained after a crash, or in the
  // demonstration.
  ['exams.announce', '* * * * *', async (ctx) => ({ exams: await announceResults(ctx) })],
  // In the morning in Chile, after results of the night were imported.
  ['exams.late', '0 13 * * *', async (ctx) => ({ exams: await announceLateResults(ctx) })],

  ['confirmations.expire', '20 * * * *', async (ctx) => ({ expired: await expireOverdueChanges(ctx) })],
  ['confirmations.makeDue', '*/10 * * * *', async (ctx) => ({ made: await makeDueChanges(ctx) })],
  ['confirmations.reportSignIns', '10 9 * * 1', async (ctx) => ({ signIns: await reportSignInsOfWeek(ctx) })],
  ['family.ageSteps', '40 8 * * *', async (ctx) => ({ notified: await notifyDueSteps(ctx) })],
  ['family.delegations', '20 8 * * *', maintainDelegations],
  ['identity.registry-deaths', '25 * * * *', async (ctx) => ({ deaths: await recordImportedDeaths(ctx) })],
  [
    'installation.makeIdentityDue',
    '*/10 * * * *',
    async (ctx) => ({ made: await storeDueIdentityMode(ctx) }),
  ],
]

const streamAudit = (stream: AuditStream): Job => [
  'audit.stream',
  '* * * * *',
  async (ctx) => ({ entries: await streamEntries(ctx, stream) }),
]

const collectResults = (reader: NewResultsReader): Job => [
  'exams.collect',
  '* * * * *',
  async (ctx) => {
    const found = await reader.collect()
    return { found, exams: found === 0 ? 0 : await announceResults(ctx) }
  },
]

export function listJobs(ctx: Context): PeriodicJob[] {
  const { auditStream, remoteScheduling, resultsReader } = ctx.ports
  const ofSystems: Job[] = [
    ...(auditStream ? [streamAudit(auditStream)] : []),
    ...(remoteScheduling ? [['booking.settle', '* * * * *', resolveUnanswered] as const] : []),
    ...(resultsReader ? [collectResults(resultsReader)] : []),
  ]
  return [...jobs, ...ofSystems].map(([name, cron, run]) => ({ name, cron, run: () => run(ctx) }))
}
