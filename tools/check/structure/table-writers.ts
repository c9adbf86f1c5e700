/** Each table is written by one domain: the module, the adapter or the platform that owns it. Others ask the owner. */
import { error, type Finding } from './finding.ts'
import { findLine, isProduct, isTypeScript, type Texts, withoutComments } from './project-files.ts'

/** The platform composes the statements of a table that a caller passes to it by name (`table: 'people'`). */
const writes =
  /\b(?<!for )(?:insert into|merge into|update(?: only)?|delete from(?: only)?|truncate)\s+([a-z_]+)|\btable: '([a-z_]+)'/gi
/** A write whose table is composed into the text, so that nothing says which one it is. */
const unnamedWrite = /\b(?:insert into|merge into|update|delete from|truncate)\s+\$\{/gi

type Writer = { readonly owner: string; readonly path: string; readonly line: number }

/** Returns a finding for each domain that writes a table which another domain writes too, and for each write of an unnamed table. */
export function checkTableWriters(texts: Texts): Finding[] {
  const shared = [...readWriters(texts)].flatMap(([table, writers]) =>
    writers.length === 1 ? [] : writers.map((writer) => foreignWrite(table, writer, writers)),
  )
  // Only the platform composes statements for any table.
  const unnamed = [...texts].flatMap(([path, text]) =>
    findOwner(path) === null || findOwner(path) === 'platform'
      ? []
      : [...withoutComments(text).matchAll(unnamedWrite)].map(({ index }) =>
          error(path, findLine(text, index), 'a write names its table in the text of the statement'),
        ),
  )
  return [...shared, ...unnamed]
}

/** Returns the tables of the schema with the domains that write them, each with its first place. */
function readWriters(texts: Texts): Map<string, Writer[]> {
  const tables = readTables(texts)
  const writers = new Map<string, Writer[]>()
  for (const [path, text] of texts) {
    const owner = findOwner(path)
    if (owner === null) continue
    for (const { index, 1: named, 2: passed } of withoutComments(text).matchAll(writes)) {
      const table = (named ?? passed ?? '').toLowerCase()
      const known = writers.get(table) ?? []
      if (!tables.has(table) || known.some((writer) => writer.owner === owner)) continue
      writers.set(table, [...known, { owner, path, line: findLine(text, index) }])
    }
  }
  return writers
}

function foreignWrite(table: string, { owner, path, line }: Writer, writers: readonly Writer[]): Finding {
  const others = writers.flatMap((other) => (other.owner === owner ? [] : [other.owner])).join(' and ')
  return error(
    path,
    line,
    `${owner} writes the table ${table}, as ${others} does; one domain owns a table, and others call its service`,
  )
}

/** Returns the domain of a file, or its layer outside of modules and adapters. Null for seeds, which fill the tables of all domains. */
function findOwner(path: string): string | null {
  const [, layer, domain] = /^apps\/server\/src\/([a-z-]+)(?:\/([^/]+))?/.exec(path) ?? []
  if (layer === undefined || !isProduct(path) || !isTypeScript(path)) return null
  if (layer === 'modules') return domain ?? null
  if (layer === 'adapters') return `adapters/${domain ?? ''}`
  return layer === 'commands' ? 'main' : layer
}

function readTables(texts: Texts): Set<string> {
  const tables = new Set<string>()
  for (const [path, text] of texts) {
    if (!path.startsWith('apps/server/migrations/')) continue
    for (const [, name = ''] of text.matchAll(/\bcreate table (?:if not exists )?(\w+)/gi)) tables.add(name)
    for (const [, name = ''] of text.matchAll(/\balter table \w+ rename to (\w+)/gi)) tables.add(name)
  }
  return tables
}
