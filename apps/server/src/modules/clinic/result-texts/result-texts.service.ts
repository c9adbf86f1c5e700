/** The published clinic's words for results. */
import { dayOf } from '@mi-portal/contract/values/dates'
import type { Clock } from '../../../platform/clock.ts'
import type { ClinicResultTexts } from '../../../ports/clinic.ts'
import type { PublishedClinic } from '../published-clinic.service.ts'
import { criticalAdviceOf, explainMeasures, offeredPurposes, withheldTextsOf } from './result-texts.rules.ts'

type ResultTextsDependencies = {
  readonly clinic: Pick<PublishedClinic, 'current'>
  readonly clock: Clock
  readonly isDemonstration: boolean
  /** The age from which the law reserves results. */
  readonly ageReserve: number
}

export type ResultTexts = ClinicResultTexts & {
  /** Returns why results are not shown, and how they can be obtained. */
  readonly withheld: () => ReturnType<typeof withheldTextsOf>
}

export function createResultTexts({
  clinic,
  clock,
  isDemonstration,
  ageReserve,
}: ResultTextsDependencies): ResultTexts {
  return {
    criticalAdvice: () => criticalAdviceOf(clinic.current()),

    explain: (measures) => {
      const current = clinic.current()
      const purposes = offeredPurposes(current, dayOf(clock.now()), isDemonstration)
      return explainMeasures(measures, current, purposes)
    },

    withheld: () => withheldTextsOf(clinic.current(), ageReserve),
  }
}
