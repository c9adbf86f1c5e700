import {
  accountSecurityEndpoints,
  accountUnlockEndpoints,
  staffAccountEndpoints,
} from '@mi-portal/contract/account-security'
import { routes } from '../../platform/context/operation.ts'
import { getSession, listSignIns } from './list-sign-ins.ts'
import {
  getAccountSecurity,
  lockByLink,
  lockByStaff,
  lockOwnAccount,
  requestLock,
  unlockByStaff,
} from './lock-accounts.ts'
import { reportByLink, reportSignIn } from './report-use.ts'
import { requestReset } from './second-factor-resets/request-reset.ts'
import {
  createResetCode,
  useResetCodeAtSignIn,
  useResetCodeInSession,
} from './second-factor-resets/use-reset-codes.ts'
import { unlockByIdentity } from './unlock-by-identity.ts'

export const accountSecurityRoutes = routes(accountSecurityEndpoints, {
  signIns: listSignIns,
  session: getSession,
  reportSignIn,
  lock: lockOwnAccount,
  requestLock,
  lockByLink,
  reportByLink,
  resetAtSignIn: useResetCodeAtSignIn,
  resetInSession: useResetCodeInSession,
})

export const staffAccountRoutes = routes(staffAccountEndpoints, {
  state: getAccountSecurity,
  lock: lockByStaff,
  resetSecondFactor: requestReset,
  giveResetCode: createResetCode,
  unlock: unlockByStaff,
})

export const accountUnlockRoutes = routes(accountUnlockEndpoints, { unlock: unlockByIdentity })
