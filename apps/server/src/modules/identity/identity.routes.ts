import { identityEndpoints } from '@mi-portal/contract/identity'
import { routes } from '../../platform/context/operation.ts'
import { answerQuestion, cancelCheck, getStep } from './answer-questions.ts'
import { getIdentityMode, readRegistered } from './read-registered.ts'
import { startCheck } from './start-check.ts'
import { goToProvider, returnFromProvider } from './use-provider.ts'

export const identityRoutes = routes(identityEndpoints, {
  mode: getIdentityMode,
  start: startCheck,
  info: readRegistered,
  step: getStep,
  answer: answerQuestion,
  cancel: cancelCheck,
  openIdStart: goToProvider,
  openIdReturn: returnFromProvider,
})
