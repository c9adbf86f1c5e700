/** A civil registry in the portal's own database: synthetic people, or a list of the clinic. */
import type { Database } from '../../platform/database/database.ts'
import { statement } from '../../platform/database/statement.ts'
import type { CivilRegistry, RegisteredPerson } from '../../ports/civil-registry.ts'

const byRun = statement<RegisteredPerson, { run: string }>(
  'civilRegistry.byRun',
  'select run, names, lastname, date_birth from registry_people where run = :run',
)

const parents = statement<{ mother_run: string | null; father_run: string | null }, { run: string }>(
  'civilRegistry.parents',
  'select mother_run, father_run from registry_people where run = :run',
)

export function createEmbeddedRegistry(db: Database): CivilRegistry {
  return {
    person: async (run) => (await db.run(byRun, { run }))[0] ?? null,
    parentsOf: async (run) => {
      const [row] = await db.run(parents, { run })
      return [row?.mother_run ?? null, row?.father_run ?? null].filter((parent) => parent !== null)
    },
  }
}
