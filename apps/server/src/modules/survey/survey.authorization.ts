import { surveyEndpoints } from '@mi-portal/contract/survey'
import { defineCases, own } from '../../../test/authorization/cases.ts'

export const surveyCases = defineCases('survey', surveyEndpoints, {
  answer: own({ sent: ({ id }) => ({ body: { id, suggestion: 'Mis exámenes', comment: 'Todo claro' } }) }),
})
