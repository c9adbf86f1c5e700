/**
 * Gives the tests of the `postgres` project a cluster of their own, unless TEST_DATABASE_URL names one, with a migrated
 * database in it that they clone.
 */
import pg from 'pg'
import { migratePostgres } from './database.ts'
import { startPostgres } from './postgres.ts'

const template = 'portal_template'

export default async function setup(): Promise<() => Promise<void>> {
  if (process.env.TEST_DATABASE_URL) return async () => {}
  const server = await startPostgres()
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  await client.query(`create database ${template}`)
  await client.end()
  await migratePostgres(Object.assign(new URL(server.url), { pathname: `/${template}` }).toString())
  process.env.TEST_DATABASE_URL = server.url
  process.env.TEST_DATABASE_TEMPLATE = template
  return async () => {
    delete process.env.TEST_DATABASE_URL
    delete process.env.TEST_DATABASE_TEMPLATE
    await server.stop()
  }
}
