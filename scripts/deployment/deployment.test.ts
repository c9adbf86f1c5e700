/** The files an installation starts from, kept true without Docker: built, started twice and asked, as they say. */
import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { afterAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { variables } from '../../apps/server/src/platform/config.ts'
import { startBucket } from '../../apps/server/test/files/bucket.ts'
import { freePort } from '../../apps/server/test/free-port.ts'
import { startSmtp } from '../../apps/server/test/mail/smtp.ts'
import { startPostgres } from '../../apps/server/test/postgres.ts'
import { buildImage } from './image.ts'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const scratch = mkdtempSync(join(tmpdir(), 'mi-portal-image-'))
const endings: (() => Promise<unknown> | unknown)[] = [
  () => rmSync(scratch, { recursive: true, force: true }),
]
afterAll(async () => {
  for (const end of endings.reverse()) await end()
}, 60_000)

type Service = {
  command?: string[]
  image?: string
  build?: string | { context: string; target: string }
  environment?: Record<string, string>
  volumes?: string[]
  read_only?: boolean
}
const composed: { services: Record<string, Service> } = parse(read('compose.yaml'), { merge: true })

/** `${NAME:?…}` and `${NAME:-…}` as compose fills them in. */
function filled(environment: Record<string, string>, given: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [
      name,
      value.replace(/\$\{(\w+):([?-])([^}]*)\}/g, (_whole, asked: string, kind: string, words: string) => {
        const found = given[asked] ?? (kind === '-' ? words : undefined)
        if (found === undefined) throw new Error(`${asked}: ${words}`)
        return found
      }),
    ]),
  )
}

test('what the compose file mounts is there, and it sets no variable that the portal does not know', () => {
  for (const { volumes = [] } of Object.values(composed.services))
    for (const volume of volumes.filter((each) => each.startsWith('./')))
      expect(read(volume.split(':')[0] ?? '').length).toBeGreaterThan(0)
  const known = new Set<string>(Object.keys(variables))
  for (const name of ['portal-1', 'portal-2']) {
    const { environment = {}, read_only } = composed.services[name] ?? {}
    expect(Object.keys(environment).filter((variable) => !known.has(variable))).toEqual([])
    expect(read_only).toBe(true)
    expect(() => filled(environment, {})).toThrow(/SECRET_KEY/)
  }
})

test('the service unit starts what the image starts, under a user of its own that may write nowhere else', () => {
  const unit = read('deploy/mi-portal@.service')
  const command = [...read('Dockerfile').matchAll(/^CMD (.+)$/gm)].at(-1)?.[1] ?? ''
  expect(unit).toContain(`ExecStart=/usr/bin/${JSON.parse(command).join(' ')}\n`)
  for (const line of ['DynamicUser=yes', 'ProtectSystem=strict', 'NoNewPrivileges=yes'])
    expect(unit).toContain(line)
})

test.runIf(existsSync('/usr/bin/systemd-analyze'))('systemd finds nothing wrong with the units', () => {
  const folder = mkdtempSync(join(scratch, 'units-'))
  const units = ['mi-portal@.service', 'mi-portal-backup.service', 'mi-portal-backup.timer'].map((name) => {
    const path = join(folder, name.replace('@.', '@3001.'))
    // What stands at /usr/bin in an installation need not be there where this runs.
    writeFileSync(path, read(`deploy/${name}`).replace('/usr/bin/node', process.execPath))
    return path
  })
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', ...units], {
    encoding: 'utf8',
  })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
})

