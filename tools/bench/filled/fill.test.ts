/**
 * Tests that an interrupted fill continues where it stopped, and makes the same clinic as an uninterrupted one.
 */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migratePostgres } from '../../../apps/server/test/database.ts'
import { type PostgresServer, startPostgres } from '../../../apps/server/test/postgres.ts'
import { tableNames } from './rows.ts'

let postgres: PostgresServer
beforeAll(async () => {
  postgres = await startPostgres()
}, 60_000)
afterAll(() => postgres?.stop())

async function database(name: string): Promise<string> {
  await ask(postgres.url, `create database ${name}`)
  return postgres.url.replace(/postgres$/, name)
}

async function ask(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

/** Runs the command, and kills it with SIGKILL once its output contains `until`. */
function fill(url: string, { until, scale = '0.001' }: { until?: string; scale?: string } = {}) {
  return new Promise<{ code: number | null; said: string }>((resolve) => {
    const child = spawn(
      process.execPath,
      [join(import.meta.dirname, 'fill.ts'), '--scale', scale, '--seed', '7'],
      {
        env: { PATH: process.env.PATH, DATABASE_URL: url },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    )
    let said = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        said += text
        if (until !== undefined && said.includes(until)) child.kill('SIGKILL')
      })
    }
    child.on('exit', (code) => resolve({ code, said }))
  })
}

const passwords = new Set(['password_hash'])

/**
 * Returns row counts and hashes of all filled tables. Password hashes are left out, because their salts differ.
 */
async function contentOf(url: string): Promise<unknown> {
  const content: unknown[] = []
  for (const table of tableNames) {
    const columns = await ask(
      url,
      `select attname from pg_attribute where attrelid = '${table}'::regclass and attnum > 0 and not attisdropped
         and not (attrelid = 'notifications'::regclass and attname = 'id')`,
    )
    const names = columns.map(({ attname }) => String(attname)).filter((name) => !passwords.has(name))
    const row = `concat_ws('|', ${names.map((name) => `t.${name}`).join(', ')})`
    content.push(
      await ask(
        url,
        `select '${table}' as name, count(*)::int, md5(string_agg(${row}, ',' order by ${row})) from ${table} t`,
      ),
    )
  }
  return content
}

/** Lists all constraints and indexes. A fill must restore every one of them. */
const standing = `select conrelid::regclass::text as on, conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
    where connamespace = 'public'::regnamespace
  union all select tablename, indexname, indexdef from pg_indexes where schemaname = 'public' order by 1, 2, 3`

test('a fill that is killed twice continues and makes the same clinic, with every index and constraint', async () => {
  const whole = await database('whole')
  const once = await fill(whole)
  expect(once.code, once.said).toBe(0)
  const cut = await database('cut')
  await fill(cut, { until: 'exam_results:' })
  const [copying] = await ask(
    cut,
    `select sum(done)::int as done, (select count(*)::int from people) as people from bench_fill.progress`,
  )
  expect(copying?.['people']).toBe(1002)
  expect(await ask(cut, `select to_regclass('people_search') as index`)).toEqual([{ index: null }])
  const second = await fill(cut, { until: 'people: people_pkey' })
  expect(second.code).toBe(null)
  const last = await fill(cut)
  expect(last.code, last.said).toBe(0)
  expect(last.said).not.toContain('to make')
  expect(await contentOf(cut)).toEqual(await contentOf(whole))
  expect(await ask(cut, standing)).toEqual(await ask(whole, standing))
  const untouched = await database('untouched')
  await migratePostgres(untouched)
  expect(await ask(whole, standing)).toEqual(await ask(untouched, standing))
  const [counted] = await ask(
    whole,
    `select (select count(*)::int from appointments) as hours, (select count(*)::int from exams) as exams,
       (select count(*)::int from audit_events) as events`,
  )
  expect(counted).toEqual({ hours: 20_000, exams: 5_000, events: 20_000 })
}, 240_000)

test('a fill is rejected for a clinic in use, and for a filled one with another size or seed', async () => {
  const used = await database('used')
  await migratePostgres(used)
  await ask(
    used,
    `insert into people (document_type_id, document_number, first_name, last_name, rol, status)
     values (1, '111111111', 'Rosa', 'Tapia', 'STANDART_ROLE', 1)`,
  )
  const rejected = await fill(used)
  expect(rejected.code).toBe(1)
  expect(rejected.said).toContain('holds people already')
  const begun = await database('begun')
  await fill(begun, { until: 'appointments:' })
  const other = await fill(begun, { scale: '0.002' })
  expect(other.code).toBe(1)
  expect(other.said).toContain('--scale 0.001 --seed 7')
}, 120_000)
