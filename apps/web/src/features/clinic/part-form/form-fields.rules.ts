/**
 * Describes the form of a part of the clinic package from its schema, and converts its content to the values of the form and back. Pure.
 */
import { getInputKind } from '@mi-portal/contract/clinic/fields'
import * as z from 'zod/mini'

/** A field of the form. The name is that of the schema. */
export type FormField = {
  readonly name: string
  /** Whether the field may stay empty. */
  readonly isOptional: boolean
} & (
  | { readonly kind: 'text' | 'long-text' | 'date' | 'number' | 'yes-no' | 'image' | 'shades' }
  /** Values of a list without spaces: codes or words. */
  | { readonly kind: 'words' | 'sites' }
  | { readonly kind: 'commune' }
  /** Texts, one in each line; `hours` are ranges of times. */
  | { readonly kind: 'lines' | 'hours' }
  /** Names with their values, as lines such as `718-7: Hemoglobina`. With `isWords` the value is a list of words. */
  | { readonly kind: 'entries'; readonly isWords: boolean }
  | { readonly kind: 'choice' | 'choices'; readonly options: readonly string[] }
  | { readonly kind: 'group' | 'list'; readonly fields: readonly FormField[] }
)

/** The values of a form: texts as they are typed, answers to yes-or-no questions, lists of choices, groups and lists of groups. */
type FormValue = string | boolean | string[] | FormValues | FormValues[]
export type FormValues = { [name: string]: FormValue }

type Schema = z.core.$ZodType

/** Returns the fields of an object schema, in its order. */
export function describeFields(schema: Schema): readonly FormField[] {
  if (!(schema instanceof z.ZodMiniObject)) return []
  return Object.entries(schema._zod.def.shape).map(([name, field]) => describeField(name, field))
}

function describeField(name: string, schema: Schema, isOptional = false): FormField {
  if (schema instanceof z.ZodMiniOptional || schema instanceof z.ZodMiniNullable) {
    // The wrapper of a nullable field has the description of the field that it wraps.
    return describeField(name, schema._zod.def.innerType, true)
  }
  const field = { name, isOptional }
  if (schema instanceof z.ZodMiniObject) return { ...field, kind: 'group', fields: describeFields(schema) }
  if (schema instanceof z.ZodMiniBoolean) return { ...field, kind: 'yes-no' }
  if (schema instanceof z.ZodMiniNumber)
    return { ...field, kind: getInputKind(schema) === 'commune' ? 'commune' : 'number' }
  if (schema instanceof z.ZodMiniEnum) return { ...field, kind: 'choice', options: optionsOf(schema) }
  if (schema instanceof z.ZodMiniUnion) return { ...field, kind: 'shades' }
  if (schema instanceof z.ZodMiniRecord)
    return { ...field, kind: 'entries', isWords: schema._zod.def.valueType instanceof z.ZodMiniArray }
  if (schema instanceof z.ZodMiniArray) return describeList(field, schema)
  const input = getInputKind(schema)
  if (input === 'long-text' || input === 'date' || input === 'image') return { ...field, kind: input }
  return { ...field, kind: 'text' }
}

function describeList(
  field: { name: string; isOptional: boolean },
  schema: z.ZodMiniArray<Schema>,
): FormField {
  const item = schema._zod.def.element
  if (item instanceof z.ZodMiniObject) return { ...field, kind: 'list', fields: describeFields(item) }
  if (item instanceof z.ZodMiniEnum) return { ...field, kind: 'choices', options: optionsOf(item) }
  if (getInputKind(item) === 'time-range') return { ...field, kind: 'hours' }
  if (getInputKind(schema) === 'sites') return { ...field, kind: 'sites' }
  return { ...field, kind: isWordList(schema) ? 'words' : 'lines' }
}

// The description of a list says how a cell of a CSV file separates its values.
function isWordList(schema: Schema): boolean {
  return (z.globalRegistry.get(schema) as { cell?: string } | undefined)?.cell === 'words'
}

function optionsOf(schema: z.ZodMiniEnum): readonly string[] {
  return Object.values(schema._zod.def.entries).map(String)
}

/** Returns the values of the form for a content; with `undefined`, those of a new row. */
export function toFormValues(fields: readonly FormField[], content: unknown): FormValues {
  return Object.fromEntries(
    fields.map((field) => [field.name, toFormValue(field, fieldOf(content, field.name))]),
  )
}

function fieldOf(content: unknown, name: string): unknown {
  return typeof content === 'object' && content !== null ? Reflect.get(content, name) : undefined
}

