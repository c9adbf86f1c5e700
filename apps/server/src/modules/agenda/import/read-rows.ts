import { importLimits } from '@mi-portal/contract/agenda/calendar-import'
import { foldText } from '@mi-portal/contract/fields/accents'
import { parse } from 'csv-parse/sync'
import { type Column, columns, type FileRow, neededColumns, unreadableFile } from './import.rules.ts'

export class FileProblem extends Error {}

function reject(message: string): never {
  throw new FileProblem(message)
}

/** Decodes a file. Spreadsheet programs write UTF-8, and old ones Windows-1252. */
function decodeText(bytes: Uint8Array): string {
  if (bytes.includes(0)) reject(unreadableFile)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Returns the delimiter of cells. Chilean spreadsheets use semicolons, because the comma is the decimal sign. */
function findDelimiter(text: string): string {
  const heading = text.split('\n').find((line) => line.trim() !== '') ?? ''
  return heading.split(';').length >= heading.split(',').length ? ';' : ','
}

type Parsed = { readonly record: readonly string[]; readonly line: number }

function parseRecords(text: string): readonly Parsed[] {
  const found: Parsed[] = []
  try {
    parse(text, {
      delimiter: findDelimiter(text),
      bom: true,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      trim: true,
      on_record: (record: string[], { lines }) => {
        found.push({ record, line: lines })
        return record
      },
    })
    return found
  } catch {
    reject('El archivo no se pudo leer: revisa sus comillas')
  }
}

export function readRows(bytes: Uint8Array): FileRow[] {
  const [heading, ...records] = parseRecords(decodeText(bytes))
  const names = (heading?.record ?? []).map((name) => foldText(name).replace(/[\s-]+/g, '_'))
  const missing = neededColumns.filter((column) => !names.includes(column))
  if (missing.length > 0) reject(`Faltan columnas en el encabezado: ${missing.join(', ')}`)
  if (records.length === 0) reject('El archivo no tiene filas')
  if (records.length > importLimits.rows) reject(`El archivo tiene más de ${importLimits.rows} filas`)
  const isColumn = (name: string): name is Column => columns.some((column) => column === name)
  return records.map(({ record, line }) => {
    const cells: Partial<Record<Column, string>> = {}
    names.forEach((name, index) => {
      if (isColumn(name)) cells[name] = record[index] ?? ''
    })
    return { row: line, cells, overlong: record.length > names.length }
  })
}
