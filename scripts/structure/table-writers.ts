/** Each table is written by one domain: the module, the adapter or the platform that owns it. Others ask the owner. */
import { error, type Finding } from './finding.ts'
import { placeOf } from './places.ts'
import type { Source, Tree } from './sources.ts'
import { textOf } from './syntax.ts'

/**
 * Tables that several domains still write, with all of their writers. A writer that is not listed here is reported, and so is an
 * entry that is no longer needed: this list only gets shorter.
 */
const sharedTables: Readonly<Record<string, readonly string[]>> = {
  appointments: ['adapters/scheduling', 'agenda', 'booking', 'fhir'],
  archive_arrivals: ['adapters/clinical-archive', 'exams'],
  // The entry of a sign-in is written by the statement that opens the session.
  audit_events: ['platform', 'session'],
  exam_results: ['adapters/clinical-archive', 'fhir'],
  exams: ['adapters/clinical-archive', 'exams', 'fhir'],
  files: ['adapters/clinical-archive', 'exports', 'fhir', 'photos', 'scanning', 'uploads'],
  freed_hours: ['adapters/scheduling', 'agenda', 'booking'],
  unfinished_files: ['adapters/clinical-archive', 'fhir', 'photos', 'uploads'],
}

const writes = /\b(?<!for )(?:insert into|update|delete from)\s+([a-z_]+)/g

/** Returns the tables of the schema with the domains whose SQL writes to them, each with the places. */
function readWriters(tree: Tree): Map<string, Map<string, { path: string; line: number }>> {
  const tables = tablesOf(tree)
  const writers = new Map<string, Map<string, { path: string; line: number }>>()
  for (const source of tree.sources) {
    const owner = ownerOf(source)
    if (owner === null) continue
    for (const { node } of source.nodes) {
      for (const [, table = ''] of sqlOf(node).matchAll(writes)) {
        if (!tables.has(table)) continue
        const known = writers.get(table) ?? new Map()
        writers.set(table, known)
        if (!known.has(owner)) known.set(owner, { path: source.path, line: source.lineAt(node.start) })
      }
    }
  }
  return writers
}

/** Returns a finding for each table that several domains write, unless it is listed with exactly these. */
export function checkTableWriters(tree: Tree, shared = sharedTables): Finding[] {
  const writers = readWriters(tree)
  const unlisted = [...writers].flatMap(([table, found]) => {
    const known = shared[table] ?? []
    if (found.size === 1 && known.length === 0) return []
    return [...found]
      .filter(([owner]) => found.size > 1 && !known.includes(owner))
      .map(([owner, { path, line }]) =>
        error(
          path,
          line,
          `${owner} writes the table ${table}, as ${[...found.keys()].filter((other) => other !== owner).join(' and ')} does; one domain owns a table, and others call its service`,
        ),
      )
  })
  const outdated = Object.entries(shared).flatMap(([table, owners]) => {
    const found = writers.get(table)
    const gone = owners.filter((owner) => !found?.has(owner))
    return found && gone.length > 0
      ? [error(ownPath, 1, `${gone.join(' and ')} no longer writes ${table}: shorten the list`)]
      : []
  })
  return [...unlisted, ...outdated]
}

const ownPath = 'scripts/structure/table-writers.ts'

function ownerOf({ path }: Source): string | null {
  const { layer, domain, adapter } = placeOf(path)
  if (layer === 'modules') return domain ?? null
  if (layer === 'adapters') return `adapters/${adapter ?? ''}`
  return layer === 'platform' ? 'platform' : null
}

function sqlOf(node: Parameters<typeof textOf>[0]): string {
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
