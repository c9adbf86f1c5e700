/** Generates the types of the statements of each `<domain>.sql.ts`, and the listing of the texts that are composed of parts. */
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { definedStatements, type Statement } from '../../../apps/server/src/platform/database/statement.ts'
import { type Described, type DescribedStatement, read } from './compare.ts'

export type GeneratedModule = {
  /** Path from the root of the project: `…/<domain>.sql.ts`. */
  readonly file: string
  readonly statements: readonly Statement<unknown, unknown>[]
}

/** Imports every `<domain>.sql.ts`, one after another, so that the statements of each are known. */
export async function findSqlFiles(root: string): Promise<GeneratedModule[]> {
  const modules: GeneratedModule[] = []
  for (const file of globSync('apps/server/src/**/*.sql.ts', { cwd: root }).sort()) {
    const known = new Set(definedStatements.keys())
    await import(pathToFileURL(join(root, file)).href)
    const statements = [...definedStatements.values()].filter(({ name }) => !known.has(name))
    modules.push({ file, statements })
  }
  return modules
}

/** Writes the generated files, or returns a sentence for each that is stale. */
export async function compareGenerated(
  root: string,
  modules: readonly GeneratedModule[],
  describe: (statement: Statement<unknown, unknown>) => Promise<DescribedStatement>,
  { isWriting }: { readonly isWriting: boolean },
): Promise<string[]> {
  const violations: string[] = []
  const compare = (path: string, text: string) => {
    const place = join(root, path)
    if (isWriting) {
      mkdirSync(dirname(place), { recursive: true })
      if (text === '') rmSync(place, { force: true })
      else writeFileSync(place, text)
    } else if ((readOrNull(place) ?? '') !== text) violations.push(`${path} is stale: run "npm run sql"`)
  }
  for (const { file, statements } of modules) {
    const entries: string[] = []
    for (const statement of statements) {
      try {
        entries.push(writeTypes(statement, await describe(statement)))
      } catch (error) {
        violations.push(`${file} ${statement.name}: ${error instanceof Error ? error.message : error}`)
      }
    }
    const isEmpty = statements.length === 0
    compare(file.replace(/\.ts$/, '.generated.ts'), isEmpty ? '' : writeModule(file, entries))
    const source = readFileSync(join(root, file), 'utf8')
    const composed = statements.filter((statement) => !isWrittenOut(source, statement))
    compare(listingOf(file), composed.map(writeListing).join('\n'))
  }
  const listings = new Set(modules.map(({ file }) => listingOf(file)))
  for (const path of globSync('apps/server/sql/**/*.sql', { cwd: root }))
    if (!listings.has(path)) compare(path, '')
  return violations
}

/** Returns the path of the listing for a `<domain>.sql.ts`: it stands apart from what people write. */
function listingOf(file: string): string {
  return file.replace('apps/server/src', 'apps/server/sql').replace(/\.ts$/, '')
}

/** Returns whether the text of a statement stands in one piece beside its name, so that a reader sees what runs. */
function isWrittenOut(source: string, { name }: Statement<unknown, unknown>): boolean {
  const key = name.slice(name.indexOf('.') + 1)
  return new RegExp(`'${key}'(?:, \\{[^}]*\\})?\\)\`[^\`$]*\``).test(source)
}

function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

function writeModule(file: string, entries: readonly string[]): string {
  const name = basename(file, '.sql.ts').replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())
  const about = `/** The types of the statements in ${basename(file)}, which \`npm run sql\` generates. */`
  return `${about}\nexport type ${name}Sql = {\n${entries.join('')}}\n`
}

function writeTypes(statement: Statement<unknown, unknown>, described: DescribedStatement): string {
  const { neverNull = [], nullable = [] } = statement
  const row = [...described.columns].map(([name, column]) => {
    const mayBeNull = !neverNull.includes(name) && isNullable(column, described.text)
    return `${name}: ${typeOf(column.type)}${mayBeNull ? ' | null' : ''}`
  })
  const given = [...described.parameters].map(
    ([name, { type }]) => `${name}: ${givenTypeOf(type)}${nullable.includes(name) ? ' | null' : ''}`,
  )
  const key = statement.name.slice(statement.name.indexOf('.') + 1)
  const types = [
    `row: ${row.length === 0 ? 'never' : `{ ${row.join('; ')} }`}`,
    `given: ${given.length === 0 ? 'Record<never, never>' : `{ ${given.join('; ')} }`}`,
  ]
  return `  ${/^\w+$/.test(key) ? key : `'${key}'`}: { ${types.join('; ')} }\n`
}

/** Returns whether a column may be null. An outer join makes the columns of the tables that it joins null. */
function isNullable({ isNullable: mayBe, table }: Described, text: string): boolean {
  if (mayBe !== false) return true
  const outer = /\b(?:left|right|full)\s+(?:outer\s+)?join\b/i.exec(text)
  if (outer === null || table === null) return false
  const joined = /\b(?:right|full)\s/i.test(text) ? text : text.slice(outer.index)
  return new RegExp(`\\b${table}\\b`).test(joined)
}

function typeOf(type: string): string {
  if (type.startsWith('_')) return `${typeOf(type.slice(1))}[]`
  const kind = read[type] ?? 'string'
  return kind === 'any' ? 'object' : kind
}

function givenTypeOf(type: string): string {
  if (type.startsWith('_')) return `readonly ${givenTypeOf(type.slice(1))}[]`
  const kind = read[type] ?? 'string'
  return kind === 'any' ? 'string' : kind
}

function writeListing({ name, parameters, text }: Statement<unknown, unknown>): string {
  return `-- ${name}${parameters.map((parameter, index) => ` $${index + 1}=${parameter}`).join('')}\n${text};\n`
}
