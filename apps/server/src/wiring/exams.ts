/** Composes exams and their images, the news of a patient, and the exchange of records with other systems and with the patient. */
import { createFhirModule } from '../modules/fhir/fhir.module.ts'
import { createNewsModule } from '../modules/news/news.module.ts'

import type { Appointments } from './appointments.ts'
import type { Foundations } from './foundations.ts'
import type { ServerParts } from './server-parts.ts'

export function composeExams({ platform, add }: ServerParts, lower: Foundations & Appointments) {
  const { common, stored, published, records, appointmentRecords, announceChange } = lower
  const recorded = { ...common, ...stored, ...records, appointmentRecords }

  const { appointments } = lower
  const announced = { ...common, ...lower.booking, appointments }
  add(createNewsModule(platform, announced))

  const received = { ...recorded, ...published, announceChange }
  const { serviceAccounts } = add(createFhirModule(platform, received))

  return { serviceAccounts }
}
