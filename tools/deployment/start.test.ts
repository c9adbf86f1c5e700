/**
 * Tests starts of the server as operators see them: what prevents a start, with which message, and what a successful start needs. Needs
 * `npm run build`.
 */
import { spawn } from 'node:child_process'
import { on, once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openPostgres } from '../../apps/server/src/platform/database/driver.ts'
import { statement } from '../../apps/server/src/platform/database/statement.ts'
import { freePort } from '../../apps/server/test/free-port.ts'
import { type PostgresServer, startPostgres } from '../../apps/server/test/postgres.ts'
import { readBlocks } from './guide.ts'
import { findPgBouncer, startPgBouncer } from './pgbouncer.ts'

const root = join(import.meta.dirname, '../..')
const SECRET_KEY = 'Zk3v9QpLr1T8wXnB5yHsC2mJ7dGfA0eUo4iVq6tWz'

let postgres: PostgresServer

/** Starts a cluster with the roles of an installation. */
async function startCluster(): Promise<PostgresServer> {
  const cluster = await startPostgres()
  await asSuperuser(cluster.url, readFileSync(join(root, 'deploy/roles.sql'), 'utf8'))
  return cluster
}

async function asSuperuser(url: string, script: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  for (const words of script.split(/;\n/)) if (words.trim() !== '') await client.query(words)
  await client.end()
}

beforeAll(async () => {
  postgres = await startCluster()
}, 60_000)
afterAll(() => postgres?.stop())

function addresses(port = postgres.port) {
  const at = (user: string) => `postgres://${user}@127.0.0.1:${port}/portal`
  return { DATABASE_URL: at('portal_server'), MIGRATION_DATABASE_URL: at('portal_owner') }
}

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

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'mi-portal-start-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Starts the built server, and stops it when the test ends. */
async function begin(environment: Record<string, string>) {
  const port = await freePort()
  const folder = newFolder()
  const child = spawn(process.execPath, [join(root, 'dist/server/main.mjs')], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, PORT: String(port), DATA_DIR: folder, ...environment },
  })
  onTestFinished(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGTERM')
    await once(child, 'exit')
  })
  const said = { out: text(child.stdout), err: text(child.stderr) }
  return { child, port, folder, said }
}

/** Returns the output and the exit code of a start that fails. */
async function rejected(environment: Record<string, string>) {
  const { child, said } = await begin(environment)
  const [code] = await once(child, 'exit')
  return { code, lines: (await said.err).trim().split('\n'), out: await said.out }
}

async function untilReady(port: number): Promise<Record<string, unknown>> {
  for (let tries = 0; tries < 1000; tries += 1) {
    const answer = await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => null)
    if (answer?.ok) return answer.json()
    await wait(200)
  }
  throw new Error('not ready')
}

/** Resolves when the server prints this text, which may be after its first answer, or ends its output. */
async function untilPrinted(output: Readable, printed: string) {
  for await (const [part] of on(output, 'data', { close: ['end'] }))
    if (String(part).includes(printed)) return
}

const production = {
  SECRET_KEY,
  PUBLIC_URL: 'https://portal.clinica.cl',
  TRUST_PROXY: '127.0.0.1',
  NODE_ENV: 'production',
}

test('a start in production names all that is wrong, one line each, and an empty registry with it', async () => {
  const { code, lines, out } = await rejected({
    ...addresses(),
    PUBLIC_URL: 'http://portal.clinica.cl',
    SECRET_KEY: 'a'.repeat(48),
    LIMITS_FACTOR: '1000',
    TRUST_PROXY: 'on',
    IDENTITY_CHECK: 'embedded',
  })
  expect([code, out]).toEqual([1, ''])
  expect(lines.map((line) => line.split(' ')[0])).toEqual([
    'SECRET_KEY',
    'PUBLIC_URL',
    'LIMITS_FACTOR',
    'TRUST_PROXY',
    'IDENTITY_CHECK',
  ])
}, 60_000)

