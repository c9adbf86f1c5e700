import { overviewEndpoints } from '@mi-portal/contract/overview'
import { defineCases, nothingThere, staffOnly } from '../../../test/authorization/cases.ts'

export const overviewCases = defineCases('overview', overviewEndpoints, {
  summary: staffOnly(),
  mails: staffOnly({ ofEveryPatient: true, shows: ['name'] }),
  retryMail: staffOnly({ ...nothingThere, ok: 409 }),
  signIns: staffOnly({ ofEveryPatient: true }),
  survey: staffOnly({ ofEveryPatient: true }),
})
