import { examShareEndpoints } from '@mi-portal/contract/exams/exam-shares'
import { routes } from '../../../platform/context/operation.ts'
import { endShare, listOwnShares, listSharesOfPatient } from './manage-shares.ts'
import { openShare, sendSharedDocument } from './open-shares.ts'
import { sendShare } from './send-shares.ts'

export const examShareRoutes = routes(examShareEndpoints, {
  send: sendShare,
  list: listOwnShares,
  listOf: listSharesOfPatient,
  end: endShare,
  open: openShare,
  file: sendSharedDocument,
})
