import { type surveyAnswer, surveyEndpoints } from '@mi-portal/contract/survey'
import { useMutation } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { call } from '../../lib/call.ts'

export function useSendSurveyAnswer() {
  return useMutation({
    mutationFn: (body: z.output<typeof surveyAnswer>) =>
      call(surveyEndpoints.answer, { body }, { fallback: 'Error server al registrar sugerencia' }),
  })
}
