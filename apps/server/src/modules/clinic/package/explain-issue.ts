import type * as z from 'zod/mini'
import type { PackageError, ParsedPart, Path } from './parsed-part.ts'

const mostKeys = 100

/** `prefix` leads from the content to the value that was checked. The messages of the schemas are the remedies. */
export function explainIssue(issue: z.core.$ZodIssue, prefix: Path, parsed: ParsedPart): PackageError[] {
  const path = [...prefix, ...issue.path.map((step) => (typeof step === 'number' ? step : String(step)))]
  if (parsed.isReported?.(path)) return []
  if (issue.code === 'unrecognized_keys') {
    // To find the place of a key takes long in a map with thousands of them.
    return issue.keys.slice(0, mostKeys).map((key) => ({
      ...parsed.locate([...path, key]),
      message: `El campo «${key}» no existe`,
      remedy: 'Bórralo o corrige su nombre',
    }))
  }
  const value = valueAt(parsed.content, path)
  return [{ ...parsed.locate(path), message: complaintAbout(value, issue), remedy: remedyFor(value, issue) }]
}

function remedyFor(value: unknown, issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_key') return issue.issues[0]?.message ?? issue.message
  // YAML reads digits without quotes as a number.
  if (typeof value === 'number' && issue.code === 'invalid_type' && issue.expected === 'string')
    return `Escríbelo entre comillas: "${value}"`
  return issue.message
}

function complaintAbout(value: unknown, issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_key') return `«${String(issue.path.at(-1))}» no sirve como nombre`
  if (value === undefined || value === null || value === '') return 'Falta un valor'
  if (Array.isArray(value))
    return value.length === 0 ? 'Falta un valor' : `«${value.map(String).join(' ')}» no es válido`
  return typeof value === 'object' ? 'El valor no es válido' : `«${String(value).slice(0, 60)}» no es válido`
}

export function valueAt(content: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (value, step) => (typeof value === 'object' && value !== null ? Reflect.get(value, step) : undefined),
    content,
  )
}
