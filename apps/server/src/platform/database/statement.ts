/**
 * Named SQL statements, which are defined in the stores. Each is prepared once for a connection. A parameter is written
 * `:patient_id` in the text and given by that name: `db.run(upcoming, { patient_id })`.
 */

export type Value = string | number | boolean | Date | Uint8Array | null | readonly (string | number)[]

type Parameters = Readonly<Record<string, Value>>

export type Statement<Row, Given = readonly Value[]> = {
  /** Unique in the server, such as `appointments.upcoming`. Log lines and traces show it. */
  readonly name: string
  readonly text: string
  readonly parameters: readonly string[]
  /** Parameters that may be null, written `:name?`. */
  readonly nullable?: readonly string[]
  /** Columns that are never null although the schema does not say so, written `as name!`. */
  readonly neverNull?: readonly string[]
  /** Planned again for the values of each call, because the best plan depends on them: that for a rare word is the worst one for a common one. */
  readonly isReplanned?: true
  readonly isFrequent?: true
  /** Never set: they carry the types. */
  readonly row?: Row
  readonly given?: Given
}

/** Finds literals, comments and casts, which hold no parameters, the parameters, and columns that are marked as never null. */
const tokens = /'(?:[^']|'')*'|--[^\n]*|::|(?<![\w:]):([a-z]\w*)(\?)?|(?<=\bas )(\w+)!/g

function numberParameters(
  text: string,
): Pick<Statement<never>, 'text' | 'parameters' | 'nullable' | 'neverNull'> {
  const parameters: string[] = []
  const nullable: string[] = []
  const neverNull: string[] = []
  const numbered = text.replace(tokens, (token, name?: string, mark?: string, column?: string) => {
    if (column !== undefined) neverNull.push(column)
    if (name === undefined) return column ?? token
    if (mark !== undefined) nullable.push(name)
    if (!parameters.includes(name)) parameters.push(name)
    return `$${parameters.indexOf(name) + 1}`
  })
  return { text: numbered, parameters, nullable, neverNull }
}

export type Row<S extends Statement<unknown, unknown>> = NonNullable<S['row']>
export type Given<S> = S extends Statement<unknown, infer Values> ? Values : never

export function orderValues<Given>(
  { name, parameters }: Statement<unknown, Given>,
  given: Given | readonly Value[],
): unknown[] {
  if (Array.isArray(given)) return [...given]
  const named = given as Parameters
  return parameters.map((parameter) => {
    const value = Object.hasOwn(named, parameter) ? named[parameter] : undefined
    if (value === undefined) throw new Error(`${name}: the parameter ${parameter} has no value`)
    // The driver writes a Date in the local time zone, which takes longer.
    return value instanceof Date ? value.toISOString() : value
  })
}

/**
 * All statements that were defined, by their names.
 *
 * @internal Exported for the check that compares their types with the schema.
 */
export const definedStatements = new Map<string, Statement<unknown, unknown>>()

type Kind = Pick<Statement<never>, 'isReplanned' | 'isFrequent'>

function define<Row, Given>(name: string, text: string, kind: Kind = {}): Statement<Row, Given> {
  const defined = { name, ...numberParameters(text), ...kind }
  definedStatements.set(name, defined)
  return defined
}

type GeneratedTypes = Readonly<Record<string, { readonly row: object; readonly given: object }>>

type Narrowed<Row, Columns> = {
  [Name in keyof Row]: Name extends keyof Columns
    ? Columns[Name] | (null extends Row[Name] ? null : never)
    : Row[Name]
}

/** The parts of a template. They are texts of this program, never values: a value is a parameter `:name`. */
type TextParts = readonly (string | number)[]

/**
 * Returns the function with which a `<domain>.sql.ts` defines its statements: `` sql('find')`select …` ``. `Types` is generated from their
 * texts. `Columns` lists the columns whose types the schema does not know, such as JSON and texts with a few values. A letter with an
 * accent is written `\u00ed` in a text, because the bundler escapes none in a template with a tag.
 */
export function defineSql<Types extends GeneratedTypes, Columns = Record<never, never>>(domain: string) {
  type Defined<Name extends keyof Types> = Statement<
    Narrowed<Types[Name]['row'], Columns>,
    Types[Name]['given']
  >
  return <Name extends keyof Types & string>(name: Name, kind?: Kind) =>
    (texts: TemplateStringsArray, ...parts: TextParts): Defined<Name> =>
      define(`${domain}.${name}`, String.raw({ raw: texts }, ...parts).trim(), kind)
}

export function statement<Row, Given = readonly Value[]>(name: string, text: string): Statement<Row, Given> {
  return define(name, text)
}

/**
 * Defines a statement of nearly every request, which finds a few rows by an index and waits for no lock. It runs on connections of its
 * own, so that requests that wait for a lock do not delay all others.
 */
export function frequentStatement<Row, Given = readonly Value[]>(
  name: string,
  text: string,
): Statement<Row, Given> {
  return define(name, text, { isFrequent: true })
}

/**
 * A condition that is always true and lets the statement's own transaction commit asynchronously: for audit entries of reads and
 * the last use of a session. A loss of power may take the last second of them.
 */
export const relaxed = `set_config('synchronous_commit', 'off', true) is not null`
