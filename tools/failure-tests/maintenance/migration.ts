/**
 * F16: a populated database is migrated while an older version runs statements. The first attempt is killed
 * half way, while a long transaction reads one of the tables.
 */
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { openPostgres } from '../../../apps/server/src/platform/database/driver.ts'
import { createToken, fillClinic } from '../../bench/clinic.ts'
import type { Clinic, Harness, LaterVersion } from '../harness/harness.ts'
import { type Findings, openFindings, percentile, type Size } from '../harness/outcome.ts'
import { root } from '../harness/server-process.ts'

/** The migrations of a later version: one waits for a lock, one rewrites rows, and one builds an index concurrently. */
const laterMigrations = join(import.meta.dirname, 'later-migrations')
/** Numbers of patients; `whole` is multiplied by `--scale`. */
const patients = { whole: 20_000, short: 2_000 }

/** Returns SQL that adds rows to the tables that the migrations change, and to large ones. */
const more = (count: number) => `
  insert into audit_events (at, actor_id, actor_role, action, patient_id)
    select now() - make_interval(mins => n), 1 + n % ${count}, 'STANDART_ROLE', 'exams.list', 1 + n % ${count}
    from generate_series(1, ${count * 20}) n;
  insert into outbox (message_id, template, recipient, subject, body_text, body_html, state, created_at, next_attempt_at)
    select n::text, 'exams.new', 'persona' || n || '@ejemplo.cl', 'Resultado', 'Tienes un resultado', '<p>Tienes un resultado</p>',
      'sent', now() - make_interval(mins => n), now() from generate_series(1, ${count * 2}) n;
  insert into consents (person_id, kind, version, text_hash, channel, given_at)
    select n, 'terms', '2026-01', '\\x00', 'portal', now() - make_interval(mins => n) from generate_series(1, ${count}) n;
  insert into survey_answers (person_id, suggestion, comment, created_at)
    select n, 'Otro', 'Todo bien', now() - make_interval(mins => n) from generate_series(1, ${count}) n;
  analyze`

async function olderClinic(harness: Harness, count: number): Promise<Clinic> {
  const clinic = await harness.emptyDatabase()
  const owner = openPostgres({ url: clinic.url, connections: 2, role: null, statementTimeout: 600_000 })
  await fillClinic(owner, { people: count, sessions: 10, accounts: 0 }, join(root, 'apps/server/migrations'))
  await owner.script(more(count))
  await owner.close()
  return clinic
}

/**
 * Returns a function that hashes the existing rows in their existing columns. The load only adds rows, so the
 * hash stays the same.
 */
async function digestOf({ ask }: Clinic) {
  const tables = ['people', 'appointments', 'exams', 'notifications', 'consents', 'outbox', 'survey_answers']
  const parts: { table: string; columns: string; last: number }[] = []
  for (const table of tables) {
    const columns = await ask<{ name: string }>(
      `select quote_ident(column_name) as name from information_schema.columns
       where table_schema = 'public' and table_name = $1 order by ordinal_position`,
      [table],
    )
    const [row] = await ask<{ last: number }>(`select max(id)::int as last from ${table}`)
    parts.push({ table, columns: columns.map(({ name }) => name).join(', '), last: row?.last ?? 0 })
  }
  return async () => {
    const reported: unknown[] = []
    for (const { table, columns, last } of parts)
      reported.push(
        await ask(
          `select count(*)::int, sum(hashtextextended(row(${columns})::text, 0))::text from ${table} where id <= $1`,
          [last],
        ),
      )
    return JSON.stringify(reported)
  }
}

