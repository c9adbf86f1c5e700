import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { openPipeline } from './pipeline.ts'
import { openPresence } from './presence.ts'

const connectionString = process.env.TEST_DATABASE_URL ?? ''

/** A pipeline of its own, told apart on the server by its name. */
function open(settings: { lines?: number; patience?: number; options?: string } = {}) {
  const broken: Error[] = []
  const presence = openPresence(async () => {})
  const name = `pipeline-${crypto.randomUUID()}`
  const pipeline = openPipeline({
    connectionString,
    application_name: name,
    options: settings.options ?? '',
    lines: settings.lines ?? 2,
    patience: settings.patience ?? 3000,
    presence,
    onError: (error) => broken.push(error),
  })
  onTestFinished(() => pipeline.close())
  const echo = (value: number | string) => pipeline.query('echo', 'select $1::int as value', [value])
  return { pipeline, echo, broken, name }
}

async function asOwner(text: string, values: unknown[]): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  await client.query(text, values)
  await client.end()
}

test('each of many statements at once gets its own rows', async () => {
  const { echo } = open()
  await echo(0)
  const values = Array.from({ length: 100 }, (_, index) => index)
  expect(await Promise.all(values.map(echo))).toEqual(values.map((value) => [{ value }]))
})

test('a statement that fails leaves those before and behind it alone', async () => {
  const { pipeline, echo } = open({ lines: 1 })
  await echo(0)
  const outcomes = await Promise.allSettled([
    echo(1),
    pipeline.query('failing', 'select 1 / $1::int', [0]),
    echo('no number'),
    echo(2),
  ])
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled'])
  expect(await echo(3)).toEqual([{ value: 3 }])
})

test('rows are made alike whether their columns were just described or are known, those of no columns too', async () => {
  const { pipeline } = open({ lines: 1 })
  const person = (name: string | null, born: string) =>
    pipeline.query('person', 'select $1::text as name, $2::date as born where $1 is distinct from $3', [
      name,
      born,
      'nobody',
    ])
  const told = () => pipeline.query('told', 'do $$ begin perform 1; end $$', [])
  for (let turn = 0; turn < 3; turn += 1) {
    expect(
      await Promise.all([
        person('Ana', '1950-01-02'),
        told(),
        person('nobody', '1950-01-02'),
        person(null, '2001-03-04'),
      ]),
    ).toEqual([[{ name: 'Ana', born: expect.anything() }], [], [], [{ name: null, born: expect.anything() }]])
  }
})

test('where a table changed under a statement its rows are refused, never misread', async () => {
  const { pipeline } = open({ lines: 1 })
  const table = `changed_${crypto.randomUUID().replaceAll('-', '')}`
  await asOwner(`create table ${table} (one int)`, [])
  onTestFinished(() => asOwner(`drop table ${table}`, []))
  await asOwner(`insert into ${table} values (1)`, [])
  const all = () => pipeline.query('all', `select * from ${table}`, [])
  expect(await all()).toEqual([{ one: 1 }])
  expect(await all()).toEqual([{ one: 1 }])
  await asOwner(`alter table ${table} add column two text default 'new'`, [])
  await expect(all()).rejects.toThrow('cached plan must not change result type')
})

test('a statement over its time fails; those behind it are answered late', async () => {
  const { pipeline, echo } = open({ lines: 1, options: '-c statement_timeout=200' })
  await echo(0)
  const slow = pipeline.query('slow', 'select pg_sleep($1)', [30])
  const behind = echo(1)
  await expect(slow).rejects.toMatchObject({ code: '57014' })
  expect(await behind).toEqual([{ value: 1 }])
})

test('a connection that says nothing any more is given up, and the next statement finds another', async () => {
  const { pipeline, echo, broken } = open({ lines: 1, patience: 300 })
  await echo(0)
  await expect(pipeline.query('slow', 'select pg_sleep($1)', [30])).rejects.toThrow()
  expect(broken.length).toBeGreaterThan(0)
  expect(await echo(1)).toEqual([{ value: 1 }])
})

test('when a connection breaks its statements fail, and the next finds another connection', async () => {
  const { pipeline, echo, broken, name } = open({ lines: 1 })
  await echo(0)
  const slow = pipeline.query('slow', 'select pg_sleep($1)', [30])
  const outcome = expect(slow).rejects.toThrow()
  await asOwner('select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1', [name])
  await outcome
  await wait(20)
  expect(broken.length).toBeGreaterThan(0)
  expect(await echo(1)).toEqual([{ value: 1 }])
})

test('where nobody listens every statement fails, and closing does not wait', async () => {
  const pipeline = openPipeline({
    connectionString: 'postgres://postgres@127.0.0.1:1/postgres',
    lines: 2,
    patience: 3000,
    presence: openPresence(async () => {}),
    onError: () => {},
  })
  await expect(pipeline.query('one', 'select 1', [])).rejects.toThrow()
  await expect(pipeline.query('one', 'select 1', [])).rejects.toThrow()
  await pipeline.close()
})
