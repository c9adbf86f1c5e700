import { resultChoiceEndpoints } from '@mi-portal/contract/result-choices'
import { routes } from '../../platform/context/operation.ts'
import { chooseResult, readResultChoice, showResultNow } from './choose-result.ts'

export const resultChoiceRoutes = routes(resultChoiceEndpoints, {
  one: readResultChoice,
  choose: chooseResult,
  show: showResultNow,
})
