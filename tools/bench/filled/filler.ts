/**
 * Fills an empty database with a clinic of a given size. An interrupted fill continues when it is started
 * again.
 */
import { once } from 'node:events'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import pg from 'pg'
import { fillCatalogues } from '../../../apps/server/seed/catalogues.ts'
import { openPostgres } from '../../../apps/server/src/platform/database/driver.ts'
import { migrate, readMigrations } from '../../../apps/server/src/platform/database/migrate.ts'
import { createPasswords } from '../../../apps/server/src/platform/security/passwords.ts'
import { password } from '../clinic.ts'
import { copyIn } from './copy-in.ts'
import type { Wanted } from './generator.ts'
import { filledTables, type TableName, tableNames } from './rows.ts'
import { putBack, setAside } from './set-aside.ts'
import { type FilledSize, filledSize } from './size.ts'
import { type Catalogues, createProfessionals } from './synthetic/clinic-of-size.ts'

type FillParts = {
  readonly url: string
  readonly scale: number
  readonly seed: number
  /** The tables that get rows; every one by default. */
  readonly tables?: readonly TableName[]
  readonly tell: (line: string) => void
}

/** The speed of a fill, compared with copying the same bytes into tables without indexes and constraints. */
type FillSpeed = { readonly bytes: number; readonly seconds: number; readonly bareSeconds: number }

const migrationsFolder = join(import.meta.dirname, '../../../apps/server/migrations')
const barePerTable = 8

export async function fillDatabase({
  url,
  scale,
  seed,
  tables = tableNames,
  tell,
}: FillParts): Promise<FillSpeed | null> {
  const owner = openPostgres({ url, connections: 2, role: null, statementTimeout: 600_000 })
  await migrate(owner, readMigrations(migrationsFolder))
  await fillCatalogues(owner, { isDemonstration: true })
  await owner.close()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    // These settings only make the fill faster. A crash loses only batches that are made again.
    await client.query(`set synchronous_commit = off; set maintenance_work_mem = '1GB'; set timezone = 'UTC'`)
    const size = await begin(client, scale, seed)
    const speed = await copyTables(client, size, tables, tell)
    tell('indexes and constraints')
    await putBack(client, tell)
    await finish(client, tell)
    return speed
  } finally {
    await client.end()
  }
}

/** Returns the plan of this fill: a new one, or that of an interrupted fill. */
async function begin(client: pg.Client, scale: number, seed: number): Promise<FilledSize> {
  const { rows: there } = await client.query(`select to_regclass('bench_fill.plan') is not null as begun`)
  if (!there[0].begun) {
    const { rows } = await client.query('select exists (select from people) as used')
    if (rows[0].used)
      throw new Error(
        'this database holds people already: only an empty one, or one that this command began, is filled',
      )
    const today = new Date().toISOString().slice(0, 10)
    const hash = await createPasswords().hash(password)
    await client.query(`begin; create schema bench_fill;
      create table bench_fill.progress (name text primary key, done int not null)`)
    await client.query(
      `create table bench_fill.plan as select $1::float8 as scale, $2::int as seed, $3::date as today, $4::text as password_hash`,
      [scale, seed, today, hash],
    )
    await client.query(`insert into bench_fill.progress select name, 0 from unnest($1::text[]) as name`, [
      [...tableNames],
    ])
    await client.query('commit')
  }
  const { rows } = await client.query('select scale, seed, today::text from bench_fill.plan')
  const [plan] = rows
  if (plan.scale !== scale || plan.seed !== seed)
    throw new Error(`this database is being filled with --scale ${plan.scale} --seed ${plan.seed}`)
  const size = filledSize(scale, seed, Date.parse(plan.today))
  const { rows: aside } = await client.query(`select to_regclass('bench_fill.set_aside') is not null as done`)
  if (!aside[0].done) {
    await addProfessionals(client, size)
    await setAside(client)
  }
  return size
}

async function cataloguesOf(client: pg.Client): Promise<Catalogues> {
  const ids = async (text: string): Promise<number[]> => (await client.query(text)).rows.map(({ id }) => id)
  return {
    communes: await ids('select id from communes order by id'),
    forecasts: await ids('select id from forecasts where status = 1 order by position, id'),
    nationalities: await ids('select id from nationalities order by position, id'),
    offices: (await client.query('select id, name from offices order by id')).rows,
    specialties: (await client.query('select code, name from specialties order by code')).rows,
    passwordHash: (await client.query('select password_hash from bench_fill.plan')).rows[0].password_hash,
  }
}

async function addProfessionals(client: pg.Client, size: FilledSize): Promise<void> {
  const made = createProfessionals(size, await cataloguesOf(client))
  await client.query(
    `insert into professionals (id, rut, name) overriding system value
     select n, rut, name from unnest($1::text[], $2::text[]) with ordinality as given (rut, name, n)
     on conflict (id) do nothing`,
    [made.map(({ rut }) => rut), made.map(({ name }) => name)],
  )
}

