/** What staff write of a notice. */
import * as z from 'zod/mini'
import { readAt } from './publishing/publications.ts'
import { atMost } from './text.ts'
import { id } from './values/ids.ts'

const required = (message: string, length: number) =>
  z
    .string(message)
    .check(z.trim(), z.minLength(1, message), atMost(length, `Digita máximo ${length} caracteres`))

export const alertDraft = z.object({
  name: required('Digita Nombre', 100),
  text: required('Digita Texto', 500),
  color_id: id('Selecciona Color'),
  status_id: z.optional(z.union([z.literal(1), z.literal(2)], 'Selecciona Estado')),
  updated_at: readAt,
})
