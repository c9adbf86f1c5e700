import { examEndpoints } from '@mi-portal/contract/exams/exams'
import { lateResultEndpoints } from '@mi-portal/contract/exams/late-results'
import { routes } from '../../platform/context/operation.ts'
import { listAwaitedOfPatient, listOwnAwaited } from './awaited/find-awaited-results.ts'
import { listLateResults } from './awaited/list-late-results.ts'
import { downloadVisit, readVisit } from './download-visits.ts'
import { listExamsOfPatient, listOwnExams } from './read-exams.ts'
import {
  listExamDocuments,
  readLaboratoryResults,
  readResultsByKey,
  sendExamDocument,
  viewExam,
} from './read-results.ts'

export const examRoutes = routes(examEndpoints, {
  list: listOwnExams,
  listOf: listExamsOfPatient,
  awaited: listOwnAwaited,
  awaitedOf: listAwaitedOfPatient,
  view: viewExam,
  documents: listExamDocuments,
  visit: readVisit,
  visitFile: downloadVisit,
  results: readLaboratoryResults,
  resultsByKey: readResultsByKey,
  file: sendExamDocument,
})

export const lateResultRoutes = routes(lateResultEndpoints, { list: listLateResults })
