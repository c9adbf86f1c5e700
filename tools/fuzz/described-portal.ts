/** A portal with its catalogues, and what its own description says of it. */
import { openTestDatabase } from '../../apps/server/test/database.ts'
import { openPortal, testClock } from '../../apps/server/test/portal.ts'
import { type Description, listOperations } from './description.ts'
import { judgeBy } from './judge.ts'

/** `log` takes what the portal writes to its own. */
export async function openDescribedPortal(log: string[]) {
  const db = await openTestDatabase()
  const portal = await openPortal(db, testClock(), { log })
  const described = await portal.app.inject('/api/openapi.json')
  const description: Description = described.json()
  return { db, portal, operations: listOperations(description), judge: judgeBy(description) }
}
