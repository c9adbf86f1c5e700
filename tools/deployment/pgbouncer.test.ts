/** Tests the portal behind PgBouncer, as its guide sets it up. Needs `npm run build`. */
import { Client } from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openPostgres } from '../../apps/server/src/platform/database/driver.ts'
import { statement } from '../../apps/server/src/platform/database/statement.ts'
import type { PostgresServer } from '../../apps/server/test/postgres.ts'
import { readBlocks } from './guide.ts'
import { startPgBouncer } from './pgbouncer.ts'
import { begin, rejected, startCluster, untilReady } from './server-starts.ts'

const SECRET_KEY = 'Zk3v9QpLr1T8wXnB5yHsC2mJ7dGfA0eUo4iVq6tWz'

let postgres: PostgresServer
beforeAll(async () => {
  postgres = await startCluster()
})
afterAll(() => postgres?.stop())

/** Returns the connections through PgBouncer, which asks for passwords, and its list of users as the guide writes it. */
async function prepareUsers() {
  const password = 'a-password-of-this-test'
  const client = new Client({ connectionString: postgres.url })
  await client.connect()
  for (const user of ['portal_owner', 'portal_server'])
    await client.query(`alter role ${user} password '${password}'`)
  const [commands = ''] = readBlocks('docs/operations/pgbouncer.md').get('PgBouncer') ?? []
  const [, query = ''] = /--command "(select .+)" > /.exec(commands) ?? []
  const { rows } = await client.query<{ format: string }>(query.replaceAll('\\"', '"'))
  await client.end()
  const through = (port: number) => {
    const at = (user: string) => `postgres://${user}:${password}@127.0.0.1:${port}/portal`
    return { DATABASE_URL: at('portal_server'), MIGRATION_DATABASE_URL: at('portal_owner') }
  }
  return { users: rows.map(({ format }) => `${format}\n`).join(''), through }
}

test('behind PgBouncer by session the server works under its own role and limits', async () => {
  const { users, through } = await prepareUsers()
  const pooler = await startPgBouncer(postgres.port, users)
  onTestFinished(pooler.stop)
  const { port } = await begin({ ...through(pooler.port), SECRET_KEY })
  await untilReady(port)
  const wrong = through(pooler.port).MIGRATION_DATABASE_URL.replace('a-password', 'no-password')
  expect((await rejected({ ...through(pooler.port), MIGRATION_DATABASE_URL: wrong, SECRET_KEY })).code).toBe(
    1,
  )

  const db = openPostgres({ url: through(pooler.port).DATABASE_URL, connections: 2 })
  onTestFinished(() => db.close())
  const settings = statement<Record<string, string>>(
    'test.settings',
    `select current_user as role, current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
       current_setting('idle_in_transaction_session_timeout') as idle, current_setting('timezone') as zone`,
  )
  const wanted = { role: 'portal_app', statement: '2s', lock: '1500ms', idle: '10s', zone: 'UTC' }
  for (let round = 0; round < 3; round += 1) expect(await db.run(settings, [])).toEqual([wanted])
  const heard: string[] = []
  await db.listen('test', { onMessage: (payload) => heard.push(payload), onGap: () => {} })
  await db.plain("select pg_notify('test', 'through the pooler')")
  await expect.poll(() => heard).toEqual(['through the pooler'])
}, 120_000)

test('behind PgBouncer by transaction the start ends with one line', async () => {
  const { users, through } = await prepareUsers()
  const pooler = await startPgBouncer(postgres.port, users, 'transaction')
  onTestFinished(pooler.stop)
  expect(await rejected({ ...through(pooler.port), SECRET_KEY })).toMatchObject({
    code: 1,
    lines: [
      expect.stringMatching(/^MIGRATION_DATABASE_URL: a pooler hands its connections out by transaction/),
    ],
  })
}, 60_000)
