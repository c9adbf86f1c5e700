/** Composes the exchange of records with other systems. */
import { addReceivedChange } from '../modules/agenda/external/compare-appointments.ts'
import { createFhirModule } from '../modules/fhir/fhir.module.ts'
import type { Foundations } from './foundations.ts'
import type { ServerParts } from './server-parts.ts'

export function composeExams({ platform, add }: ServerParts, lower: Foundations) {
  const { common, stored, published, records } = lower
  const received = { ...common, ...stored, ...records, ...published, announceChange: addReceivedChange }
  const { serviceAccounts } = add(createFhirModule(platform, received))
  return { serviceAccounts }
}
