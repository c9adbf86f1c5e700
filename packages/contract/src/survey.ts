/** What a patient says of the portal. */
import * as z from 'zod/mini'
import type { EndpointTable } from './endpoint.ts'
import { id } from './values/ids.ts'

export const surveySuggestions = [
  'Historial de citas',
  'Mis exámenes',
  'Grupo familiar',
  'Funcionamiento general del portal',
  'Proceso de creación de cuenta',
] as const

const tooLong = 'Digita máximo 2000 caracteres'

export const surveyAnswer = z.object({
  /** The caller. */
  id: id(),
  suggestion: z.enum(surveySuggestions, 'Selecciona Sugerencia'),
  comment: z
    .string('Digita Comentario')
    .check(z.trim(), z.minLength(1, 'Digita Comentario'), z.maxLength(2000, tooLong)),
})

export const surveyEndpoints = {
  answer: {
    method: 'POST',
    path: '/survey',
    access: 'patient',
    summary: 'Leaves an answer to the survey',
    body: surveyAnswer,
    reply: z.object({}),
  },
} as const satisfies EndpointTable
