import { secondFactorEndpoints } from '@mi-portal/contract/session/second-factor'
import { routes } from '../../../platform/context/operation.ts'
import { answerSecondFactor } from '../sign-in/sign-in.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  getSecondFactorState,
  removeSecondFactor,
  renewRecoveryCodes,
} from './change-second-factor.ts'

export const secondFactorRoutes = routes(secondFactorEndpoints, {
  answer: answerSecondFactor,
  state: getSecondFactorState,
  begin: beginSecondFactor,
  confirm: confirmSecondFactor,
  renewCodes: renewRecoveryCodes,
  remove: removeSecondFactor,
})
