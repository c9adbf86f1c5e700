import { type surveyAnswer, surveyEndpoints } from '@mi-portal/contract/survey'
import type * as z from 'zod/mini'
import { call } from '../../lib/call.ts'

export function sendSurveyAnswer(body: z.output<typeof surveyAnswer>) {
  return call(surveyEndpoints.answer, { body }, { fallback: 'Error server al registrar sugerencia' })
}
