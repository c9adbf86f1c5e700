import { accountSecurityEndpoints, staffAccountEndpoints } from '@mi-portal/contract/account-security'
import type { FastifyInstance } from 'fastify'
import { mount } from '../../platform/http/mount.ts'
import { deviceOf } from '../session/devices.rules.ts'
import type { AccountLocksService } from './account-locks.service.ts'
import type { ResetCodesService } from './second-factor-resets/reset-codes.service.ts'
import type { SecondFactorResetsService } from './second-factor-resets/second-factor-resets.service.ts'
import type { SignInsService } from './sign-ins.service.ts'
import type { UseReportsService } from './use-reports.service.ts'

export function mountAccountSecurityRoutes(
  app: FastifyInstance,
  {
    signIns,
    reports,
    locks,
    resets,
    resetCodes,
  }: {
    readonly signIns: SignInsService
    readonly reports: UseReportsService
    readonly locks: AccountLocksService
    readonly resets: SecondFactorResetsService
    readonly resetCodes: ResetCodesService
  },
) {
  mount(app, accountSecurityEndpoints, {
    signIns: ({ actor, query }) => signIns.listSignIns(actor, query),
    session: async ({ actor, request, origin }) => ({
      session: await signIns.describeSession(actor, deviceOf(request.headers['user-agent'], origin.ip)),
    }),
    reportSignIn: async ({ actor, params, origin }) => {
      await reports.reportSignIn(actor, params.id, origin)
      return {}
    },
    lock: async ({ actor, origin }) => {
      await locks.lockOwn(actor, origin)
      return {}
    },
    requestLock: async ({ body, origin }) => {
      await locks.requestLock(body, origin)
      return {}
    },
    lockByLink: async ({ body, origin }) => {
      await locks.lockByLink(body.token, origin)
      return {}
    },
    reportByLink: async ({ body, origin }) => {
      await reports.reportByLink(body.token, origin)
      return {}
    },
    resetAtSignIn: async ({ body, origin }) => {
      await resetCodes.useAtSignIn(body, origin)
      return {}
    },
    resetInSession: async ({ actor, body, origin }) => {
      await resetCodes.useInSession(actor, body.code, origin)
      return {}
    },
  })
  mount(app, staffAccountEndpoints, {
    state: async ({ actor, params, origin }) => ({
      security: await locks.describeAccount(actor, params.id, origin),
    }),
    lock: async ({ actor, params, body, origin }) => {
      await locks.lockByStaff(actor, params.id, body.reason, origin)
      return {}
    },
    resetSecondFactor: async ({ actor, params, origin }) => {
      await resets.requestReset(actor, params.id, origin)
      return {}
    },
    giveResetCode: async ({ actor, params, origin }) => ({
      reset_code: await resetCodes.give(actor, params.id, origin),
    }),
    unlock: async ({ actor, params, origin }) => {
      await locks.unlockByStaff(actor, params.id, origin)
      return {}
    },
  })
}
