import { ApiError } from '@mi-portal/contract/calls/api-error'
import { type IdentityMode, installationEndpoints } from '@mi-portal/contract/installation'
import type { Permission } from '@mi-portal/contract/permissions/permissions'
import type { ActorContext, Context } from '../../platform/context/context.ts'
import { operation } from '../../platform/context/operation.ts'
import type { Queries } from '../../platform/database/database.ts'
import { putInstallationValue, removeInstallationValue } from '../../platform/database/installation-values.ts'
import {
  changedSinceRequest,
  effectiveFrom,
  requesterLostPermission,
} from '../confirmations/confirmations.rules.ts'
import { independenceError, isAlone, type Staff } from '../confirmations/independence/independence.rules.ts'
import { readStaff } from '../confirmations/independence/read-staff.ts'
import { decideIdentityMode, unavailableReason } from '../identity/identity-mode.rules.ts'
import { identityModeKey, readIdentityFacts } from '../identity/read-identity-mode.ts'
import { listSuperAdmins } from '../people/read-people.ts'
import {
  describeIdentityMode,
  type Proposal,
  proposal,
  proposalKey,
  readProposal,
} from './identity-proposal.ts'
import { identityRequested } from './installation.mails.ts'
import * as installationSql from './installation.sql.ts'

const permission: Permission = 'clinic.edit'
/** The change is about no account, so no member of staff is its subject. */
const noAccount = { id: 0, rol: 'ADMIN_ROLE' } as const
const chosenAction = 'installation.identity'

const setByEnvironment =
  'El modo está fijado por IDENTITY_CHECK en la configuración del servidor: quita esa variable y reinícialo para elegirlo aquí'

async function storeMode(tx: Queries, mode: IdentityMode) {
  await putInstallationValue(tx, identityModeKey, mode)
  await removeInstallationValue(tx, proposalKey)
}

async function requestMode(ctx: ActorContext, tx: Queries, mode: IdentityMode, staff: Staff) {
  const { actor, audit, clock, mail } = ctx
  const now = clock.now()
  const effectiveAt = isAlone(staff, actor.id, permission) ? effectiveFrom(now) : null
  const requester = staff.members.find(({ id }) => id === actor.id)?.full_name ?? ''
  await putInstallationValue(tx, proposalKey, {
    ...{ mode, by: actor.id, by_name: requester, at: now.toISOString() },
    effective_at: effectiveAt?.toISOString() ?? null,
  } satisfies Proposal)
  await audit.add(tx, 'installation.identityRequested', { detail: { after: { mode } } })
  for (const { id, email, greeting_name } of await listSuperAdmins(tx))
    await mail.queue(tx, identityRequested, {
      recipient: email,
      person_id: id,
      data: { first_name: greeting_name, requester, effectiveAt },
    })
}

const mayRequest = (staff: Staff, personId: number) =>
  staff.members.some(({ id, rol, locked }) => id === personId && rol === 'SUPER_ADMIN_ROLE' && !locked)

/**
 * Stores the mode, or requests it: in an installation with patients a second super administrator chooses the same, or it takes
 * effect after 24 hours if there is none. Choosing the present mode takes a request back. Rejects a mode without its prerequisites,
 * and any choice where the environment sets the mode.
 */
export const chooseIdentityMode = operation(
  installationEndpoints.chooseIdentity,
  async (ctx, { body: { mode } }) => {
    const { db, actor, audit } = ctx
    const [facts, request] = await Promise.all([readIdentityFacts(ctx), readProposal(ctx)])
    const msg = facts.fixed !== null ? setByEnvironment : unavailableReason(mode, facts)
    if (msg !== null) throw new ApiError('invalid', { param: 'mode', msg })
    await db.transaction(async (tx) => {
      const staff = await readStaff(ctx, tx)
      if (mode !== decideIdentityMode(facts) && (await installationSql.hasPatients(tx))) {
        if (request === null || request.mode !== mode || request.by === actor.id)
          return requestMode(ctx, tx, mode, staff)
        const change = { requesterId: request.by, subject: noAccount, permission }
        const rejection = independenceError(staff, actor.id, change)
        if (rejection !== null) throw rejection
        if (!mayRequest(staff, request.by)) throw changedSinceRequest(requesterLostPermission)
      }
      await storeMode(tx, mode)
      await audit.add(tx, chosenAction, { detail: { before: { mode: facts.chosen }, after: { mode } } })
    })
    return { identity: await describeIdentityMode(ctx) }
  },
)

/**
 * Stores the mode whose wait is over. If a second super administrator can confirm it by now, the mode waits for that person instead.
 * Returns whether it was stored. Of two servers one finds the request.
 */
export async function storeDueIdentityMode(ctx: Context): Promise<boolean> {
  const { db, auditLog, clock } = ctx
  const waiting = await readProposal(ctx)
  if (waiting?.effective_at == null || Date.parse(waiting.effective_at) > clock.now().getTime()) return false
  const { chosen } = await readIdentityFacts(ctx)
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
    await storeMode(tx, request.mode)
    await auditLog.add(tx, {
      ...{ actorId: request.by, actorRole: 'SUPER_ADMIN_ROLE', action: chosenAction },
      ...{ patientId: null, origin: null },
      detail: { before: { mode: chosen }, after: { mode: request.mode } },
    })
    return true
  })
}
