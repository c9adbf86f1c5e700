/** Reads one patient's record on a FHIR server, in the portal's types. The patient of every resource is checked. */
import { reserveOf } from '../reserve.ts'
import { appointmentReader } from './appointments.ts'
import { documentReader } from './documents.ts'
import { examReader } from './exams.ts'
import { measureReader } from './measures.ts'
import { type RecordDependencies, resourceReader } from './resource-reader.ts'

export function fhirRecord(dependencies: RecordDependencies) {
  const reader = resourceReader(dependencies)
  const reserve = reserveOf(dependencies.catalogue)
  return {
    ...appointmentReader(dependencies, reader, reserve),
    ...examReader(dependencies, reader, reserve),
    ...measureReader(dependencies, reader, reserve),
    ...documentReader(dependencies),
  }
}

export type FhirRecord = ReturnType<typeof fhirRecord>
