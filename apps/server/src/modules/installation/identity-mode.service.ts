/** The identity mode of the installation: set by the environment, or chosen in the administration and stored in the database. */

import { ApiError } from '@mi-portal/contract/api-error'
import { type IdentityMode, type IdentitySetting, identityModes } from '@mi-portal/contract/installation'
import type { Permission } from '@mi-portal/contract/permissions'
import * as z from 'zod/mini'
import type { Audit } from '../../platform/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Context } from '../../platform/context/context.ts'
import type { Database, Queries } from '../../platform/database/database.ts'
import {
  findInstallationValue,
  putInstallationValue,
  removeInstallationValue,
} from '../../platform/database/installation-values.ts'
import type { Actor, Origin } from '../../platform/http/actor.ts'
import type { MailQueue } from '../../ports/mail.ts'
import { changedSinceRequest, effectiveFrom, expiredSince } from '../confirmations/confirmations.rules.ts'
import { independenceError, isAlone, type Staff } from '../confirmations/independence/independence.rules.ts'
import { readStaff } from '../confirmations/independence/read-staff.ts'
import { type IdentityFacts, identityModeOf, unavailableReason } from './identity-mode.rules.ts'
import { identityRequested } from './installation.mails.ts'
import * as installationSql from './installation.sql.ts'

const valueKey = 'identityMode'

const proposalKey = 'identityModeProposal'
const permission: Permission = 'clinic.edit'
/** The change is about no account, so no member of staff is its subject. */
const noAccount = { id: 0, rol: 'ADMIN_ROLE' } as const

const proposal = z.object({
  mode: z.enum(identityModes),
  by: z.int(),
  by_name: z.string(),
  at: z.string(),
  effective_at: z.nullable(z.string()),
})
type Proposal = z.output<typeof proposal>

const setByEnvironment =
  'El modo está fijado por IDENTITY_CHECK en la configuración del servidor: quita esa variable y reinícialo para elegirlo aquí'

type IdentityModeDependencies = {
  readonly db: Database
  readonly ctx: Context
  readonly config: Pick<Config, 'demo' | 'identityCheck' | 'civilRegistry' | 'oidc'>
  readonly audit: Audit
  readonly mail: MailQueue
  readonly clock: Clock
}

