/** The kinds of fields of a clinic package: a description in English for schemas and documents, and a message in Spanish. */
import * as z from 'zod/mini'
import { atMost, textLike } from '../fields/text.ts'
import { isDay } from '../values/dates.ts'
import { isEmail } from '../values/email.ts'

/** How a cell of a CSV file holds a value. `words` are separated by spaces, `phrases` by `|`. */
export type CellKind = 'text' | 'integer' | 'decimal' | 'boolean' | 'words' | 'phrases'

/** How a form asks for a value, where its type alone does not tell. */
export type InputKind = 'long-text' | 'image' | 'colour' | 'date' | 'sites' | 'commune' | 'time-range'

type Described = { readonly description: string; readonly cell?: CellKind; readonly input?: InputKind }

function described<T extends z.core.$ZodType>(
  schema: T,
  description: string,
  cell?: CellKind,
  input?: InputKind,
): T {
  z.globalRegistry.add(schema, {
    description,
    ...(cell && { cell }),
    ...(input && { input }),
  } satisfies Described)
  return schema
}

export function getInputKind(field: z.core.$ZodType): InputKind | undefined {
  return (z.globalRegistry.get(field) as Described | undefined)?.input
}

export function getCellKind(field: z.core.$ZodType): CellKind {
  return (z.globalRegistry.get(field) as Described | undefined)?.cell ?? 'text'
}

export function text(description: string, max = 200) {
  const message = `Escribe un texto de una línea, de hasta ${max} caracteres`
  return described(
    z.string(message).check(z.minLength(1, message), atMost(max, message), z.regex(/^[^\p{Cc}]+$/u, message)),
    description,
    'text',
  )
}

export function longText(description: string, max = 60_000) {
  const message = `Escribe un texto de hasta ${max} caracteres`
  return described(
    z.string(message).check(z.minLength(1, message), atMost(max, message)),
    description,
    'text',
    'long-text',
  )
}

function matching(pattern: RegExp, message: string, description: string, input?: InputKind) {
  const text = textLike(pattern, 500, message)
  return described(text, description, 'text', input)
}

export function key(description: string) {
  return matching(
    /^[a-z0-9][a-z0-9_-]{0,59}$/,
    'Escribe minúsculas sin acentos, números, «-» o «_», hasta 60 caracteres',
    description,
  )
}

/** A code of the clinic, such as `NUNOA`, `RX` or `362`. In YAML, a code of digits stands between quotes. */
export function code(description: string) {
  return matching(
    /^[A-Z0-9][A-Z0-9_-]{0,39}$/,
    'Escribe mayúsculas sin acentos, números, «-» o «_»; en YAML, un código de puros números va entre comillas',
    description,
  )
}

/** A FONASA code: seven digits, with its leading zeros. */
export function fonasaCode(description = 'Code in the tariffs of FONASA: seven digits.') {
  return matching(
    /^\d{7}$/,
    'Escribe los siete dígitos, con los ceros del comienzo (las planillas de cálculo suelen borrarlos)',
    description,
  )
}

export function loincCode(description: string) {
  return matching(/^\d{1,7}-\d$/, 'Escribe un código LOINC, por ejemplo 718-7', description)
}

export function imageName(description: string) {
  return matching(
    /^[a-z0-9][a-z0-9-]*\.(png|jpg|jpeg|webp|svg)$/,
    'Escribe el nombre de un archivo de la carpeta images: minúsculas, números y «-», terminado en .svg, .png, .jpg o .webp',
    description,
    'image',
  )
}

export function hexColour(description: string) {
  return matching(
    /^#[0-9A-Fa-f]{6}$/,
    'Escribe un color como "#2A4DB5", entre comillas',
    description,
    'colour',
  )
}

export function emailAddress(description: string) {
  const message = 'Escribe una sola dirección de correo'
  return described(z.string(message).check(atMost(254, message), z.refine(isEmail, message)), description)
}

export function phoneText(description: string) {
  return matching(
    /^\+?[0-9][0-9 ]{1,19}$/,
    'Escribe números y espacios, por ejemplo 2 2123 4567',
    description,
  )
}

