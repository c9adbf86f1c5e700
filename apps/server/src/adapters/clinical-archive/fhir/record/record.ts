import { createReserve } from '../reserved-data.ts'
import { createAppointmentReader } from './appointments.ts'
import { createDocumentReader } from './documents.ts'
import { createExamReader } from './exams.ts'
import { createMeasureReader } from './measures.ts'
import { createReportTextReader } from './report-text.ts'
import { createResourceReader, type RecordDependencies } from './resource-reader.ts'

export function fhirRecord(dependencies: RecordDependencies) {
  const reader = createResourceReader(dependencies)
  const reserve = createReserve(dependencies.catalogue)
  const documents = createDocumentReader(dependencies)
  return {
    ...createAppointmentReader(dependencies, reader, reserve),
    ...createExamReader(dependencies, reader, reserve),
    ...createMeasureReader(dependencies, reader, reserve),
    ...documents,
    ...createReportTextReader(documents),
  }
}

export type FhirRecord = ReturnType<typeof fhirRecord>
