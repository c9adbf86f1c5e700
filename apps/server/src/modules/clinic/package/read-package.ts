/**
 * Reads a clinic package from its files, and finds all of its errors at once. The functions have no effect outside: where the files come
 * from is found by `package-files.ts`.
 */
import {
  type ClinicPackage,
  emptyParts,
  type PartName,
  partNames,
  parts,
} from '@mi-portal/contract/clinic/clinic-package'
import { deleteOrRename } from '@mi-portal/contract/clinic/mail-wording'
import { legalTextKeys } from '@mi-portal/contract/clinic/parts/texts'
import * as z from 'zod/mini'
import { type Contradiction, type DeclaredKeys, keyFields } from '../contradictions/contradiction.rules.ts'
import { findContradictions } from '../contradictions/contradictions.rules.ts'
import { readTable } from './csv-table.ts'
import { explainIssue, valueAt } from './explain-issue.ts'
import { legalMarkdown, preparationMarkdown, readMarkdown } from './markdown-file.ts'
import { imageFolder, type PackageFiles } from './package-files.ts'
import type { PackageError, ParsedPart } from './parsed-part.ts'
import { readYaml } from './yaml-file.ts'

type FilePart = Exclude<PartName, 'images'>
type Reading = {
  readonly package: ClinicPackage | null
  readonly errors: readonly PackageError[]
  readonly locate: (found: Contradiction) => PackageError
}

/**
 * Reads a package. With errors there is no package; the errors are sorted by file and line. With `today`, an approval after that day is
 * an error too.
 */
export async function readPackage(files: PackageFiles, today?: string): Promise<Reading> {
  const { readImages } = await import('./package-images.ts')
  const images = await readImages(files)
  const checked = partNames.filter(isFilePart).map((name) => [name, checkPart(files, name)] as const)
  const byName = new Map<PartName, CheckedPart>(checked)
  const valid = Object.fromEntries([
    ['images', images.images],
    ...checked.flatMap(([name, part]) => (part.valid === undefined ? [] : [[name, part.valid] as const])),
  ])
  const locate = ({ part, path, message, remedy }: Contradiction): PackageError => ({
    ...(byName.get(part)?.locate(path) ?? { file: parts[part].path, line: 1, field: '' }),
    message,
    remedy,
  })
  const errors = [
    ...unknownFiles(files),
    ...images.errors,
    ...checked.flatMap(([, part]) => part.errors),
    ...findContradictions(valid, declaredBy(byName, images.images), today).map(locate),
  ]
  const sorted = errors.toSorted(
    (one, other) => one.file.localeCompare(other.file, 'en') || one.line - other.line,
  )
  return { package: errors.length > 0 ? null : (valid as ClinicPackage), errors: sorted, locate }
}

export async function readValidPackage(files: PackageFiles): Promise<ClinicPackage> {
  const { package: clinic, errors } = await readPackage(files)
  if (clinic) return clinic
  throw new Error(`The clinic package has errors:\n${errors.map(formatPackageError).join('\n')}`)
}

/** Reads the files of one part. The content lacks the rows with errors. Rules that join two parts are not checked. */
export function readPartFiles(
  files: PackageFiles,
  name: PartName,
): { content: unknown; errors: readonly PackageError[] } {
  if (!isFilePart(name)) throw new Error('the images of a package are read by readImages')
  const { valid, errors } = checkPart(files, name)
  return { content: valid, errors }
}

/** Writes an error as one line: `sites.yaml:3 phone: message (remedy)`. */
export function formatPackageError({ file, line, field, message, remedy }: PackageError): string {
  return `${file}:${line}${field === '' ? '' : ` ${field}`}: ${message} (${remedy})`
}

function isFilePart(name: PartName): name is FilePart {
  return name !== 'images'
}

type CheckedPart = {
  /** The content without the rows that have errors; undefined when there is no content at all. */
  readonly valid: unknown
  readonly rows: readonly unknown[] | undefined
  readonly errors: readonly PackageError[]
  readonly locate: ParsedPart['locate']
}