test('on a public address nothing demonstrates itself, and DEMO=true alone ends the start', async () => {
  expect(await rejected({ ...production, DEMO: 'true' })).toMatchObject({
    code: 1,
    lines: [expect.stringMatching(/^DEMO should be false/)],
  })
  expect(await rejected({ ...production, IDENTITY_CHECK: 'embedded' })).toMatchObject({
    code: 1,
    lines: [expect.stringMatching(/^IDENTITY_CHECK should be staff or oidc/)],
  })
  // The settings of the service unit with the embedded database. In an earlier version they published the demonstration.
  const { port, child, said } = await begin(production)
  const printed = untilPrinted(child.stdout, '/configurar#')
  expect((await untilReady(port)).warnings).toEqual(
    expect.arrayContaining([expect.stringMatching(/^No identity mode is chosen/)]),
  )
  await printed
  child.kill('SIGTERM')
  const out = await said.out
  expect(out).not.toContain('Clínica de demostración')
  expect(out).toMatch(/^ {2}https:\/\/portal\.clinica\.cl\/configurar#[\w-]{43}$/m)
}, 180_000)

test('a database that is away, or refuses the user, is named in one line', async () => {
  const closed = addresses(await freePort())
  expect(await rejected({ ...closed, SECRET_KEY })).toMatchObject({
    code: 1,
    lines: [
      expect.stringMatching(
        /^MIGRATION_DATABASE_URL: no database answers at 127\.0\.0\.1:\d+ \(ECONNREFUSED\)$/,
      ),
    ],
  })
  const stranger = addresses().DATABASE_URL.replace('portal_server', 'somebody:secret')
  const { code, lines } = await rejected({ ...addresses(), MIGRATION_DATABASE_URL: stranger, SECRET_KEY })
  expect([code, lines]).toEqual([
    1,
    ['MIGRATION_DATABASE_URL: the database refuses the connection: role "somebody" does not exist'],
  ])
}, 60_000)

test('without the owner’s connection a start ends before anything is half made', async () => {
  const { DATABASE_URL } = addresses()
  const { code, lines } = await rejected({ DATABASE_URL, SECRET_KEY })
  expect([code, lines]).toEqual([
    1,
    [expect.stringMatching(/^MIGRATION_DATABASE_URL should be a connection of the owner/)],
  ])
}, 60_000)

test('a server over PostgreSQL says its version, runs its jobs, and is warned of nothing on this machine', async () => {
  const { port, said, child } = await begin({ ...addresses(), SECRET_KEY, LOG_LEVEL: 'info', METRICS: 'on' })
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  expect(await untilReady(port)).toMatchObject({ status: 'Ok', version, warnings: [] })
  await expect
    .poll(async () => (await untilReady(port)).jobs, { timeout: 30_000, interval: 500 })
    .toBe('running')
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  expect(metrics).toMatch(/^portal_jobs_running 1$/m)
  expect(metrics).toMatch(/^portal_outbox_messages\{state="parked"\} 0$/m)
  expect(metrics).toMatch(/^portal_database_connections\{state="waiting"\} 0$/m)
  expect(metrics).not.toMatch(/^portal_backup_age_seconds/m)
  child.kill('SIGTERM')
  expect(await said.out).toContain(`"version":"${version}"`)
}, 120_000)

test('a database that another start has migrated needs no connection of its owner, and the jobs run', async () => {
  const { DATABASE_URL } = addresses()
  const { port } = await begin({ DATABASE_URL, SECRET_KEY })
  expect(await untilReady(port)).toMatchObject({ status: 'Ok' })
  await expect
    .poll(async () => (await untilReady(port)).jobs, { timeout: 30_000, interval: 500 })
    .toBe('running')
}, 120_000)

test('a server whose statements fail is not ready, though the database answers', async () => {
  const cluster = await startCluster()
  onTestFinished(cluster.stop)
  const { port } = await begin({ ...addresses(cluster.port), SECRET_KEY })
  await untilReady(port)
  await asSuperuser(
    new URL('/portal', cluster.url).toString(),
    'revoke all on all tables in schema public from portal_app',
  )
  const signIn = () =>
    fetch(`http://127.0.0.1:${port}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ document_type_id: 1, document_number: '12345678-5', password: 'Portal2026' }),
    })
  const reason = async () => {
    await Promise.all(Array.from({ length: 5 }, signIn))
    const answer = await fetch(`http://127.0.0.1:${port}/health/ready`)
    return (await answer.json()).reason
  }
  await expect
    .poll(reason, { timeout: 30_000, interval: 200 })
    .toBe('most statements of the last seconds failed')
}, 120_000)

test('in production the same server starts, and names what it lacks in the log and to callers on its machine', async () => {
  const { port, said, child } = await begin({ ...addresses(), ...production, IDENTITY_CHECK: 'staff' })
  const { warnings } = await untilReady(port)
  expect(warnings).toEqual([
    expect.stringMatching(/^The clinic package has no sites/),
    expect.stringMatching(/^SMTP_URL is absent/),
    expect.stringMatching(/^SCANNER_URL is absent/),
    expect.stringMatching(/^No backup is recorded/),
  ])
  child.kill('SIGTERM')
  expect((await said.out).match(/"warning":"\w+"/g)).toHaveLength(4)
}, 120_000)

test('a public demonstration prints random passwords once, and its README’s password opens nothing', async () => {
  const demo = { ...production, DEMO: 'true', DEMO_PUBLIC: 'yes' }
  const { port, said, child, folder } = await begin(demo)
  await untilReady(port)
  const signIn = (password: string) =>
    fetch(`http://127.0.0.1:${port}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ document_type_id: 1, document_number: '12345678-5', password }),
    })
  expect((await signIn('Portal2026')).status).toBe(400)
  expect((await fetch(`http://127.0.0.1:${port}/dev/correo`)).status).toBe(404)
  child.kill('SIGTERM')
  const out = await said.out
  expect(out).not.toContain('Portal2026')
  const passwords = [...out.matchAll(/^ {2}(?:RUT|Pasaporte) .* {2}([\w-]{16})$/gm)].map(
    ([, password]) => password,
  )
  expect(passwords.length).toBeGreaterThan(5)
  expect(new Set(passwords).size).toBe(passwords.length)

  // Only its owner may enter the folder, also if it had other rights before.
  // As root, PostgreSQL runs as another user. That user's group may pass through the folder but not list it.
  expect(statSync(folder).mode & 0o777).toBe(process.getuid?.() === 0 ? 0o710 : 0o700)
  expect(statSync(join(folder, 'postgres')).mode & 0o077).toBe(0)
}, 300_000)

test('a demonstration with another clinic is filled at its sites, and its folder opens with that clinic only', async () => {
  const folder = newFolder()
  const { port, child, said } = await begin({ DATA_DIR: folder, DEMO_CLINIC: 'tres-sedes' })
  await untilReady(port)
  const at = (path: string) => `http://127.0.0.1:${port}/api/${path}`
  const { clinic } = await (await fetch(at('clinic'))).json()
  expect(clinic.sites.map(({ name }: { name: string }) => name)).toEqual([
    'Viña del Mar',
    'Quilpué',
    'Concón',
  ])
  const signedIn = await fetch(at('auth/login'), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ document_type_id: 1, document_number: '12345678-5', password: 'Portal2026' }),
  })
  expect(signedIn.status).toBe(200)
  child.kill('SIGTERM')
  expect(await said.out).toContain(`${clinic.product} `)
  expect(await rejected({ DATA_DIR: folder, DEMO_CLINIC: 'demonstration' })).toMatchObject({
    code: 1,
    lines: [expect.stringMatching(/^DEMO_CLINIC should be tres-sedes, the clinic in this database/)],
  })
}, 300_000)

