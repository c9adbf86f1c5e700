/** Promises 1, 9 and 15: the SQL statements of a call on the wire between the portal and PostgreSQL, and what catalogues need instead. */
import { type Figure, heading, print } from '../report.ts'
import { ask, type Server } from '../servers.ts'
import type { StatementCounter } from '../statement-counter.ts'

const calls = 5
const batches = 12

async function statementsPerCall(counter: StatementCounter, call: () => Promise<unknown>): Promise<number> {
  // The first calls prepare statements and update the last use of the session.
  for (let turn = 0; turn < 3; turn += 1) await call()
  const counts: number[] = []
  for (let batch = 0; batch < batches; batch += 1) {
    const before = counter.count()
    for (let turn = 0; turn < calls; turn += 1) await call()
    counts.push((counter.count() - before) / calls)
  }
  // Jobs of the portal run statements too, so the lowest count is the right one.
  return Math.min(...counts)
}

/** Counts the statements of each call. `portal` must connect through `counter`. */
export async function countStatements(
  portal: Server,
  counter: StatementCounter,
  lists: readonly { promise: number; name: string; path: string; token: string }[],
): Promise<Figure[]> {
  heading('SQL statements a call', 'portal', '', 'count (limit)')
  const counted = async (
    promise: number,
    name: string,
    path: string,
    limit: number,
    token = '',
  ): Promise<Figure> => {
    const value = await statementsPerCall(counter, () => ask(portal.port, path, { 'x-token': token }))
    return {
      promise,
      what: `${name}: statements`,
      measured: String(value),
      ratio: { value, limit, kind: 'most' },
    }
  }
  const figures: Figure[] = []
  for (const { promise, name, path, token } of lists)
    figures.push(await counted(promise, name, path, 2, token))
  const catalogue = '/api/locations/nationalities'
  figures.push(await counted(9, 'nationalities, warm', catalogue, 0))
  const { headers } = await ask(portal.port, catalogue)
  const again = await ask(portal.port, catalogue, { 'if-none-match': String(headers.etag) })
  figures.push({
    promise: 9,
    what: 'nationalities: ETag, and 304 to who has it',
    measured: `${headers.etag ? 'ETag' : 'no ETag'}, ${again.status}`,
    met: headers.etag !== undefined && again.status === 304 && again.body === '',
  })
  for (const figure of figures) print(figure)
  return figures
}