function checkPart(files: PackageFiles, name: FilePart): CheckedPart {
  const part = parts[name]
  const parsed = parsePart(files, name)
  if (parsed.content === undefined)
    return { valid: undefined, rows: undefined, errors: parsed.errors, locate: parsed.locate }
  if (!('row' in part)) {
    const issues = z.safeParse(part.fields, parsed.content).error?.issues ?? []
    return {
      valid: issues.length > 0 ? undefined : parsed.content,
      rows: undefined,
      errors: [...parsed.errors, ...issues.flatMap((issue) => explainIssue(issue, [], parsed))],
      locate: parsed.locate,
    }
  }
  if (!Array.isArray(parsed.content)) {
    const error = {
      ...parsed.locate([]),
      message: 'El archivo no es una lista',
      remedy: 'Comienza cada elemento con «- »',
    }
    return { valid: undefined, rows: undefined, errors: [error], locate: parsed.locate }
  }
  return checkRows(parsed.content, part.row, parsed)
}

function checkRows(rows: readonly unknown[], schema: z.core.$ZodType, parsed: ParsedPart): CheckedPart {
  const checked = rows.map((row, index) => {
    const issues = z.safeParse(schema, row).error?.issues ?? []
    return { row, index, issues }
  })
  const valid = checked.filter(({ issues }) => issues.length === 0)
  return {
    valid: valid.map(({ row }) => row),
    rows,
    errors: [
      ...parsed.errors,
      ...checked.flatMap(({ issues, index }) =>
        issues.flatMap((issue) => explainIssue(issue, [index], parsed)),
      ),
    ],
    locate: ([position, ...rest]) => parsed.locate([valid[Number(position)]?.index ?? 0, ...rest]),
  }
}

function parsePart(files: PackageFiles, name: FilePart): ParsedPart {
  const part = parts[name]
  if (part.format === 'markdown') return parseFolder(files, name, part.path)
  const bytes = files.get(part.path)
  if (!bytes) return absent(name)
  if (part.format === 'csv') return readTable(part.path, bytes, part.row._zod.def.shape)
  const parsed = readYaml(part.path, bytes, 'row' in part)
  // An empty file, or one with comments alone, is the same as none.
  return parsed.content === null ? absent(name) : parsed
}

function absent(name: FilePart): ParsedPart {
  const part = parts[name]
  const locate = () => ({ file: part.path, line: 1, field: '' })
  if (!part.required)
    return {
      content: Object.hasOwn(emptyParts, name) ? Reflect.get(emptyParts, name) : [],
      errors: [],
      locate,
    }
  const error = {
    ...locate(),
    message: 'Falta el archivo',
    remedy: 'Créalo; docs/clinic-package.md dice qué lleva',
  }
  return { content: undefined, errors: [error], locate }
}

function parseFolder(files: PackageFiles, name: FilePart, folder: string): ParsedPart {
  const allowed = name === 'legalTexts' ? legalMarkdown : preparationMarkdown
  const all = [...files]
    .filter(([file]) => file.startsWith(`${folder}/`) && file.endsWith('.md'))
    .map(([file, bytes]) => readMarkdown(file, bytes, allowed))
  const read = all.filter(({ content }) => content !== undefined)
  return {
    content: read.map(({ content }) => content),
    errors: all.flatMap(({ errors }) => errors),
    locate: ([index, ...rest]) => read[Number(index)]?.locate(rest) ?? { file: folder, line: 1, field: '' },
  }
}

/** The keys of all rows, also of those with errors, so that one error does not bring others. */
function declaredBy(
  byName: ReadonlyMap<PartName, CheckedPart>,
  images: ClinicPackage['images'],
): DeclaredKeys {
  const declared = Object.entries(keyFields).flatMap(([name, field]) => {
    const rows = byName.get(name as PartName)?.rows
    return rows ? [[name, new Set(rows.map((row) => String(valueAt(row, [field]))))]] : []
  })
  return { ...Object.fromEntries(declared), images: new Set(images.map(({ name }) => name)) }
}

const knownFiles = new Set<string>([
  ...Object.values(parts).flatMap(({ format, path }) =>
    format === 'yaml' || format === 'csv' ? [path] : [],
  ),
  ...legalTextKeys.map((key) => `${parts.legalTexts.path}/${key}.md`),
])

function unknownFiles(files: PackageFiles): PackageError[] {
  const isKnown = (file: string) =>
    knownFiles.has(file) ||
    /^preparations\/[^/]+\.md$/.test(file) ||
    (file.startsWith(imageFolder) && file.split('/').length === 2)
  return [...files.keys()]
    .filter((file) => !isKnown(file))
    .map((file) => ({
      file,
      line: 1,
      field: '',
      message: 'El archivo no es parte de un paquete de clínica',
      remedy: deleteOrRename,
    }))
}
