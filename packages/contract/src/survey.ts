/** The survey in which patients rate the portal. */
import * as z from 'zod/mini'
import type { EndpointTable } from './endpoint.ts'
import { atMost } from './text.ts'
import { id } from './values/ids.ts'

/** The error for an option that the clinic does not offer. */
export const noSuggestion = 'Selecciona Sugerencia'
const tooLong = 'Digita máximo 2000 caracteres'

export const surveyAnswer = z.object({
  /** Id of the caller. */
  id: id(),
  /** One of the options that the published clinic offers. */
  suggestion: z.string(noSuggestion).check(z.minLength(1, noSuggestion), atMost(80, noSuggestion)),
  comment: z
    .string('Digita Comentario')
    .check(z.trim(), z.minLength(1, 'Digita Comentario'), atMost(2000, tooLong)),
})

export const surveyEndpoints = {
  answer: {
    method: 'POST',
    path: '/survey',
    access: 'patient',
    summary: 'Stores an answer to the survey',
    body: surveyAnswer,
    reply: z.object({}),
  },
} as const satisfies EndpointTable
