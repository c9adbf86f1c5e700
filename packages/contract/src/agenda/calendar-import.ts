import * as z from 'zod/mini'
import { endpoints } from '../calls/endpoint.ts'
import { atMost } from '../fields/text.ts'

export const fileTooLarge = 'Selecciona un archivo de hasta 150 KB'

/** Limits of a file of calendars: its rows without the heading, and its size. */
export const importLimits = { rows: 500, bytes: 150_000 } as const

/** A file of calendars in base64. */
const file = z.object({
  content: z
    .string('Selecciona un archivo')
    .check(
      z.minLength(1, 'El archivo está vacío'),
      atMost(Math.ceil(importLimits.bytes / 3) * 4, fileTooLarge),
      z.regex(/^[A-Za-z0-9+/]+={0,2}$/, 'El archivo no se pudo leer'),
    ),
})

const importLine = z.object({
  /** Row number in the file; the heading is row 1. */
  row: z.int(),
  rut: z.string(),
  name: z.string(),
  /** Summary of the row with the names of its codes, such as `Lunes · 09:00–13:00 · Dermatología · Ñuñoa`. */
  what: z.string(),
  state: z.enum(['new', 'unchanged', 'error']),
  errors: z.array(z.object({ column: z.string(), msg: z.string() })),
})
export type ImportLine = z.output<typeof importLine>

const importPlan = z.object({
  lines: z.array(importLine),
  new_professionals: z.int(),
  new_blocks: z.int(),
  unchanged: z.int(),
  /** Number of rows with errors. Nothing is written while there are any. */
  faulty: z.int(),
})
export type ImportPlan = z.output<typeof importPlan>

export const calendarImportEndpoints = endpoints({ access: 'staff', permission: 'agenda.manage' })({
  previewImport: {
    route: 'POST /admin/agenda/import/preview',
    summary: 'Returns what a file of professionals and calendars would change; writes nothing',
    body: file,
    reply: z.object({ plan: importPlan }),
  },
  runImport: {
    route: 'POST /admin/agenda/import',
    summary: 'Imports a file of professionals and calendars; writes nothing if any row is invalid',
    body: file,
    reply: z.object({ plan: importPlan }),
  },
})
