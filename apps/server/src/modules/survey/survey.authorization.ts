import { surveyEndpoints } from '@mi-portal/contract/survey'
import { defineCases, own } from '../../../test/authorization/cases.ts'

export const surveyCases = defineCases('survey', surveyEndpoints, {
  answer: own({ sent: ({ id }) => ({ body: { id, suggestion: 'Mis exámenes', comment: 'Todo claro' } }) }),
})

export const surveyRows = `insert into survey_answers (person_id, suggestion, comment, created_at)
  select p, 'x', 'x', $2::timestamptz from unnest($1::int[]) p`
