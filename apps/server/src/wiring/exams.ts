/** Composes exams and their images, the news of a patient, and the exchange of records with other systems and with the patient. */
import { createExamsModule } from '../modules/exams/exams.module.ts'
import { createExportsModule } from '../modules/exports/exports.module.ts'
import { createFhirModule } from '../modules/fhir/fhir.module.ts'
import { createImagesModule } from '../modules/images/images.module.ts'
import { createNewsModule } from '../modules/news/news.module.ts'
import { createPrivateItemsModule } from '../modules/private-items/private-items.module.ts'

import type { Appointments } from './appointments.ts'
import type { Foundations } from './foundations.ts'
import type { ServerParts } from './server-parts.ts'

export function composeExams(
  { platform, add, adapters, settings }: ServerParts,
  lower: Foundations & Appointments,
) {
  const { common, stored, published, records, appointmentRecords, announceChange } = lower
  const recorded = { ...common, ...stored, ...records, appointmentRecords }

  const imageArchive = adapters.openImageArchive(stored.files)
  const examParts = { ...recorded, ...published, ...settings, imageArchive }
  const { exams, results, ...opening } = add(createExamsModule(platform, examParts))
  add(createImagesModule(platform, { ...recorded, ...opening, exams, imageArchive }))

  const { appointments } = lower
  const announced = { ...common, ...lower.booking, appointments, exams }
  add(createNewsModule(platform, announced))

  const received = { ...recorded, ...published, announceChange, results }
  const { serviceAccounts } = add(createFhirModule(platform, received))
  const dataExports = add(createExportsModule(platform, { ...recorded, ...published }))
  const { withdrawOfOthers: withdrawCopies } = dataExports
  const setOwnAppointment = appointmentRecords.setPrivate
  add(createPrivateItemsModule(platform, { ...recorded, setOwnAppointment, withdrawCopies }))

  return { results, serviceAccounts, dataExports }
}