export function createIdentityModeService(dependencies: IdentityModeDependencies) {
  const { db, ctx, config, audit, mail, clock } = dependencies
  const { issuer, clientId, clientSecret } = config.oidc
  const hasProvider = Boolean(issuer && clientId && clientSecret)
  const needsImport = !config.demo && config.civilRegistry === null

  /** Returns what a super administrator requested, unless the request has expired. One that takes effect by itself does not expire. */
  async function readProposal(): Promise<Proposal | null> {
    const found = proposal.safeParse(await findInstallationValue(db, proposalKey)).data ?? null
    if (found === null || found.effective_at !== null) return found
    return Date.parse(found.at) > expiredSince(clock.now()).getTime() ? found : null
  }

  async function readChoice(): Promise<IdentityMode | null> {
    const stored = await findInstallationValue(db, valueKey)
    return identityModes.find((mode) => mode === stored) ?? null
  }

  async function readFacts(): Promise<IdentityFacts & { readonly proposal: Proposal | null }> {
    const [chosen, hasRegistry, requested] = await Promise.all([
      readChoice(),
      needsImport ? installationSql.hasRegistry(db) : true,
      readProposal(),
    ])
    return { fixed: config.identityCheck, hasRegistry, hasProvider, chosen, proposal: requested }
  }

  const describe = (facts: Awaited<ReturnType<typeof readFacts>>): IdentitySetting => ({
    mode: identityModeOf(facts),
    chosen: facts.chosen,
    proposed:
      facts.proposal === null
        ? null
        : {
            mode: facts.proposal.mode,
            by: facts.proposal.by_name,
            effective_at: facts.proposal.effective_at,
          },
    set_by_environment: facts.fixed !== null,
    options: identityModes.map((mode) => ({ mode, unavailable: unavailableReason(mode, facts) })),
  })

  async function auditMode(
    tx: Queries,
    actor: Pick<Actor, 'id' | 'rol'>,
    action: string,
    sides: object,
    origin: Origin | null,
  ) {
    await audit.add(tx, {
      actorId: actor.id,
      actorRole: actor.rol,
      action,
      patientId: null,
      origin,
      detail: sides,
    })
  }

  async function storeMode(
    tx: Queries,
    actor: Pick<Actor, 'id' | 'rol'>,
    mode: IdentityMode,
    facts: IdentityFacts,
    origin: Origin | null,
  ) {
    await putInstallationValue(tx, valueKey, mode)
    await removeInstallationValue(tx, proposalKey)
    const sides = { before: { mode: facts.chosen }, after: { mode } }
    await auditMode(tx, actor, 'installation.identity', sides, origin)
  }

  async function requestMode(tx: Queries, actor: Actor, mode: IdentityMode, staff: Staff, origin: Origin) {
    const now = clock.now()
    const effectiveAt = isAlone(staff, actor.id, permission) ? effectiveFrom(now) : null
    const requester = staff.members.find(({ id }) => id === actor.id)?.full_name ?? ''
    await putInstallationValue(tx, proposalKey, {
      ...{ mode, by: actor.id, by_name: requester, at: now.toISOString() },
      effective_at: effectiveAt?.toISOString() ?? null,
    } satisfies Proposal)
    await auditMode(tx, actor, 'installation.identityRequested', { after: { mode } }, origin)
    for (const { id, email, greeting_name } of await installationSql.superAdmins(tx))
      await mail.queue(tx, identityRequested, {
        recipient: email,
        person_id: id,
        data: { first_name: greeting_name, requester, effectiveAt },
      })
  }

  const mayRequest = (staff: Staff, personId: number) =>
    staff.members.some(({ id, rol, locked }) => id === personId && rol === 'SUPER_ADMIN_ROLE' && !locked)

  /**
   * Stores the mode whose wait is over. If a second super administrator can confirm it by now, the mode waits for that person instead.
   * Returns whether it was stored. Of two servers one finds the request.
   */
  async function makeDue(): Promise<boolean> {
    const waiting = await readProposal()
    if (waiting?.effective_at == null || Date.parse(waiting.effective_at) > clock.now().getTime())
      return false
    const facts = await readFacts()
    return db.transaction(async (tx) => {
      const request = proposal.safeParse(await removeInstallationValue(tx, proposalKey)).data ?? null
      if (request === null) return false
      const staff = await readStaff(ctx, tx)
      if (request.effective_at !== waiting.effective_at || !isAlone(staff, request.by, permission)) {
        const effective_at = request.effective_at === waiting.effective_at ? null : request.effective_at
        await putInstallationValue(tx, proposalKey, { ...request, effective_at } satisfies Proposal)
        return false
      }
      if (!mayRequest(staff, request.by)) return false
      const requester = { id: request.by, rol: 'SUPER_ADMIN_ROLE' } as const
      await storeMode(tx, requester, request.mode, facts, null)
      return true
    })
  }

  return {
    readFacts,
    makeDue,

    /** Returns the mode that registrations use now. It is read again each time, because another server may have stored a choice. */
    current: async (): Promise<IdentityMode> => config.identityCheck ?? identityModeOf(await readFacts()),

    state: async (): Promise<IdentitySetting> => describe(await readFacts()),

    /**
     * Stores the mode, or requests it: in an installation with patients a second super administrator chooses the same, or it takes
     * effect after 24 hours if there is none. Choosing the present mode takes a request back. Rejects a mode without its prerequisites,
     * and any choice where the environment sets the mode.
     */
    choose: async (actor: Actor, mode: IdentityMode, origin: Origin): Promise<IdentitySetting> => {
      const facts = await readFacts()
      const msg = facts.fixed !== null ? setByEnvironment : unavailableReason(mode, facts)
      if (msg !== null) throw new ApiError('invalid', { param: 'mode', msg })
      await db.transaction(async (tx) => {
        const staff = await readStaff(ctx, tx)
        const request = facts.proposal
        if (mode === identityModeOf(facts) || !(await installationSql.hasPatients(tx)))
          return storeMode(tx, actor, mode, facts, origin)
        if (request === null || request.mode !== mode || request.by === actor.id)
          return requestMode(tx, actor, mode, staff, origin)
        const change = { requesterId: request.by, subject: noAccount, permission }
        const rejection = independenceError(staff, actor.id, change)
        if (rejection !== null) throw rejection
        if (!mayRequest(staff, request.by))
          throw changedSinceRequest('Quien pidió este cambio ya no puede pedirlo')
        return storeMode(tx, actor, mode, facts, origin)
      })
      mail.trigger()
      return describe(await readFacts())
    },
  }
}

export type IdentityModeService = ReturnType<typeof createIdentityModeService>
