import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import type * as z from 'zod/mini'
import { formatTable, readTable } from '../../modules/clinic/package/csv-table.ts'
import { explainIssue } from '../../modules/clinic/package/explain-issue.ts'
import type { PackageError } from '../../modules/clinic/package/parsed-part.ts'
import { formatPackageError } from '../../modules/clinic/package/read-package.ts'
import { fail } from '../command-line.ts'

export type FileRow<Row> = { readonly line: number; readonly row: Row }

export type TableFile<Row> = {
  readonly rows: readonly FileRow<Row>[]
  readonly errors: readonly PackageError[]
}

type RowSchema<Shape extends z.core.$ZodShape> = z.ZodMiniObject<Shape>

export async function readInput(file: string): Promise<Uint8Array> {
  const reading = file === '-' ? buffer(process.stdin) : readFile(file)
  return reading.catch(() => fail(`No se puede leer ${file}`))
}

/** Reads the rows of a CSV file by their schema, whose members are the columns. Columns that may be empty can be left out. */
export function readRows<Shape extends z.core.$ZodShape>(
  file: string,
  bytes: Uint8Array,
  schema: RowSchema<Shape>,
): TableFile<z.output<RowSchema<Shape>>> {
  const parsed = readTable(file, bytes, schema.shape)
  const content = Array.isArray(parsed.content) ? parsed.content : []
  const rows: FileRow<z.output<RowSchema<Shape>>>[] = []
  const errors = [...parsed.errors]
  content.forEach((cells: unknown, index) => {
    const { line } = parsed.locate([index])
    const read = schema.safeParse(cells)
    if (read.success) rows.push({ line, row: read.data })
    for (const issue of read.error?.issues ?? []) errors.push(...explainIssue(issue, [index], parsed))
  })
  if (content.length === 0 && errors.length === 0)
    errors.push({
      file,
      line: 1,
      field: '',
      message: 'El archivo no tiene personas',
      remedy: 'Agrega una línea por persona',
    })
  return { rows, errors }
}

export function findRepeated<Row>(
  file: string,
  rows: readonly FileRow<Row>[],
  field: string,
  getKey: (row: Row) => string,
): PackageError[] {
  const first = new Map<string, number>()
  return rows.flatMap(({ line, row }) => {
    const key = getKey(row)
    const above = first.get(key)
    if (above === undefined) {
      first.set(key, line)
      return []
    }
    return {
      file,
      line,
      field,
      message: `La persona ya está en la línea ${above}`,
      remedy: 'Borra una de las dos líneas',
    }
  })
}

export function writeRows<Shape extends z.core.$ZodShape>(rows: readonly object[], schema: RowSchema<Shape>) {
  return formatTable(rows, schema.shape)
}

export function failOnErrors(errors: readonly PackageError[]): void {
  if (errors.length === 0) return
  const sorted = errors.toSorted((one, other) => one.line - other.line)
  const total = `${errors.length} ${errors.length === 1 ? 'error' : 'errores'}. No se importó nada.`
  fail([...sorted.map(formatPackageError), total].join('\n'))
}
