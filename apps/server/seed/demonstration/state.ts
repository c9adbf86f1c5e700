/** Reads what the demonstration clinic left in the database. It does not import what fills the clinic. */
import type { Queries } from '../../src/platform/database/database.ts'
import { statement } from '../../src/platform/database/statement.ts'

const findPerson = statement<{ there: number }>(
  'demonstration.findPerson',
  'select 1 as there from people limit 1',
)

/** Returns whether the database has people, of the demonstration or others. */
export async function hasPeople(db: Queries): Promise<boolean> {
  return (await db.run(findPerson, [])).length > 0
}

const storedPasswords = statement<{ passwords: string }>(
  'demonstration.passwords',
  `select coalesce(value->>'passwords', 'published') as passwords from installation where key = 'demonstration'`,
)

/** Returns whether the accounts in this database have the password that the README publishes. */
export async function hasPublishedPasswords(db: Queries): Promise<boolean> {
  const [stored] = await db.run(storedPasswords, [])
  return stored?.passwords === 'published'
}
