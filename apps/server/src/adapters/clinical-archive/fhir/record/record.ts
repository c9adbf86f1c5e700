/** Reads one patient's record on a FHIR server, in the portal's types. The patient of every resource is checked. */
import { reserveOf } from '../reserved-data.ts'
import { createAppointmentReader } from './appointments.ts'
import { createDocumentReader } from './documents.ts'
import { createExamReader } from './exams.ts'
import { createMeasureReader } from './measures.ts'
import { createResourceReader, type RecordDependencies } from './resource-reader.ts'

export function fhirRecord(dependencies: RecordDependencies) {
  const reader = createResourceReader(dependencies)
  const reserve = reserveOf(dependencies.catalogue)
  return {
    ...createAppointmentReader(dependencies, reader, reserve),
    ...createExamReader(dependencies, reader, reserve),
    ...createMeasureReader(dependencies, reader, reserve),
    ...createDocumentReader(dependencies),
  }
}

export type FhirRecord = ReturnType<typeof fhirRecord>
