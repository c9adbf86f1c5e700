import { surveyEndpoints } from '@mi-portal/contract/survey'
import { casesOf, own } from '../../../test/authorization/cases.ts'

export const surveyCases = casesOf('survey', surveyEndpoints, {
  answer: own({ sent: ({ id }) => ({ body: { id, suggestion: 'Mis exámenes', comment: 'Todo claro' } }) }),
})
