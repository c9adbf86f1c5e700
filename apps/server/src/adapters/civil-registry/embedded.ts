/** The civil registry in the portal's own database: invented people, or a clinic's own list. */
import type { Database } from '../../platform/database/database.ts'
import { statement } from '../../platform/database/statement.ts'
import type { CivilRegistry, RegisteredPerson } from '../../ports/civil-registry.ts'

const byRun = statement<RegisteredPerson>(
  'civilRegistry.byRun',
  'select run, names, lastname, date_birth from registry_people where run = $1',
)

export function embeddedRegistry(db: Database): CivilRegistry {
  return { person: async (run) => (await db.run(byRun, [run]))[0] ?? null }
}