/** Runs the statements of an older server without pause, on separate connections. */
function startOlderLoad(url: string, people: number) {
  const statements = [
    [`select id, first_name, search from people where id = $1`, 'read'],
    [`select id, starts_at from appointments where patient_id = $1 order by starts_at desc limit 5`, 'read'],
    [
      `select id, text from notifications where person_id = $1 and active order by created_at desc limit 5`,
      'read',
    ],
    [`select count(*) from consents where person_id = $1 and withdrawn_at is null`, 'read'],
    [
      `insert into audit_events (at, actor_id, actor_role, action) values (now(), $1, 'STANDART_ROLE', 'load')`,
      'write',
    ],
    [
      `insert into survey_answers (person_id, suggestion, comment, created_at) values ($1, 'load', '', now())`,
      'write',
    ],
    [
      `insert into notifications (person_id, type, text, created_at) values ($1, 'family_group', 'load', now())`,
      'write',
    ],
    [`update people set phone = phone where id = $1`, 'write'],
    [
      `insert into outbox (message_id, template, recipient, subject, body_text, body_html, created_at, next_attempt_at)
       values (gen_random_uuid(), 'load', 'a@ejemplo.cl', 'a', 'a', 'a', now(), now() + interval '1 day')`,
      'other write',
    ],
  ] as const
  const pool = new pg.Pool({ connectionString: url, max: statements.length })
  const times: number[] = []
  let [inserted, failed, stopped] = [0, 0, false]
  const work = async ([text, kind]: (typeof statements)[number]) => {
    for (let turn = 1; !stopped; turn += 1) {
      const began = performance.now()
      try {
        await pool.query(text, kind === 'other write' ? [] : [1 + (turn % people)])
        if (text.startsWith('insert into survey_answers')) inserted += 1
      } catch {
        failed += 1
      }
      times.push(performance.now() - began)
      await wait(2)
    }
  }
  const working = Promise.all(statements.map(work))
  return {
    times,
    stop: async () => {
      stopped = true
      await working
      await pool.end()
      return { inserted, failed }
    },
  }
}

const applied = async ({ ask }: Clinic) =>
  (await ask<{ name: string }>('select name from migrations order by name')).map(({ name }) => name)

/**
 * Holds a read transaction on a table that a migration changes, and kills the server while it waits for that
 * table.
 */
async function killHalfWay(later: LaterVersion, clinic: Clinic, findings: Findings): Promise<void> {
  const reader = new pg.Client({ connectionString: clinic.url })
  await reader.connect()
  await reader.query('begin')
  await reader.query('select 1 from notifications limit 1')
  const before = (await applied(clinic)).length
  const ending = new AbortController()
  const started = later.run({ DATABASE_URL: clinic.url, PORT: '0' }, ending.signal)
  for (let look = 0; look < 2_400 && (await applied(clinic)).length === before; look += 1) await wait(50)
  // The next migration cannot get its lock in this time, and all other statements continue.
  await wait(3_000)
  ending.abort()
  await started
  await reader.query('rollback')
  await reader.end()
  const done = (await applied(clinic)).slice(before)
  findings.holds('killed half way', done.join() === '9001_rewritten.sql', done.join())
}

export async function testMigration(harness: Harness, size: Size) {
  const findings = openFindings(size)
  const count = size === 'whole' ? patients.whole * harness.scale : patients.short
  const clinic = await olderClinic(harness, count)
  const digest = await digestOf(clinic)
  const before = await digest()
  const load = startOlderLoad(clinic.url, count)
  await wait(1_000)
  const usual = percentile(load.times, 0.99)
  const later = harness.laterVersion(laterMigrations)
  await killHalfWay(later, clinic, findings)
  // Simulates the invalid index that an interrupted index build leaves.
  await clinic.ask('create index outbox_later on outbox (created_at, id)')
  await clinic.ask(`update pg_index set indisvalid = false where indexrelid = to_regclass('outbox_later')`)

  const server = await harness.server({ DATABASE_URL: clinic.url }, { entry: later.entry })
  findings.recovered(server.readyAfter)
  findings.atMost('migrated and ready after', server.readyAfter / 1000, 120, 's')
  const own = await server.ask({
    path: '/api/notifications',
    headers: { 'x-token': createToken(1) },
  })
  await wait(500)
  const { inserted, failed } = await load.stop()
  findings.quickly('longest statement of the older version meanwhile', Math.max(...load.times), 1_000, 'ms')
  findings.atMost('statements of the older version that failed', failed, 0)
  findings.holds('the new version answers', own.status < 500, String(own.status))
  findings.holds('untouched columns byte for byte the same', (await digest()) === before)
  const [stored] = await clinic.ask<{ count: number }>(
    `select count(*)::int as count from survey_answers where suggestion = 'load'`,
  )
  findings.add({ acknowledged: inserted, lost: Math.max(0, inserted - (stored?.count ?? 0)) })
  const names = await applied(clinic)
  const broken = await clinic.ask('select indexrelid::regclass from pg_index where not indisvalid')
  findings.holds('no index is left half built', broken.length === 0)
  findings.holds('every migration is there once', new Set(names).size === names.length)
  await server.end('SIGTERM')
  const again = await harness.server({ DATABASE_URL: clinic.url }, { entry: later.entry })
  findings.holds('started again, nothing is left to do', (await applied(clinic)).length === names.length)
  findings.quickly('ready again after', again.readyAfter, 3_000, 'ms')
  findings.atMost('the usual p99 of a statement', usual, 1_000, 'ms')
  return findings.outcome()
}
