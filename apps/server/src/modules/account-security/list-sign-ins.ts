import { accountSecurityEndpoints } from '@mi-portal/contract/account-security'
import { ApiError } from '@mi-portal/contract/calls/api-error'
import { toPageFields } from '@mi-portal/contract/calls/paging'
import type { ActorContext } from '../../platform/context/context.ts'
import { operation } from '../../platform/context/operation.ts'
import type { Device } from '../session/devices.rules.ts'
import { describeDevice } from '../session/devices.rules.ts'
import { getSessionStart } from '../session/use-sessions.ts'
import { describeSignIn, signInsSince } from './account-security.rules.ts'
import * as accountSecuritySql from './account-security.sql.ts'

export const listSignIns = operation(accountSecurityEndpoints.signIns, async (ctx, { query }) => {
  const found = await accountSecuritySql.listSignIns(
    ctx.db,
    ctx.actor.id,
    signInsSince(ctx.clock.now()),
    query,
  )
  return { sign_ins: found.rows.map(describeSignIn), ...toPageFields(found, query) }
})

/** Returns the caller's session. An account has one open session, so its device is the one that asks. */
async function describeSession(ctx: ActorContext, device: Device) {
  const openedAt = await getSessionStart(ctx, ctx.actor.sessionId)
  if (openedAt === null) throw new ApiError('noSession')
  return { opened_at: openedAt, device: device.words, network: device.network }
}

export const getSession = operation(accountSecurityEndpoints.session, async (ctx, { request }) => ({
  session: await describeSession(ctx, describeDevice(request.headers['user-agent'], ctx.origin.ip)),
}))
