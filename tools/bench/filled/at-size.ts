/**
 * The measures that need a large clinic or take long: growth and staff lists.
 */
import { join } from 'node:path'
import pg from 'pg'
import type { Database } from '../../../apps/server/src/platform/database/database.ts'
import { openPostgres } from '../../../apps/server/src/platform/database/driver.ts'
import { fillClinic } from '../clinic.ts'
import type { Load } from '../load-client.ts'
import { measureGrowth } from '../measures/growth.ts'
import { measureStaffFilter } from '../measures/staff-lists.ts'
import type { Figure } from '../report.ts'
import { root, type Server } from '../servers.ts'

type AtSizeParts = {
  readonly url: string
  /** A connection as the owner of the tables. */
  readonly owner: Database
  readonly databasePid: number | null
  readonly load: Load
  /** Starts a portal. It is stopped at the end even if a measure fails. */
  readonly start: (environment?: Record<string, string>) => Promise<Server>
  readonly tokens: readonly string[]
  readonly options: { readonly rounds: number; readonly seconds: number }
}

/** Compares the large clinic with a small one whose signed-in patients have as many appointments each. */
export async function measureSizes({
  url,
  owner,
  databasePid,
  load,
  start,
  tokens,
  options,
}: AtSizeParts): Promise<Figure[]> {
  const name = 'bench_small'
  await owner.script(`drop database if exists ${name}`)
  await owner.script(`create database ${name}`)
  const own = new URL(url)
  own.pathname = `/${name}`
  const filler = openPostgres({ url: own.toString(), connections: 2, role: null, statementTimeout: 600_000 })
  const people = tokens.length
  await fillClinic(filler, { people, sessions: people, accounts: 0 }, join(root, 'apps/server/migrations'))
  await filler.close()
  const small = await start({ DATABASE_URL: own.toString() })
  const large = await start()
  const { rounds, seconds } = options
  const figures = await measureGrowth({ load, small, large, databasePid, tokens, rounds, seconds })
  await large.stop()
  await small.stop()
  return figures
}

export async function measureStaffLists({ url, options }: AtSizeParts): Promise<Figure[]> {
  const db = openPostgres({ url, connections: 2, statementTimeout: 60_000 })
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await measureStaffFilter({ db, client, rounds: options.rounds })
  } finally {
    await client.end()
    await db.close()
  }
}
