/** Compares the declared types of an SQL statement with the types that PostgreSQL gives for its text. */
import type { Declared, DeclaredType, Kind } from './declared.ts'

/** A column of the result, or a parameter, as PostgreSQL describes it. */
export type Described = {
  /** The name of the type in `pg_type`, such as `int4`. Arrays begin with `_`. */
  readonly type: string
  /** Whether the column of a table from which it comes may be null. Null for expressions and parameters. */
  readonly isNullable: boolean | null
  /** The table from which the column comes. */
  readonly table: string | null
}

export type DescribedStatement = {
  readonly text: string
  readonly columns: ReadonlyMap<string, Described>
  /** By the names of the parameters. */
  readonly parameters: ReadonlyMap<string, Described>
}

/** What the database driver returns for each type of PostgreSQL. Other types are read as text. */
export const read: Readonly<Record<string, Kind>> = {
  int2: 'number',
  int4: 'number',
  int8: 'number',
  oid: 'number',
  numeric: 'number',
  float4: 'number',
  float8: 'number',
  bool: 'boolean',
  timestamptz: 'Date',
  timestamp: 'Date',
  bytea: 'Uint8Array',
  json: 'any',
  jsonb: 'any',
  void: 'any',
}

/** What may be given for a parameter of each type besides what the driver returns. */
const accepted: Readonly<Record<string, readonly Kind[]>> = {
  timestamptz: ['string'],
  json: ['string'],
  jsonb: ['string'],
}

function kindOf(type: string): Kind {
  return type.startsWith('_') ? 'array' : (read[type] ?? 'string')
}

/** Returns what is wrong with the declared types, one sentence for each member. */
export function compareTypes(declared: Declared, described: DescribedStatement): string[] {
  return [
    ...(declared.row === null ? [] : columnMismatches(declared.row, described)),
    ...(declared.given === null ? [] : parameterMismatches(declared.given, described)),
  ]
}

function columnMismatches(
  row: ReadonlyMap<string, DeclaredType>,
  { columns, text }: DescribedStatement,
): string[] {
  const missing = [...row]
    .filter(([name, { isOptional }]) => !isOptional && !columns.has(name))
    .map(([name]) => `the row declares ${name}, which the statement does not return`)
  const mismatches = [...columns].flatMap(([name, { type, isNullable }]) => {
    const declared = row.get(name)
    if (declared === undefined) return [`the statement returns ${name}, which the row does not declare`]
    const kind = kindOf(type)
    if (kind !== 'any' && !declared.kinds.has(kind) && !declared.kinds.has('any'))
      return [`column ${name} is ${kind} (${type}), not ${[...declared.kinds].join(' | ')}`]
    const mayBeNull = isNullable === true && !declared.isNullable && !isFiltered(name, text)
    return mayBeNull ? [`column ${name} may be null: add "| null", or "${name} is not null" to the text`] : []
  })
  return [...missing, ...mismatches]
}

/** Returns whether a comparison in the text may leave out rows without this column: none is true of null. */
function isFiltered(column: string, text: string): boolean {
  const name = `(?:\\w+\\.)?${column}\\b`
  const comparison = '(?:is not null|=|<|>|<>|in\\b|like\\b|between\\b)'
  return new RegExp(`${name} *${comparison}|= *${name}`, 'i').test(text)
}

function parameterMismatches(
  given: ReadonlyMap<string, DeclaredType>,
  { parameters }: DescribedStatement,
): string[] {
  const unused = [...given.keys()]
    .filter((name) => !parameters.has(name))
    .map((name) => `the parameter ${name} is declared and not in the text`)
  const mismatches = [...parameters].flatMap(([name, { type }]) => {
    const declared = given.get(name)
    if (declared === undefined) return [`the parameter ${name} is in the text and not declared`]
    const kinds = [kindOf(type), ...(accepted[type] ?? [])]
    return matches(declared, kinds)
      ? []
      : [`the parameter ${name} is ${kinds.join(' | ')} (${type}), not ${[...declared.kinds].join(' | ')}`]
  })
  return [...unused, ...mismatches]
}

function matches({ kinds }: DeclaredType, allowed: readonly Kind[]): boolean {
  return [...kinds].every((kind) => kind === 'any' || allowed.includes(kind))
}