test('two servers of the image, with that environment behind that proxy, serve people, also when one of them dies', async () => {
  const path = `${dirname(process.execPath)}:${process.env.PATH}`
  const image = buildImage(root, scratch, path)
  expect(image.base).toMatch(/^node:24-/)
  expect(image.user).toBe('node')

  for (const name of ['backup', 'restore']) {
    const program = join(image.folder, image.workdir, `dist/server/${name}.mjs`)
    expect(spawnSync(process.execPath, [program, '--help'], { encoding: 'utf8' }).stdout).toContain('npm run')
  }

  const postgres = await startPostgres()
  endings.push(postgres.stop)
  await prepareRoles(postgres.url)
  const bucket = await startBucket()
  endings.push(bucket.stop)
  const smtp = await startSmtp()

  /** Names of services become addresses of this machine. */
  const here = (value: string) =>
    value
      .replace('postgres:5432', `127.0.0.1:${postgres.port}`)
      .replace('http://files:9000', bucket.endpoint)
      .replace('smtp://mail:1025', smtp.url)
      .replace('172.30.0.10', '127.0.0.1')
      .replace('/tmp/', `${scratch}/`)
      // The only ones this stand-in takes as right.
      .replace(/^portal-files(-secret)?$/, 'S3RVER')
  const started = await Promise.all(
    ['portal-1', 'portal-2'].map(async (name) => {
      const port = await freePort()
      const given = filled(composed.services[name]?.environment ?? {}, { SECRET_KEY: 'x'.repeat(48) })
      const environment = Object.fromEntries(Object.entries(given).map(([key, value]) => [key, here(value)]))
      const env = { PATH: path, ...image.environment, ...environment, HOST: '127.0.0.1', PORT: String(port) }
      return { name, port, env, process: run(image.command, join(image.folder, image.workdir), env) }
    }),
  )
  const proxy = await startProxy(started)
  const ask = (address: string, init?: RequestInit) =>
    fetch(`http://127.0.0.1:${proxy}${address}`, { ...init, signal: AbortSignal.timeout(10_000) })
  const isHealthy = (server: (typeof started)[number]) =>
    new Promise((resolve) => {
      const asked = spawn(process.execPath, image.healthCheck.slice(1), { env: server.env, stdio: 'ignore' })
      asked.on('exit', (code) => resolve(code === 0))
    })
  await expect
    .poll(() => Promise.all(started.map(isHealthy)), { timeout: 120_000, interval: 500 })
    .toEqual([true, true])

  const home = await ask('/')
  expect(home.status).toBe(200)
  expect(home.headers.get('content-security-policy')).toContain("script-src 'self'")
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(await home.text())?.[1] ?? ''
  expect((await ask(script)).headers.get('cache-control')).toContain('immutable')
  expect((await ask('/metrics')).status).toBe(404)

  const entered = await ask('/api/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ document_type_id: 1, document_number: '12345678-5', password: 'Portal2026' }),
  })
  const { token, patient } = (await entered.json()) as { token: string; patient: { id: number } }
  const own = () => ask(`/api/auth/token/${patient.id}`, { headers: { 'x-token': token } })
  // A session opened on one server is open on the other.
  for (let call = 0; call < 4; call += 1) expect((await own()).status).toBe(200)

  const backup = image.stages.get('backup')
  expect(backup?.base).toBe(composed.services.postgres?.image)
  const programs = dirname(realpathSync(join(postgres.binDir, 'postgres')))
  const key = join(scratch, 'backup.key')
  // Never waited for in one piece: the bucket is in this process.
  const inBackup = ([program = '', ...args]: readonly string[], env: Record<string, string> = {}) =>
    promisify(execFile)(program, args, {
      cwd: join(backup?.folder ?? '', backup?.workdir ?? ''),
      env: { PATH: `${backup?.folder}/usr/local/bin:${programs}`, ...backup?.environment, ...env },
    })
  const program = backup?.command?.slice(0, 2) ?? []
  const [recipient = ''] = (await inBackup([...program, '--new-key', key])).stdout.split('\n')
  const { command = [], environment = {} } = composed.services.backup ?? {}
  const asked = Object.values(filled(Object.fromEntries(command.entries()), { BACKUP_RECIPIENT: recipient }))
  const given = Object.entries(filled(environment, { SECRET_KEY: 'x'.repeat(48) }))
  mkdirSync(join(scratch, 'backups'))
  const saved = await inBackup(
    asked.map((word) => (word === '/backups' ? `${scratch}/backups` : word)),
    Object.fromEntries(given.map(([name, value]) => [name, here(value)])),
  )
  expect(saved.stdout).toContain(`${scratch}/backups/mi-portal-`)

  started[0]?.process.kill('SIGKILL')
  for (let call = 0; call < 20; call += 1) expect((await own()).status).toBe(200)
  expect(await Promise.all(started.map(isHealthy))).toEqual([false, true])
}, 600_000)

/** One statement after another, as psql sends them: a database is not made inside a transaction. */
async function prepareRoles(url: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  for (const words of read('deploy/roles.sql').split(/;\n/))
    if (words.trim() !== '') await client.query(words)
  await client.end()
}

/** Starts a command of the image; it ends with the tests. */
function run([, ...args]: readonly string[], cwd: string, env: Record<string, string>): ChildProcess {
  const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'ignore', 'inherit'] })
  endings.push(() => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGTERM')
    return once(child, 'exit')
  })
  return child
}

/** nginx with the configuration's own words, its names and places those of this machine; gives back its port. */
async function startProxy(servers: readonly { name: string; port: number }[]): Promise<number> {
  const port = await freePort()
  const folder = join(scratch, 'proxy')
  mkdirSync(folder)
  symlinkSync('/dev/null', join(folder, 'lines'))
  const words = servers.reduce(
    (text, server) => text.replace(`${server.name}:3000`, `127.0.0.1:${server.port}`),
    read('deploy/nginx.conf')
      .replace('listen 8080', `listen 127.0.0.1:${port}`)
      .replaceAll(' /tmp/', ` ${folder}/`)
      .replace('/dev/stdout', join(folder, 'lines'))
      .replace('/dev/stderr', join(folder, 'lines')),
  )
  writeFileSync(join(folder, 'nginx.conf'), words)
  const child = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf'), '-g', 'daemon off;'], {
    stdio: 'ignore',
  })
  endings.push(() => {
    child.kill('SIGTERM')
    return once(child, 'exit')
  })
  return port
}
