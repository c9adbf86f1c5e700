import * as z from 'zod/mini'
import { endpoints } from './calls/endpoint.ts'
import { atMost, requiredText } from './fields/text.ts'
import { id } from './values/ids.ts'

export const noSuggestion = 'Selecciona Sugerencia'
const tooLong = 'Digita máximo 2000 caracteres'

export const surveyAnswer = z.object({
  id: id(),
  suggestion: z.string(noSuggestion).check(z.minLength(1, noSuggestion), atMost(80, noSuggestion)),
  comment: requiredText('Digita Comentario', 2000, tooLong),
})

export const surveyEndpoints = endpoints({ access: 'patient' })({
  answer: {
    route: 'POST /survey',
    summary: 'Stores an answer to the survey',
    body: surveyAnswer,
  },
})
