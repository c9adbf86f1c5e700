import * as z from 'zod/mini'
import { requiredText } from '../fields/text.ts'
import { readAt } from '../publishing/publications.ts'
import { id } from '../values/ids.ts'

export const alertDraft = z.object({
  name: requiredText('Digita Nombre', 100),
  text: requiredText('Digita Texto', 500),
  color_id: id('Selecciona Color'),
  status_id: z.optional(z.union([z.literal(1), z.literal(2)], 'Selecciona Estado')),
  updated_at: readAt,
})
