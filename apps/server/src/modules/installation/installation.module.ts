import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/composition/module.ts'
import type { Context } from '../../platform/context/context.ts'
import type { PublishedState } from '../../ports/clinic.ts'
import type { FileScanner } from '../../ports/file-scanner.ts'
import type { MailQueue, MailSender, MailTransport } from '../../ports/mail.ts'
import type { ResultTexts } from '../clinic/result-texts/result-texts.service.ts'
import { createMailProbeService } from '../mailing/mail-probe.service.ts'
import { findPerson } from '../people/people.service.ts'
import type { ScanningService } from '../scanning/scanning.service.ts'
import { countUnsealedFiles } from '../uploads/store-files.ts'
import { createIdentityModeService } from './identity-mode.service.ts'
import { installationSamples } from './installation.mails.ts'
import { mountInstallationRoutes } from './installation.routes.ts'
import { createInstallationService } from './installation.service.ts'

type InstallationModuleDependencies = {
  /** Null if uploaded files are not scanned. */
  readonly scanner: FileScanner | null
  readonly clinic: Pick<PublishedState, 'readiness'>
  readonly resultTexts: Pick<ResultTexts, 'countOverdue'>
  readonly scanning: ScanningService

  readonly ctx: Context

  readonly mail: MailQueue
  /** Null without a mail server. */
  readonly transport: MailTransport | null
  readonly sender: () => MailSender
  /** Returns the number of messages in the outbox and the oldest of them, by state. */
  readonly outboxDepth: () => Promise<
    readonly { readonly state: string; readonly messages: number; readonly oldest: Date }[]
  >
}

/** Describes the state of the installation, also for the metrics, which query it whenever they are requested. */
export function createInstallationModule(
  { config, db, clock, metrics, audit, rateLimiter, branding }: Platform,
  {
    scanner,
    clinic,
    resultTexts,
    scanning,

    outboxDepth,
    ctx,

    mail,
    transport,
    sender,
  }: InstallationModuleDependencies,
) {
  const identityMode = createIdentityModeService({ db, ctx, config, audit, mail, clock })
  const installation = createInstallationService({
    db,
    identityMode,
    hasScanner: scanner !== null,
    config,
    clock,
    unapproved: () => clinic.readiness().unapproved,
    countOverdueTexts: resultTexts.countOverdue,
  })
  metrics?.watch({
    connections: () => db.state(),
    outbox: async () => {
      const now = clock.now().getTime()
      return (await outboxDepth()).map(({ state, messages, oldest }) => ({
        state,
        messages,
        oldestSeconds: (now - oldest.getTime()) / 1000,
      }))
    },
    backupAge: installation.backupAge,
    files: async () => ({ ...(await scanning.counts()), not_sealed: await countUnsealedFiles(ctx) }),
    isScannerReachable: scanning.isReachable,
  })
  const mailProbe = createMailProbeService({
    transport,
    sender,
    emailOf: async (personId) => (await findPerson(ctx, personId))?.email ?? null,
    rateLimiter,
    audit,
    clock,
    branding,
  })
  const services = { installation, identityMode, mailProbe }
  return {
    installation,
    identityMode,
    routes: (app: FastifyInstance) => mountInstallationRoutes(app, services, config),
    jobs: [
      {
        name: 'installation.makeIdentityDue',
        cron: '*/10 * * * *',
        run: async () => ({ made: await identityMode.makeDue() }),
      },
    ],
    mailSamples: installationSamples,
  }
}
