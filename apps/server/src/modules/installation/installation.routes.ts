import { installationEndpoints } from '@mi-portal/contract/installation'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../platform/config/config.ts'
import { mount } from '../../platform/http/mount.ts'
import type { MailProbeService } from '../mailing/mail-probe.service.ts'
import type { IdentityModeService } from './identity-mode.service.ts'
import type { InstallationService } from './installation.service.ts'

type InstallationServices = {
  readonly installation: InstallationService
  readonly identityMode: IdentityModeService
  readonly mailProbe: MailProbeService
}

export function mountInstallationRoutes(
  app: FastifyInstance,
  { installation, identityMode, mailProbe }: InstallationServices,
  { publicUrl, smtpUrl }: Pick<Config, 'publicUrl' | 'smtpUrl'>,
) {
  mount(app, installationEndpoints, {
    state: async ({ request }) => {
      const is_encrypted = request.protocol === 'https'
      const [missing, identity, lastBackup] = await Promise.all([
        installation.missing(is_encrypted),
        identityMode.state(),
        installation.lastBackup(),
      ])
      return {
        missing,
        identity,
        mail: { has_server: smtpUrl !== undefined },
        backup: { last_at: lastBackup?.toISOString() ?? null },
        connection: { public_url: publicUrl, is_encrypted },
      }
    },
    chooseIdentity: async ({ actor, body, origin }) => ({
      identity: await identityMode.choose(actor, body.mode, origin),
    }),
    sendTestMail: ({ actor, origin }) => mailProbe.sendToSelf(actor, origin),
  })
}
