/**
 * Tests starts of the server as operators see them: what prevents a start, with which message, and what a successful start needs. Needs
 * `npm run build`.
 */
import { spawn } from 'node:child_process'
import { on, once } from 'node:events'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../apps/server/test/free-port.ts'
import type { PostgresServer } from '../../apps/server/test/postgres.ts'
import { asSuperuser, begin, newFolder, rejected, signIn, startCluster, untilReady } from './server-starts.ts'

const root = join(import.meta.dirname, '../..')
const SECRET_KEY = 'Zk3v9QpLr1T8wXnB5yHsC2mJ7dGfA0eUo4iVq6tWz'

let postgres: PostgresServer

beforeAll(async () => {
  postgres = await startCluster()
}, 60_000)
afterAll(() => postgres?.stop())

function addresses(port = postgres.port) {
  const at = (user: string) => `postgres://${user}@127.0.0.1:${port}/portal`
  return { DATABASE_URL: at('portal_server'), MIGRATION_DATABASE_URL: at('portal_owner') }
}

/** Resolves when the server prints this text, which may be after its first answer, or ends its output. */
async function untilPrinted(output: Readable, printed: string) {
  for await (const [part] of on(output, 'data', { close: ['end'] }))
    if (String(part).includes(printed)) return
}

/** Expects that a start fails, with one line that matches. */
async function expectOneLine(environment: Record<string, string>, line: string | RegExp) {
  expect(await rejected(environment)).toMatchObject({ code: 1, lines: [expect.stringMatching(line)] })
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
  await expectOneLine({ ...production, DEMO: 'true' }, /^DEMO should be false/)
  await expectOneLine(
    { ...production, IDENTITY_CHECK: 'embedded' },
    /^IDENTITY_CHECK should be staff or oidc/,
  )
  // The settings of the service unit with the embedded database. In an earlier version they published the demonstration.
  const { port, child, folder, said } = await begin(production)
  const file = join(folder, 'configurar.txt')
  const printed = untilPrinted(child.stdout, file)
  expect((await untilReady(port)).warnings).toEqual(
    expect.arrayContaining([expect.stringMatching(/^No identity mode is chosen/)]),
  )
  await printed
  child.kill('SIGTERM')
  const out = await said.out
  expect(out).not.toContain('Clínica de demostración')
  // The output of a service is a log that others read too.
  expect(out).not.toContain('/configurar#')
  expect(readFileSync(file, 'utf8')).toMatch(/^https:\/\/portal\.clinica\.cl\/configurar#[\w-]{43}\n$/)
  expect(statSync(file).mode & 0o777).toBe(0o600)
}, 180_000)

test('a port in use is named at once, before a database is made', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => {
    other.close()
  })
  await once(other, 'listening')
  const address = other.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const folder = newFolder()
  await expectOneLine(
    { DATA_DIR: folder, PORT: String(port) },
    `^The port ${port} is in use by another program .*set PORT to another number`,
  )
  expect(existsSync(join(folder, 'postgres'))).toBe(false)
}, 60_000)

test('a data folder that cannot be created ends the start with one line', async () => {
  for (const DATA_DIR of ['/proc/no/data', join(import.meta.filename, 'data')])
    await expectOneLine({ DATA_DIR }, `^The data folder ${DATA_DIR} cannot be created: .*Set DATA_DIR`)
}, 60_000)

test.runIf(process.getuid?.() === 0).each([20, 70])(
  'a disk of %i MB, which the demonstration fills, ends the start with one line',
  async (size) => {
    const folder = newFolder()
    const inside = `mount -t tmpfs -o size=${size}m,mode=711 none ${folder} && exec ${process.execPath} ${join(root, 'dist/server/main.mjs')}`
    const child = spawn('unshare', ['--mount', 'sh', '-c', inside], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: {
        PATH: process.env.PATH,
        PORT: String(await freePort()),
        DATA_DIR: join(folder, 'data'),
        LOG_LEVEL: 'error',
      },
    })
    const [errors, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
    expect(code).toBe(1)
    expect(errors).toMatch(/^The disk .*(is|: ).*free some space and start again.*\n$/)
  },
  180_000,
)

