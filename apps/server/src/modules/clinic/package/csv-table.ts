import { type CellKind, getCellKind } from '@mi-portal/contract/clinic/fields'
import { CsvError, parse } from 'csv-parse/sync'
import type * as z from 'zod/mini'
import {
  decodeText,
  type PackageError,
  type ParsedPart,
  type Path,
  unreadable,
  wrongEncoding,
} from './parsed-part.ts'

type Row = Readonly<Record<string, unknown>>
type Columns = Readonly<Record<string, z.core.$ZodType>>

/** Spreadsheets of Chile separate cells by semicolons, because the comma is the decimal sign. */
const separator = ';'

function findSeparator(text: string): string {
  const heading = text.split('\n', 1)[0] ?? ''
  return heading.split(';').length >= heading.split(',').length ? ';' : ','
}

type TableLine = { readonly cells: readonly string[]; readonly line: number }

/** Adds the lines of a file to `lines`, so that those before a line that cannot be read are known. */
function collectLines(text: string, lines: TableLine[]): void {
  parse(text, {
    delimiter: findSeparator(text),
    bom: true,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    trim: true,
    on_record: (cells: string[], { lines: line }) => {
      lines.push({ cells, line })
      return null
    },
  })
}

export function readTable(file: string, bytes: Uint8Array, columns: Columns): ParsedPart {
  const text = decodeText(bytes)
  if (text === null) return unreadable(wrongEncoding(file))
  const lines: TableLine[] = []
  try {
    collectLines(text, lines)
    const [heading, ...records] = lines
    return readLines(file, heading ?? { cells: [], line: 1 }, records, columns)
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const line = (lines.at(-1)?.line ?? 0) + 1
    return unreadable({
      file,
      line,
      field: '',
      message: 'Las comillas de la línea no calzan',
      remedy: 'Encierra la celda entre comillas y duplica las que lleva dentro: "la sala ""A"""',
    })
  }
}

function readLines(
  file: string,
  heading: TableLine,
  records: readonly TableLine[],
  columns: Columns,
): ParsedPart {
  const names = heading.cells
  const missing = Object.keys(columns).filter((name) => !names.includes(name))
  const mayBeEmpty = (name: string) =>
    columns[name]?._zod.def.type === 'nullable' || isList(cellKindOfColumn(columns, name))
  const needed = missing.filter((name) => !mayBeEmpty(name))
  const headingErrors = [
    ...names.flatMap((name, index): PackageError[] => {
      if (names.indexOf(name) < index)
        return [columnError(file, heading.line, name, 'está repetida', 'Borra una de las dos')]
      if (name in columns) return []
      const known = Object.keys(columns).join(', ')
      return [
        columnError(
          file,
          heading.line,
          name,
          'no existe',
          `Bórrala o corrige su nombre; las columnas son: ${known}`,
        ),
      ]
    }),
    ...needed.map((name) => columnError(file, heading.line, name, 'falta', 'Agrégala a la primera línea')),
  ]
  const overlong = records
    .filter(({ cells }) => cells.length > names.length)
    .map(({ line }) => ({
      file,
      line,
      field: '',
      message: 'La línea tiene más celdas que columnas',
      remedy: `Encierra entre comillas las celdas que llevan «${separator}»`,
    }))
  return {
    content: records.map(({ cells }) => toRow(cells, names, columns)),
    errors: [...headingErrors, ...overlong],
    locate: ([index, field = '']) => ({
      file,
      line: records[Number(index)]?.line ?? heading.line,
      field: String(field),
    }),
    isReported: ([, field]: Path) => needed.includes(String(field)),
  }
}

function columnError(
  file: string,
  line: number,
  name: string,
  message: string,
  remedy: string,
): PackageError {
  return { file, line, field: name, message: `La columna «${name}» ${message}`, remedy }
}

function isList(kind: CellKind): boolean {
  return kind === 'words' || kind === 'phrases'
}

function cellKindOfColumn(columns: Columns, name: string): CellKind {
  const column = columns[name]
  return column ? getCellKind(column) : 'text'
}

function toRow(cells: readonly string[], names: readonly string[], columns: Columns): Row {
  return Object.fromEntries(
    Object.keys(columns).map((name) => {
      const at = names.indexOf(name)
      return [name, valueOfCell(at < 0 ? '' : (cells[at] ?? ''), cellKindOfColumn(columns, name))]
    }),
  )
}

/** Converts the text of a cell. A text that does not fit stays as it is, and the schema rejects it. */
function valueOfCell(text: string, kind: CellKind): unknown {
  if (kind === 'words') return text.split(/\s+/).filter(Boolean)
  if (kind === 'phrases') return text.split('|').flatMap((part) => part.trim() || [])
  if (text === '') return null
  if (kind === 'boolean') return { sí: true, si: true, no: false }[text.toLowerCase()] ?? text
  const pattern =
    kind === 'integer' ? /^-?\d{1,15}$/ : kind === 'decimal' ? /^-?\d{1,12}([.,]\d{1,12})?$/ : null
  return pattern?.test(text) ? Number(text.replace(',', '.')) : text
}

/** Writes rows as a CSV file that spreadsheets open as it is: with semicolons, decimal commas and the byte order mark of UTF-8. */
export function formatTable(rows: readonly object[], columns: Columns): string {
  const lines = rows.map((row) => {
    const values: Row = { ...row }
    return Object.keys(columns).map((name) => formatCell(values[name], cellKindOfColumn(columns, name)))
  })
  return `\uFEFF${[Object.keys(columns), ...lines].map((cells) => cells.map(quoted).join(separator)).join('\n')}\n`
}

function formatCell(value: unknown, kind: CellKind): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.join(kind === 'phrases' ? ' | ' : ' ')
  if (typeof value === 'boolean') return value ? 'sí' : 'no'
  return typeof value === 'number' ? String(value).replace('.', ',') : String(value)
}

function quoted(cell: string): string {
  return /[;"\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
