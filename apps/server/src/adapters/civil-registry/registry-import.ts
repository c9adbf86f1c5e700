import { type Audit, bySystem } from '../../platform/audit.ts'
import type { Database, Queries } from '../../platform/database/database.ts'
import { statement } from '../../platform/database/statement.ts'
import type { RegistryEntry } from '../../ports/civil-registry.ts'

type StoredEntry = Omit<RegistryEntry, 'card_hash'> & { readonly card_hash: string | null }

export type RegistryPlan = {
  readonly added: readonly string[]
  readonly changed: readonly { readonly run: string; readonly fields: readonly string[] }[]
  readonly unchanged: number
  readonly absent: readonly string[]
}

const stored = statement<StoredEntry, { after: string; count: number }>(
  'registryImport.stored',
  `select r.run, r.card_hash, r.names, r.last_name, r.second_name, r.date_birth, r.mother_run, r.mother_name,
     r.father_run, r.father_name, r.marital_status, birth.cut as birth_commune, home.cut as home_commune,
     r.is_deceased, r.deceased_on
   from registry_people r left join communes birth on birth.id = r.birth_commune_id
     left join communes home on home.id = r.home_commune_id
   where r.run > :after order by r.run limit :count::int`,
)

const put = statement<never, { people: string }>(
  'registryImport.put',
  `insert into registry_people (run, card_hash, names, last_name, second_name, date_birth, mother_run, mother_name, father_run,
     father_name, marital_status, birth_commune_id, home_commune_id, is_deceased, deceased_on)
   select p.run, p.card_hash, p.names, p.last_name, p.second_name, p.date_birth, p.mother_run, p.mother_name, p.father_run,
     p.father_name, p.marital_status, birth.id, home.id, p.is_deceased, p.deceased_on
   from json_to_recordset(:people::json) as p (run text, card_hash text, names text, last_name text, second_name text,
       date_birth date, mother_run text, mother_name text, father_run text, father_name text, marital_status text,
       birth_commune text, home_commune text, is_deceased boolean, deceased_on date)
     left join communes birth on birth.cut = p.birth_commune left join communes home on home.cut = p.home_commune
   on conflict (run) do update set card_hash = excluded.card_hash, names = excluded.names,
     last_name = excluded.last_name, second_name = excluded.second_name, date_birth = excluded.date_birth,
     mother_run = excluded.mother_run, mother_name = excluded.mother_name, father_run = excluded.father_run,
     father_name = excluded.father_name, marital_status = excluded.marital_status,
     birth_commune_id = excluded.birth_commune_id, home_commune_id = excluded.home_commune_id, is_deceased = excluded.is_deceased,
     deceased_on = excluded.deceased_on, death_reported = registry_people.death_reported and excluded.is_deceased`,
)

const remove = statement<never, { runs: readonly string[] }>(
  'registryImport.remove',
  'delete from registry_people where run = any(:runs::text[])',
)

// Servers read the registry meanwhile, and a second import waits.
const lockRegistry = statement<never>(
  'registryImport.lock',
  'lock table registry_people in share row exclusive mode',
)

const communes = statement<{ cut: string }>('registryImport.communes', 'select cut from communes')

// Small enough for a server that ends statements after two seconds.
const batch = 500

function* batchesOf<T>(items: readonly T[]): Generator<readonly T[]> {
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
    const rows: StoredEntry[] = await queries.run(stored, { after, count: 5_000 })
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
    for (const people of batchesOf(entries)) await tx.run(put, { people: JSON.stringify(people) })
  }

  return {
    readCommunes: async (): Promise<ReadonlySet<string>> =>
      new Set((await db.run(communes, [])).map(({ cut }) => cut)),

    plan: (entries: readonly RegistryEntry[]) => compare(db, entries),

    store,

    /**
     * Stores what the plan says. People who are absent in the file are deleted only with `replace`. Returns false, and changes
     * nothing, if the stored people changed since the plan was made.
     */
    apply: (entries: readonly RegistryEntry[], plan: RegistryPlan, replace: boolean): Promise<boolean> =>
      db.transaction(async (tx) => {
        await tx.run(lockRegistry, [])
        const present = await compare(tx, entries)
        if (JSON.stringify(present) !== JSON.stringify(plan)) return false
        const written = new Set([...plan.added, ...plan.changed.map(({ run }) => run)])
        await store(
          tx,
          entries.filter(({ run }) => written.has(run)),
        )
        if (replace) for (const runs of batchesOf(plan.absent)) await tx.run(remove, { runs })
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