export function webAddress(description: string) {
  return matching(
    /^https:\/\/[^\s"<>]{1,490}$/,
    'Escribe una dirección que comience con https://',
    description,
  )
}

export function date(description: string) {
  const message = 'Escribe una fecha como 2026-11-22'
  return described(
    z.string(message).check(atMost(10, message), z.refine(isDay, message)),
    description,
    'text',
    'date',
  )
}

export function timeRange(description: string) {
  const message = 'Escribe las horas como 09:00-20:00, la segunda después de la primera'
  return described(
    z.string(message).check(
      z.regex(/^([01]\d|2[0-3]):[0-5]\d-(([01]\d|2[0-3]):[0-5]\d|24:00)$/, { error: message, abort: true }),
      z.refine((value) => value.slice(0, 5) < value.slice(6), message),
    ),
    description,
    'text',
    'time-range',
  )
}

/** A commune, by its Código Único Territorial. */
export function commune(description: string) {
  const message = 'Elige la comuna (su Código Único Territorial, de 1101 a 16305)'
  return described(
    z.int(message).check(z.minimum(1101, message), z.maximum(16305, message)),
    description,
    'integer',
    'commune',
  )
}

export function integer(description: string, min: number, max: number) {
  const message = `Escribe un número entero entre ${min} y ${max}`
  return described(
    z.int(message).check(z.minimum(min, message), z.maximum(max, message)),
    description,
    'integer',
  )
}

/** The number of a record. It stays the same for as long as records point to it. */
export function number(description: string) {
  return integer(description, 1, 2_147_483_647)
}

export function decimal(description: string) {
  return described(z.number('Escribe un número'), description, 'decimal')
}

export function yesNo(description: string) {
  return described(z.boolean('Escribe sí o no (en YAML: true o false)'), description, 'boolean')
}

export function choice<const Values extends readonly [string, ...string[]]>(
  description: string,
  values: Values,
) {
  return described(z.enum(values, `Escribe uno de estos valores: ${values.join(', ')}`), description, 'text')
}

/** A list of values of a closed list, without repetitions; at least one. */
export function choices<const Values extends readonly [string, ...string[]]>(
  description: string,
  values: Values,
) {
  const message = `Escribe uno o más de estos valores, sin repetirlos: ${values.join(', ')}`
  return described(
    z.array(z.enum(values, message), message).check(z.minLength(1, message), z.refine(areDistinct, message)),
    description,
    'words',
  )
}

function areDistinct(values: readonly unknown[]): boolean {
  return new Set(values).size === values.length
}

export function codes(description: string, min = 0, input?: InputKind) {
  const message = min > 0 ? 'Escribe uno o más códigos, sin repetirlos' : 'Escribe códigos, sin repetirlos'
  return described(
    z
      .array(code('A code.'), message)
      .check(z.minLength(min, message), atMost(200, message), z.refine(areDistinct, message)),
    description,
    'words',
    input,
  )
}

export function siteCodes(description = 'Codes of the sites that offer it, as in `sites.yaml`.') {
  return codes(description, 1, 'sites')
}

export function phrases(description: string) {
  const message = 'Escribe hasta 40 textos'
  return described(z.array(text('A text.'), message).check(atMost(40, message)), description, 'phrases')
}

export function list<T extends z.core.$ZodType>(item: T, description: string, max: number) {
  const message = `Escribe una lista de hasta ${max} elementos`
  return described(z.array(item, message).check(atMost(max, message)), description)
}

export function fields<Shape extends z.core.$ZodLooseShape>(shape: Shape, description: string) {
  return described(
    z.strictObject(shape, 'Escribe los campos de esta parte, cada uno en su línea'),
    description,
  )
}

export function named<K extends z.core.$ZodRecordKey, V extends z.core.$ZodType>(
  name: K,
  value: V,
  description: string,
) {
  return described(
    z.record(name, value, 'Escribe los campos de esta parte, cada uno en su línea'),
    description,
  )
}

export function optional<T extends z.core.$ZodType>(field: T) {
  return z.optional(field)
}

export function orEmpty<T extends z.core.$ZodType>(field: T) {
  const known = z.globalRegistry.get(field) as Described
  return described(z.nullable(field), known.description, known.cell, known.input)
}