test('a folder that the demonstration filled with its published password is not opened to the public', async () => {
  const folder = newFolder()
  const own = await begin({ DATA_DIR: folder })
  await untilReady(own.port)
  own.child.kill('SIGTERM')
  expect(await own.said.out).toContain('Portal2026')
  expect(
    await rejected({
      ...production,
      DEMO: 'true',
      DEMO_PUBLIC: 'yes',
      DATA_DIR: folder,
      SECRET_KEY: readFileSync(join(folder, 'secret.key'), 'utf8'),
    }),
  ).toMatchObject({
    code: 1,
    lines: [expect.stringMatching(/^DEMO_PUBLIC=yes should begin with an empty database/)],
  })
}, 300_000)

test.runIf(findPgBouncer())(
  'behind PgBouncer by session the server works under its own role and limits',
  async () => {
    const { users, through } = await prepareUsers()
    const pooler = await startPgBouncer(postgres.port, users)
    onTestFinished(pooler.stop)
    const { port } = await begin({ ...through(pooler.port), SECRET_KEY })
    await untilReady(port)
    const wrong = through(pooler.port).MIGRATION_DATABASE_URL.replace('a-password', 'no-password')
    expect(
      (await rejected({ ...through(pooler.port), MIGRATION_DATABASE_URL: wrong, SECRET_KEY })).code,
    ).toBe(1)

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
  },
  120_000,
)

test.runIf(findPgBouncer())(
  'behind PgBouncer by transaction the start ends with one line',
  async () => {
    const { users, through } = await prepareUsers()
    const pooler = await startPgBouncer(postgres.port, users, 'transaction')
    onTestFinished(pooler.stop)
    expect(await rejected({ ...through(pooler.port), SECRET_KEY })).toMatchObject({
      code: 1,
      lines: [
        expect.stringMatching(/^MIGRATION_DATABASE_URL: a pooler hands its connections out by transaction/),
      ],
    })
  },
  60_000,
)
