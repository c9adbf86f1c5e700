/** The civil registry in the portal's own database: invented people, or a clinic's own list. */
import type { Database } from '../../platform/database/database.ts'
import { statement } from '../../platform/database/statement.ts'
import type { CivilRegistry, RegisteredPerson } from '../../ports/civil-registry.ts'

const byRun = statement<RegisteredPerson>(
  'civilRegistry.byRun',
  'select run, names, lastname, date_birth from registry_people where run = $1',
)

const parents = statement<{ mother_run: string | null; father_run: string | null }>(
  'civilRegistry.parents',
  'select mother_run, father_run from registry_people where run = $1',
)

export function embeddedRegistry(db: Database): CivilRegistry {
  return {
    person: async (run) => (await db.run(byRun, [run]))[0] ?? null,
    parentsOf: async (run) => {
      const [row] = await db.run(parents, [run])
      return [row?.mother_run ?? null, row?.father_run ?? null].filter((parent) => parent !== null)
    },
  }
}
