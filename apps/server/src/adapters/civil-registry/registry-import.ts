import { type Audit, bySystem } from '../../platform/audit.ts'
import type { Database, Queries } from '../../platform/database/database.ts'
import type { Row } from '../../platform/database/statement.ts'
import type { RegistryEntry } from '../../ports/civil-registry.ts'
import * as registryImportSql from './registry-import.sql.ts'

type StoredEntry = Row<typeof registryImportSql.stored>

export type RegistryPlan = {
  readonly added: readonly string[]
  readonly changed: readonly { readonly run: string; readonly fields: readonly string[] }[]
  readonly unchanged: number
  readonly absent: readonly string[]
}

// Small enough for a server that ends statements after two seconds.
const batch = 500

function* splitIntoBatches<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < items.length; from += batch) yield items.slice(from, from + batch)
}

const comparedFields = [
  'names',
  'last_name',
  'second_name',
  'date_birth',
  'mother_run',
  'mother_name',
  'father_run',
  'father_name',
  'marital_status',
  'birth_commune',
  'home_commune',
  'is_deceased',
  'deceased_on',
] as const satisfies readonly (keyof RegistryEntry)[]

async function* readStored(queries: Queries): AsyncGenerator<StoredEntry> {
  let after: string | undefined = ''
  while (after !== undefined) {
    const rows: StoredEntry[] = await queries.run(registryImportSql.stored, { after, count: 5_000 })
    yield* rows
    after = rows.at(-1)?.run
  }
}

function differingFields(row: StoredEntry, entry: RegistryEntry): string[] {
  const fields: string[] = comparedFields.filter((field) => row[field] !== entry[field])
  return row.card_hash === entry.card_hash ? fields : [...fields, 'card_number']
}

async function compare(queries: Queries, entries: readonly RegistryEntry[]): Promise<RegistryPlan> {
  const byRun = new Map(entries.map((entry) => [entry.run, entry]))
  const changed: { run: string; fields: string[] }[] = []
  const absent: string[] = []
  const found = new Set<string>()
  for await (const row of readStored(queries)) {
    const entry = byRun.get(row.run)
    if (entry === undefined) {
      absent.push(row.run)
      continue
    }
    found.add(row.run)
    const fields = differingFields(row, entry)
    if (fields.length > 0) changed.push({ run: row.run, fields })
  }
  return {
    added: entries.flatMap(({ run }) => (found.has(run) ? [] : [run])),
    changed,
    unchanged: found.size - changed.length,
    absent,
  }
}

export function createRegistryImport(db: Database, audit: Audit) {
  async function store(tx: Queries, entries: readonly RegistryEntry[]): Promise<void> {
    for (const people of splitIntoBatches(entries))
      await tx.run(registryImportSql.put, { people: JSON.stringify(people) })
  }

  return {
    readCommunes: async (): Promise<ReadonlySet<string>> =>
      new Set((await db.run(registryImportSql.communes, {})).map(({ cut }) => cut)),

    plan: (entries: readonly RegistryEntry[]) => compare(db, entries),

    store,

    /**
     * Stores what the plan says. People who are absent in the file are deleted only with `replace`. Returns false, and changes
     * nothing, if the stored people changed since the plan was made.
     */
    apply: (entries: readonly RegistryEntry[], plan: RegistryPlan, replace: boolean): Promise<boolean> =>
      db.transaction(async (tx) => {
        await tx.run(registryImportSql.lockRegistry, {})
        const present = await compare(tx, entries)
        if (JSON.stringify(present) !== JSON.stringify(plan)) return false
        const written = new Set([...plan.added, ...plan.changed.map(({ run }) => run)])
        await store(
          tx,
          entries.filter(({ run }) => written.has(run)),
        )
        if (replace)
          for (const runs of splitIntoBatches(plan.absent)) await tx.run(registryImportSql.remove, { runs })
        await audit.add(tx, {
          ...bySystem,
          action: 'registry.import',
          detail: {
            added: plan.added.length,
            changed: plan.changed.length,
            removed: replace ? plan.absent.length : 0,
          },
        })
        return true
      }),
  }
}
