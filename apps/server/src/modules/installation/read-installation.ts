import { installationEndpoints } from '@mi-portal/contract/installation'
import type { Context } from '../../platform/context/context.ts'
import { operation } from '../../platform/context/operation.ts'
import { findMissing } from './find-missing.ts'
import { describeIdentityMode } from './identity-proposal.ts'
import * as installationSql from './installation.sql.ts'

export const readInstallation = operation(installationEndpoints.state, async (ctx, { request }) => {
  const { db, config } = ctx
  const is_encrypted = request.protocol === 'https'
  const [missing, identity, { lastBackup }] = await Promise.all([
    findMissing(ctx, is_encrypted),
    describeIdentityMode(ctx),
    installationSql.facts(db),
  ])
  return {
    missing,
    identity,
    mail: { has_server: config.smtpUrl !== undefined },
    backup: { last_at: lastBackup },
    connection: { public_url: config.publicUrl, is_encrypted },
  }
})

/** Returns the seconds since the last recorded backup; null if no backup is recorded. */
export async function readBackupAge({ db, clock }: Context): Promise<number | null> {
  const { lastBackup } = await installationSql.facts(db)
  return lastBackup === null ? null : (clock.now().getTime() - lastBackup.getTime()) / 1000
}
