/** Lists the sign-ins of an account to its owner. */

import { ApiError } from '@mi-portal/contract/api-error'
import { type Page, pageOf } from '@mi-portal/contract/paging'
import type { Clock } from '../../platform/clock.ts'
import type { Context } from '../../platform/context/context.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Actor } from '../../platform/http/actor.ts'
import type { Device } from '../session/devices.rules.ts'
import { getSessionStart } from '../session/use-sessions.ts'
import { describeSignIn, signInsSince } from './account-security.rules.ts'
import * as accountSecuritySql from './account-security.sql.ts'

type SignInsDependencies = {
  readonly db: Database
  readonly ctx: Context
  readonly clock: Clock
}

export function createSignInsService({ db, ctx, clock }: SignInsDependencies) {
  return {
    listSignIns: async (actor: Actor, page: Page) => {
      const found = await accountSecuritySql.listSignIns(db, actor.id, signInsSince(clock.now()), page)
      return { sign_ins: found.rows.map(describeSignIn), ...pageOf(found, page) }
    },

    /** Returns the caller's session. An account has one open session, so its device is the one that asks. */
    describeSession: async (actor: Actor, device: Device) => {
      const openedAt = await getSessionStart(ctx, actor.sessionId)
      if (openedAt === null) throw new ApiError('noSession')
      return { opened_at: openedAt.toISOString(), device: device.words, network: device.network }
    },
  }
}

export type SignInsService = ReturnType<typeof createSignInsService>
