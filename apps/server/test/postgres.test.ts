import { existsSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PostgresServer, startPostgres } from './postgres.ts'

let server: PostgresServer

beforeAll(async () => {
  server = await startPostgres({ settings: { work_mem: '8MB' } })
}, 60_000)
afterAll(() => server.stop())

async function ask(sql: string): Promise<string> {
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  const answer = await client.query(sql)
  await client.end()
  return answer.rows.flatMap((row) => Object.values(row)).join(' ')
}

test('the throw-away cluster answers, in UTF-8, with the settings asked for', async () => {
  expect(await ask("select lower('ÁRBOL')")).toBe('árbol')
  expect(await ask('show work_mem')).toBe('8MB')
  expect(await ask('show fsync')).toBe('off')
})

test('after a restart the cluster answers at the same address with what was committed', async () => {
  await ask('create table kept (answer int)')
  await ask('insert into kept values (42) returning answer')
  const before = server.pid()
  await server.restart()
  expect(server.pid()).not.toBe(before)
  expect(await ask('select answer from kept')).toBe('42')
})

test('nothing of the cluster is left once it was stopped', async () => {
  const own = await startPostgres({ durable: true })
  expect(existsSync(own.dataDir)).toBe(true)
  await own.stop()
  await own.stop()
  expect(existsSync(own.dataDir)).toBe(false)
}, 60_000)