function toFormValue(field: FormField, value: unknown): FormValue {
  switch (field.kind) {
    case 'yes-no':
      return value === true
    case 'choices':
    case 'sites':
      return Array.isArray(value) ? value.map(String) : []
    case 'words':
    case 'shades':
      return Array.isArray(value) ? value.join(' ') : textOf(value)
    case 'lines':
    case 'hours':
      return Array.isArray(value) ? value.join('\n') : ''
    case 'entries':
      return Object.entries(value ?? {})
        .map(([name, entry]) => `${name}: ${Array.isArray(entry) ? entry.join(' ') : textOf(entry)}`)
        .join('\n')
    case 'group':
      return toFormValues(field.fields, value)
    case 'list':
      return Array.isArray(value) ? value.map((row) => toFormValues(field.fields, row)) : []
    default:
      return textOf(value)
  }
}

function textOf(value: unknown): string {
  return value === undefined || value === null ? '' : String(value)
}

/**
 * Returns the content that the values of a form stand for. `schema` decides whether an empty optional field is left out or null. Whether
 * the content is valid is judged by the schema afterwards.
 */
export function toContent(schema: Schema, values: FormValues): unknown {
  if (!(schema instanceof z.ZodMiniObject)) return values
  const entries = Object.entries(schema._zod.def.shape).flatMap(([name, field]) => {
    const content = toFieldContent(field, values[name])
    return content === undefined ? [] : [[name, content] as const]
  })
  return Object.fromEntries(entries)
}

function toFieldContent(schema: Schema, value: FormValue | undefined): unknown {
  if (schema instanceof z.ZodMiniOptional || schema instanceof z.ZodMiniNullable) {
    const inner: Schema = schema._zod.def.innerType
    // An optional answer that is left out means no.
    const isLeftOut = isEmpty(value) || (inner instanceof z.ZodMiniBoolean && value === false)
    if (isLeftOut) return schema instanceof z.ZodMiniOptional ? undefined : null
    return toFieldContent(inner, value)
  }
  if (schema instanceof z.ZodMiniObject) return toContent(schema, isGroup(value) ? value : {})
  if (schema instanceof z.ZodMiniNumber) return numberFrom(textOf(value))
  if (schema instanceof z.ZodMiniUnion) return shadesFrom(textOf(value))
  if (schema instanceof z.ZodMiniRecord)
    return entriesFrom(textOf(value), schema._zod.def.valueType instanceof z.ZodMiniArray)
  if (schema instanceof z.ZodMiniArray) return toListContent(schema, value)
  return typeof value === 'string' ? value.trim() : value
}

function toListContent(schema: z.ZodMiniArray<Schema>, value: FormValue | undefined): unknown[] {
  const item = schema._zod.def.element
  if (Array.isArray(value)) return value.map((row) => (typeof row === 'string' ? row : toContent(item, row)))
  return isWordList(schema) ? wordsIn(textOf(value)) : linesIn(textOf(value))
}

// A single colour is not a list; ten colours are.
function shadesFrom(text: string): string | string[] {
  const shades = wordsIn(text)
  return shades.length > 1 ? shades : (shades[0] ?? '')
}

function isGroup(value: FormValue | undefined): value is FormValues {
  return typeof value === 'object' && !Array.isArray(value)
}

/** Returns whether nothing was entered. A group without any value counts as left out. */
function isEmpty(value: FormValue | undefined): boolean {
  if (value === undefined || value === '') return true
  if (typeof value === 'string') return value.trim() === ''
  if (Array.isArray(value)) return value.length === 0
  return typeof value === 'object' && Object.values(value).every((part) => isEmpty(part))
}

// A text that is no number stays as it is, so that the schema rejects it with its message.
function numberFrom(text: string): number | string {
  const plain = text.trim().replace(',', '.')
  return plain !== '' && Number.isFinite(Number(plain)) ? Number(plain) : text
}

function wordsIn(text: string): string[] {
  return text.split(/\s+/).filter(Boolean)
}

function linesIn(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
}

function entriesFrom(text: string, isWords: boolean): Record<string, string | string[]> {
  return Object.fromEntries(
    linesIn(text).map((line) => {
      const colon = line.indexOf(':')
      const [name, value] =
        colon < 0 ? [line, ''] : [line.slice(0, colon).trim(), line.slice(colon + 1).trim()]
      return [name, isWords ? wordsIn(value) : value]
    }),
  )
}