async function copyTables(
  client: pg.Client,
  size: FilledSize,
  names: readonly TableName[],
  tell: FillParts['tell'],
): Promise<FillSpeed | null> {
  const catalogues = await cataloguesOf(client)
  const tables = filledTables(size, catalogues)
  const { rows: progress } = await client.query('select name, done from bench_fill.progress')
  const doneOf = new Map<string, number>(progress.map(({ name, done }) => [name, done]))
  const generator = new Worker(new URL('./generator.ts', import.meta.url), {
    workerData: { size, catalogues },
  })
  const make = async (wanted: Wanted): Promise<Buffer> => {
    generator.postMessage(wanted)
    const [bytes] = await once(generator, 'message')
    return Buffer.from(bytes.buffer)
  }
  const speeds: FillSpeed[] = []
  try {
    for (const name of names) {
      const done = doneOf.get(name) ?? 0
      const speed = await copyTable({ client, name, table: tables[name], done, make, tell })
      if (speed !== null) speeds.push(speed)
    }
  } finally {
    await generator.terminate()
  }
  if (speeds.length === 0) return null
  const sum = (of: (speed: FillSpeed) => number) => speeds.reduce((total, speed) => total + of(speed), 0)
  return {
    bytes: sum((it) => it.bytes),
    seconds: sum((it) => it.seconds),
    bareSeconds: sum((it) => it.bareSeconds),
  }
}

type TableParts = {
  readonly client: pg.Client
  readonly name: TableName
  readonly table: ReturnType<typeof filledTables>[TableName]
  readonly done: number
  readonly make: (wanted: Wanted) => Promise<Buffer>
  readonly tell: FillParts['tell']
}

/** Fills one table. Returns null if it was full already. */
async function copyTable({ client, name, table, done, make, tell }: TableParts): Promise<FillSpeed | null> {
  const { units, columns } = table
  if (done >= units) return null
  const batch = Math.min(table.batch, Math.ceil(units / 20))
  const batches = Math.ceil((units - done) / batch)
  const bareEvery = Math.ceil(batches / barePerTable)
  const bare = `bench_fill.bare_${name}`
  await client.query(
    `drop table if exists ${bare}; create table ${bare} as select ${columns} from ${name} limit 0`,
  )
  const wanted = (from: number) => ({ table: name, from, to: Math.min(units, from + batch) })
  let [bytes, seconds, bareBytes, bareSeconds] = [0, 0, 0, 0]
  let began = performance.now()
  let reported = began
  let next = make(wanted(done))
  tell(
    `${name}: ${units.toLocaleString('en')} to make${done > 0 ? `, ${done.toLocaleString('en')} are there` : ''}`,
  )
  for (let turn = 0; turn < batches; turn += 1) {
    const { from, to } = wanted(done + turn * batch)
    const rows = await next
    // The next batch is generated while this one is copied.
    if (to < units) next = make(wanted(to))
    await client.query('begin')
    await copyIn(client, `copy ${name} (${columns}) from stdin`, rows)
    const { rowCount } = await client.query(
      'update bench_fill.progress set done = $2 where name = $1 and done = $3',
      [name, to, from],
    )
    if (rowCount !== 1) throw new Error('another program fills this database too')
    await client.query('commit')
    bytes += rows.length
    seconds += (performance.now() - began) / 1000
    if (turn % bareEvery === 0) {
      const started = performance.now()
      await copyIn(client, `copy ${bare} from stdin`, rows)
      bareSeconds += (performance.now() - started) / 1000
      bareBytes += rows.length
      await client.query(`truncate ${bare}`)
    }
    began = performance.now()
    if (began - reported > 3_000) {
      reported = began
      const left = ((seconds / (turn + 1)) * (batches - turn - 1)).toFixed(0)
      tell(
        `${name}: ${Math.floor((to / units) * 100)} %, ${(bytes / seconds / 1e6).toFixed(0)} MB/s, ${left} s left`,
      )
    }
  }
  await client.query(`drop table ${bare}`)
  return { bytes, seconds, bareSeconds: (bareSeconds / bareBytes) * bytes }
}

/** Moves the id sequences behind the filled rows, and updates the statistics of the planner. */
async function finish(client: pg.Client, tell: FillParts['tell']): Promise<void> {
  for (const name of ['people', 'appointments', 'exams', 'audit_events', 'professionals']) {
    await client.query(
      `select setval(pg_get_serial_sequence('${name}', 'id'), (select max(id) from ${name}))`,
    )
  }
  tell('vacuum and analyze')
  for (const name of [...tableNames, 'professionals']) await client.query(`vacuum (freeze, analyze) ${name}`)
  await client.query('checkpoint')
}
