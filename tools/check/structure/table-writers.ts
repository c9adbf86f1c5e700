/** Each table is written by one domain: the module, the adapter or the platform that owns it. Others ask the owner. */
import { error, type Finding } from './finding.ts'
import { placeOf } from './places.ts'
import type { Source, Tree } from './sources.ts'
import { childOf, textOf } from './syntax.ts'

const writes =
  /\b(?<!for )(?:insert into|merge into|update(?: only)?|delete from(?: only)?|truncate)\s+([a-z_]+)/gi
/** A write whose table is composed into the text, so that nothing says which one it is. */
const unnamedWrite = /\b(?:insert into|merge into|update|delete from|truncate)\s+$/i

type Writer = { readonly owner: string; readonly path: string; readonly line: number }

/** Returns a finding for each domain that writes a table which another domain writes too, and for each write of an unnamed table. */
export function checkTableWriters(tree: Tree): Finding[] {
  const shared = [...readWriters(tree)].flatMap(([table, writers]) =>
    writers.length === 1 ? [] : writers.map((writer) => foreignWrite(table, writer, writers)),
  )
  return [...shared, ...tree.sources.flatMap(unnamedWrites)]
}

/** Returns the tables of the schema with the domains that write them, each with its first place. */
function readWriters(tree: Tree): Map<string, Writer[]> {
  const tables = tablesOf(tree)
  const writers = new Map<string, Writer[]>()
  for (const source of tree.sources) {
    const owner = ownerOf(source)
    if (owner === null) continue
    for (const { node } of source.nodes) {
      for (const table of tablesWrittenBy(node).filter((name) => tables.has(name))) {
        const known = writers.get(table) ?? []
        writers.set(table, known)
        if (known.some((writer) => writer.owner === owner)) continue
        known.push({ owner, path: source.path, line: source.lineAt(node.start) })
      }
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

/** Returns a finding for each write whose table is composed into the text. Only the platform composes statements for any table. */
function unnamedWrites(source: Source): Finding[] {
  if (ownerOf(source) === null || ownerOf(source) === 'platform') return []
  return source.nodes
    .filter(({ node }) => isUnnamedWrite(node))
    .map(({ node }) =>
      error(source.path, source.lineAt(node.start), 'a write names its table in the text of the statement'),
    )
}

/** Returns the domain of a file, or its layer outside of modules and adapters. Null for seeds, which fill the tables of all domains. */
function ownerOf({ path }: Source): string | null {
  const { part, layer, domain, adapter } = placeOf(path)
  if (part !== 'server' || layer === undefined || layer === 'seed') return null
  if (layer === 'modules') return domain ?? null
  return layer === 'adapters' ? `adapters/${adapter ?? ''}` : layer
}

type SyntaxNode = Source['nodes'][number]['node']

function tablesWrittenBy(node: SyntaxNode): string[] {
  // The platform composes the statements of a table that a store passes to it by name.
  if (node.type === 'Property' && textOf(childOf(node, 'key') ?? node, 'name') === 'table') {
    const value = childOf(node, 'value')
    return value?.type === 'Literal' ? [textOf(value, 'value') ?? ''] : []
  }
  return [...sqlOf(node).matchAll(writes)].map(([, table = '']) => table.toLowerCase())
}

function isUnnamedWrite(node: SyntaxNode): boolean {
  return node.type === 'TemplateElement' && node.tail !== true && unnamedWrite.test(sqlOf(node))
}

function sqlOf(node: SyntaxNode): string {
  if (node.type === 'Literal') return textOf(node, 'value') ?? ''
  const value: unknown = node.type === 'TemplateElement' ? node.value : null
  return typeof value === 'object' && value !== null ? String(Reflect.get(value, 'raw')) : ''
}

function tablesOf({ texts }: Tree): Set<string> {
  const tables = new Set<string>()
  for (const [path, text] of texts) {
    if (!path.startsWith('apps/server/migrations/')) continue
    for (const [, name = ''] of text.matchAll(/\bcreate table (?:if not exists )?(\w+)/gi)) tables.add(name)
    for (const [, name = ''] of text.matchAll(/\balter table \w+ rename to (\w+)/gi)) tables.add(name)
  }
  return tables
}
