import { overviewEndpoints } from '@mi-portal/contract/overview'
import { routes } from '../../platform/context/operation.ts'
import { listFailedMails, listRejectedSignIns, listSurveyAnswers, retryMail } from './list-troubles.ts'
import { readSummary } from './read-summary.ts'

export const overviewRoutes = routes(overviewEndpoints, {
  summary: readSummary,
  mails: listFailedMails,
  retryMail,
  signIns: listRejectedSignIns,
  survey: listSurveyAnswers,
})
