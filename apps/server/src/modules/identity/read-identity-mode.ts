import { type IdentityMode, identityModes } from '@mi-portal/contract/installation'
import type { Context } from '../../platform/context/context.ts'
import { findInstallationValue } from '../../platform/database/installation-values.ts'
import * as identitySql from './identity.sql.ts'
import { decideIdentityMode, type IdentityFacts } from './identity-mode.rules.ts'

export const identityModeKey = 'identityMode'

export async function readIdentityFacts({ db, config }: Context): Promise<IdentityFacts> {
  const needsImport = !config.demo && config.civilRegistry === null
  const { issuer, clientId, clientSecret } = config.oidc
  const [stored, hasRegistry] = await Promise.all([
    findInstallationValue(db, identityModeKey),
    needsImport ? identitySql.hasRegistry(db) : true,
  ])
  return {
    fixed: config.identityCheck,
    hasRegistry,
    hasProvider: Boolean(issuer && clientId && clientSecret),
    chosen: identityModes.find((mode) => mode === stored) ?? null,
  }
}

/** Returns the mode that registrations use now. It is read again each time, because another server may have stored a choice. */
export async function readIdentityMode(ctx: Context): Promise<IdentityMode> {
  return ctx.config.identityCheck ?? decideIdentityMode(await readIdentityFacts(ctx))
}
