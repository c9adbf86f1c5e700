import { toDay } from '@mi-portal/contract/values/dates'
import type { Clock } from '../../../platform/clock.ts'
import type { ClinicResultTexts, PublishedClinic } from '../../../ports/clinic.ts'
import { explainMeasures, offeredPurposes, readCriticalAdvice } from './result-texts.rules.ts'

type ResultTextsDependencies = {
  readonly clinic: Pick<PublishedClinic, 'current'>
  readonly clock: Clock
  readonly isDemonstration: boolean
}

export function createResultTexts({
  clinic,
  clock,
  isDemonstration,
}: ResultTextsDependencies): ClinicResultTexts {
  return {
    criticalAdvice: () => readCriticalAdvice(clinic.current()),

    explain: (measures) => {
      const current = clinic.current()
      const purposes = offeredPurposes(current, toDay(clock.now()), isDemonstration)
      return explainMeasures(measures, current, purposes)
    },
  }
}