test('a database of a later version of the portal ends the start with one line', async () => {
  const cluster = await startCluster()
  onTestFinished(cluster.stop)
  const environment = { ...addresses(cluster.port), SECRET_KEY }
  const first = await begin(environment)
  await untilReady(first.port)
  first.child.kill('SIGTERM')
  await first.said.out
  await asSuperuser(
    new URL('/portal', cluster.url).toString(),
    "insert into migrations (name, hash) values ('9999_later.sql', 'x')",
  )
  await expectOneLine(
    environment,
    'migrations: the database holds 9999_later.sql, which this version does not know. Install the version that applied it',
  )
}, 120_000)

test('a second server on a data folder in use ends with one line, and the first goes on', async () => {
  const { port, folder } = await begin({ DEMO: 'false' })
  await untilReady(port)
  await expectOneLine(
    { DATA_DIR: folder },
    `^The data folder ${folder} is in use by another running portal: stop that one`,
  )
  await untilReady(port)
}, 120_000)

test('an unexpected error of the start is one line, which names the file with its stack', async () => {
  const cluster = await startCluster()
  onTestFinished(cluster.stop)
  await asSuperuser(new URL('/portal', cluster.url).toString(), 'create table people (nothing int)')
  await expectOneLine(
    { ...addresses(cluster.port), SECRET_KEY },
    /^The program ended because of an unexpected error: relation "people" already exists\. The details are in /,
  )
}, 60_000)

test('a database that is away, that refuses the user or that only its owner can migrate is named in one line', async () => {
  await expectOneLine(
    { ...addresses(await freePort()), SECRET_KEY },
    /^MIGRATION_DATABASE_URL: no database answers at 127\.0\.0\.1:\d+ \(ECONNREFUSED\)$/,
  )
  const { DATABASE_URL } = addresses()
  const stranger = DATABASE_URL.replace('portal_server', 'somebody:secret')
  await expectOneLine(
    { DATABASE_URL, MIGRATION_DATABASE_URL: stranger, SECRET_KEY },
    'MIGRATION_DATABASE_URL: the database refuses the connection: role "somebody" does not exist',
  )
  await expectOneLine(
    { DATABASE_URL, SECRET_KEY },
    /^MIGRATION_DATABASE_URL should be a connection of the owner/,
  )
}, 60_000)

test('a server over PostgreSQL says its version, runs its jobs, and names what it lacks, also on this machine', async () => {
  const { port, said, child } = await begin({ ...addresses(), SECRET_KEY, LOG_LEVEL: 'info', METRICS: 'on' })
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const lacks = [/^PUBLIC_URL leads to this machine/, /^No identity mode is chosen/]
  expect(await untilReady(port)).toMatchObject({
    ...{ status: 'Ok', version },
    warnings: expect.arrayContaining(lacks.map((line) => expect.stringMatching(line))),
  })
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

test('a server whose statements fail is not ready, though the database answers', async () => {
  const cluster = await startCluster()
  onTestFinished(cluster.stop)
  const { port } = await begin({ ...addresses(cluster.port), SECRET_KEY })
  await untilReady(port)
  await asSuperuser(
    new URL('/portal', cluster.url).toString(),
    'revoke all on all tables in schema public from portal_app',
  )
  const reason = async () => {
    await Promise.all(Array.from({ length: 5 }, () => signIn(port)))
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
  expect((await signIn(port)).status).toBe(400)
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
  const { clinic } = await (await fetch(`http://127.0.0.1:${port}/api/clinic`)).json()
  expect(clinic.sites.map(({ name }: { name: string }) => name)).toEqual([
    'Viña del Mar',
    'Quilpué',
    'Concón',
  ])
  expect((await signIn(port)).status).toBe(200)
  child.kill('SIGTERM')
  expect(await said.out).toContain(`${clinic.product} `)
  await expectOneLine(
    { DATA_DIR: folder, DEMO_CLINIC: 'demonstration' },
    /^DEMO_CLINIC should be tres-sedes, the clinic in this database/,
  )
}, 300_000)

test('a folder that the demonstration filled with its published password is not opened to the public', async () => {
  const folder = newFolder()
  const own = await begin({ DATA_DIR: folder })
  await untilReady(own.port)
  own.child.kill('SIGTERM')
  expect(await own.said.out).toContain('Portal2026')
  const SECRET_KEY = readFileSync(join(folder, 'secret.key'), 'utf8')
  await expectOneLine(
    { ...production, DEMO: 'true', DEMO_PUBLIC: 'yes', DATA_DIR: folder, SECRET_KEY },
    /^DEMO_PUBLIC=yes should begin with an empty database/,
  )
}, 300_000)
