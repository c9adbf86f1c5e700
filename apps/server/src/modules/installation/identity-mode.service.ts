/** The identity mode of the installation: set by the environment, or chosen in the administration and stored in the database. */
import { ApiError } from '@mi-portal/contract/api-error'
import { type IdentityMode, type IdentitySetting, identityModes } from '@mi-portal/contract/installation'
import type { Audit } from '../../platform/audit.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Database } from '../../platform/database/database.ts'
import { findInstallationValue, putInstallationValue } from '../../platform/database/installation-values.ts'
import type { Actor, Origin } from '../../platform/http/actor.ts'
import { type IdentityFacts, identityModeOf, unavailableReason } from './identity-mode.rules.ts'
import type { InstallationStore } from './installation.store.ts'

const valueKey = 'identityMode'

const setByEnvironment =
  'El modo está fijado por IDENTITY_CHECK en la configuración del servidor: quita esa variable y reinícialo para elegirlo aquí'

type IdentityModeDependencies = {
  readonly db: Database
  readonly store: Pick<InstallationStore, 'hasRegistry'>
  readonly config: Pick<Config, 'demo' | 'identityCheck' | 'civilRegistry' | 'oidc'>
  readonly audit: Audit
}

export function createIdentityModeService({ db, store, config, audit }: IdentityModeDependencies) {
  const { issuer, clientId, clientSecret } = config.oidc
  const hasProvider = Boolean(issuer && clientId && clientSecret)
  const needsImport = !config.demo && config.civilRegistry === null

  async function readChoice(): Promise<IdentityMode | null> {
    const stored = await findInstallationValue(db, valueKey)
    return identityModes.find((mode) => mode === stored) ?? null
  }

  async function readFacts(): Promise<IdentityFacts> {
    const [chosen, hasRegistry] = await Promise.all([readChoice(), needsImport ? store.hasRegistry() : true])
    return { fixed: config.identityCheck, chosen, hasRegistry, hasProvider }
  }

  const describe = (facts: IdentityFacts): IdentitySetting => ({
    mode: identityModeOf(facts),
    chosen: facts.chosen,
    set_by_environment: facts.fixed !== null,
    options: identityModes.map((mode) => ({ mode, unavailable: unavailableReason(mode, facts) })),
  })

  return {
    readFacts,

    /** Returns the mode that registrations use now. It is read again each time, because another server may have stored a choice. */
    current: async (): Promise<IdentityMode> => config.identityCheck ?? identityModeOf(await readFacts()),

    state: async (): Promise<IdentitySetting> => describe(await readFacts()),

    /** Stores the mode. Rejects a mode without its prerequisites, and any choice where the environment sets the mode. */
    choose: async (actor: Actor, mode: IdentityMode, origin: Origin): Promise<IdentitySetting> => {
      const facts = await readFacts()
      const msg = facts.fixed !== null ? setByEnvironment : unavailableReason(mode, facts)
      if (msg !== null) throw new ApiError('invalid', { param: 'mode', msg })
      await db.transaction(async (tx) => {
        await putInstallationValue(tx, valueKey, mode)
        await audit.add(tx, {
          actorId: actor.id,
          actorRole: actor.rol,
          action: 'installation.identity',
          patientId: null,
          origin,
          detail: { before: { mode: facts.chosen }, after: { mode } },
        })
      })
      return describe({ ...facts, chosen: mode })
    },
  }
}

export type IdentityModeService = ReturnType<typeof createIdentityModeService>
