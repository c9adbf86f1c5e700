/**
 * Follows the guide for Debian in an empty folder: its commands run as they are written, on a PostgreSQL cluster and with Debian's
 * nginx. Programs that change the machine are replaced (apt-get, systemctl, runuser, certbot, git, and npm, whose result is the
 * project's own build). `systemctl.ts` starts the commands of the units.
 */
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { parseEnv } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../apps/server/test/free-port.ts'
import { type PostgresServer, startPostgres } from '../../apps/server/test/postgres.ts'
import { createGuideMachine, project, readBlocks } from './guide.ts'

const guide = 'docs/operations/debian.md'
const host = 'portal.clinica.cl'
const root = mkdtempSync(join(tmpdir(), 'mi-portal-debian-'))
const blocks = readBlocks(guide)
let postgres: PostgresServer
let ports: Record<'http' | 'https' | 'first' | 'second', number>
let machine: ReturnType<typeof createGuideMachine>

const block = (heading: string, position = 0) => blocks.get(heading)?.[position] ?? ''

async function follow(heading: string, position = 0, input = ''): Promise<string> {
  const commands = block(heading, position)
  expect(commands, heading).not.toBe('')
  const { output, errors, code } = await machine.run(commands, input)
  expect({ heading, code, errors: code === 0 ? '' : `${errors}\n${logs()}` }).toEqual({
    heading,
    code: 0,
    errors: '',
  })
  return output
}

/** Returns what the units wrote, for the message of a failed test. */
function logs(): string {
  const files = readdirSync(root).filter((name) => name.endsWith('.log'))
  return files.map((name) => `${name}:\n${readFileSync(join(root, name), 'utf8').slice(-2000)}`).join('\n')
}

/** A server certificate for the host, in the place where certbot stores it. */
const certbot = `
[[ "$*" == "certonly --webroot --webroot-path $ROOT/var/www/html --domain ${host} "* ]] || exit 1
folder=$ROOT/etc/letsencrypt/live/${host}
mkdir -p "$folder"
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj /CN=${host} -addext subjectAltName=DNS:${host} \\
  -days 1 -keyout "$folder/privkey.pem" -out "$folder/fullchain.pem" 2> /dev/null`

beforeAll(async () => {
  if (!existsSync(join(project, 'dist/server/main.mjs'))) throw new Error('run npm run build first')
  // nginx answers the certificate authority as another user.
  chmodSync(root, 0o711)
  postgres = await startPostgres()
  const [http, https, first, second] = await Promise.all([freePort(), freePort(), freePort(), freePort()])
  ports = { http, https, first, second }
  const { port } = postgres
  const stubs = {
    'apt-get': 'exit 0',
    // Everything is answered by the build of this project, which other tests compare with the Dockerfile's.
    // No release is tagged yet: a guide that names one fails, as it would for its reader.
    git: `[ "$1" != -C ] || exec echo 0123abc; [[ "$*" != *--branch* ]] || exit 1
mkdir -p "\${@: -1}"; ln -s ${project}/{node_modules,dist,deploy,package.json} "\${@: -1}/"`,
    npm: 'exit 0',
    systemctl: `exec '${process.execPath}' ${join(import.meta.dirname, 'systemctl.ts')} "$@"`,
    runuser: `[ "$1 $2 $3 $4" = "-u postgres -- psql" ] || exit 1; shift 4
exec psql --no-psqlrc '${postgres.url}' "$@"`,
    certbot,
    nginx: `exec /usr/sbin/nginx -c ${root}/etc/nginx/nginx.conf "$@"`,
  }
  machine = createGuideMachine(root, stubs, {
    '127.0.0.1:5432': `127.0.0.1:${port}`,
    '127.0.0.1:3001': `127.0.0.1:${first}`,
    '127.0.0.1:3002': `127.0.0.1:${second}`,
    'mi-portal@3001': `mi-portal@${first}`,
    'mi-portal@3002': `mi-portal@${second}`,
  })
  // `deploy` of the build is replaced by copies for this machine; `cp` of the guide finds them below /opt.
  for (const folder of [
    'etc/systemd/system',
    'etc/nginx/sites-available',
    'etc/nginx/sites-enabled',
    'var/backups',
    'var/www/html',
    'var/lib/mi-portal',
    'var/log/nginx',
    'opt',
    'run',
  ])
    mkdirSync(join(root, folder), { recursive: true })
  symlinkSync('/etc/nginx/mime.types', join(root, 'etc/nginx/mime.types'))
  const debian = readFileSync('/etc/nginx/nginx.conf', 'utf8')
  writeFileSync(
    join(root, 'etc/nginx/nginx.conf'),
    debian
      .replace('/run/nginx.pid', join(root, 'run/nginx.pid'))
      .replaceAll('/etc/nginx/sites-enabled', join(root, 'etc/nginx/sites-enabled'))
      .replaceAll('/var/log/nginx', join(root, 'var/log/nginx')),
  )
  writeFileSync(
    join(root, '.curlrc'),
    [
      `connect-to = "${host}:443:127.0.0.1:${https}"`,
      `connect-to = "${host}:80:127.0.0.1:${http}"`,
      `cacert = "${root}/etc/letsencrypt/live/${host}/fullchain.pem"`,
    ].join('\n'),
  )
}, 120_000)

afterAll(async () => {
  for (const name of readdirSync(root).filter((file) => file.endsWith('.pid'))) endProcess(join(root, name))
  const nginx = join(root, 'run/nginx.pid')
  if (existsSync(nginx)) endProcess(nginx)
  await postgres?.stop()
  rmSync(root, { recursive: true, force: true })
}, 60_000)

/** Ends the process of a file with its number. */
function endProcess(file: string): void {
  const pid = Number(readFileSync(file, 'utf8'))
  // 0 would be this process and all that it started.
  if (!(pid > 1)) return
  try {
    process.kill(pid, 'SIGTERM')
  } catch {
    // The process has ended.
  }
}

test('a machine that follows the guide serves the portal by TLS, and its administrator signs in', async () => {
  await follow('2. Portal')
  await follow('3. Database')
  await follow('4. Settings')
  const file = join(root, 'etc/mi-portal/portal.env')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const settings = readFileSync(file, 'utf8')
  // A shell reads the same values as Node and systemd.
  const sourced = spawnSync('bash', ['-c', `set -a; . ${file}; env -0`], {
    encoding: 'utf8',
    env: {},
  }).stdout.split('\0')
  for (const [name, value] of Object.entries(parseEnv(settings)))
    expect(sourced).toContain(`${name}=${value}`)
  expect(settings).toContain('MAIL_FROM=portal@clinica.cl')

  const ready = await follow('5. Servers')
  expect(ready.match(/"status":"Ok"/g)).toHaveLength(2)
  // The warnings of a new installation, as the checklist reads them.
  expect(ready).toContain('No backup is recorded')

  installSite()
  expect(await follow('6. Proxy and certificate')).toContain('"status":"Ok"')
  await checkProxy()

  const answers = ['12345678-5', 'Ana', 'Soto', '', 'ana@clinica.cl', 'Cordillera2026', 'Cordillera2026', '']
  expect(await follow('7. First super administrator', 1, answers.join('\n'))).toContain(
    'Superadministrador creado',
  )
  const entered = await curl('/api/auth/login/administrators', {
    document_type_id: 1,
    document_number: '12345678-5',
    password: 'Cordillera2026',
  })
  expect(JSON.parse(entered)).toMatchObject({ patient: { rol: 'SUPER_ADMIN_ROLE' } })
}, 180_000)

/** Writes the site file for this machine: its ports are free ones. */
function installSite(): void {
  const site = machine
    .localize(readFileSync(join(project, 'deploy/nginx-site.conf'), 'utf8'))
    .replace(/^ *listen \[::\].*\n/gm, '')
    .replaceAll('listen 80', `listen 127.0.0.1:${ports.http}`)
    .replaceAll('listen 443', `listen 127.0.0.1:${ports.https}`)
  const deploy = join(root, 'opt/mi-portal/deploy')
  rmSync(deploy)
  mkdirSync(deploy)
  writeFileSync(join(deploy, 'nginx-site.conf'), site)
  for (const name of ['mi-portal-backup.service', 'mi-portal-backup.timer'])
    writeFileSync(join(deploy, name), readFileSync(join(project, 'deploy', name)))
}

function curl(path: string, body?: object): Promise<string> {
  const sent = body === undefined ? '' : `-H 'content-type: application/json' -d '${JSON.stringify(body)}'`
  return machine.run(`curl -sS ${sent} https://${host}${path}`).then(({ output }) => output)
}

/** Checks what the go-live checklist says about the proxy, with its commands. */
async function checkProxy(): Promise<void> {
  const redirected = await machine.run(`curl -sI http://${host}/`)
  expect(redirected.output).toMatch(/^HTTP\/1\.1 301 [\s\S]*location: https:\/\/portal\.clinica\.cl\//i)
  const unencrypted = await machine.run(`curl -s -o /dev/null -w '%{http_code}' http://${host}/api/patients`)
  expect(unencrypted.output).toBe('403')
  const closed = await machine.run(`curl -s -o /dev/null -w '%{http_code}' https://${host}/metrics`)
  expect(closed.output).toBe('404')
  expect((await machine.run(`curl -sI -H 'Host: example.org' http://${host}`)).code).not.toBe(0)
  const challenge = join(root, 'var/www/html/.well-known/acme-challenge')
  mkdirSync(challenge, { recursive: true })
  writeFileSync(join(challenge, 'token'), 'answer')
  expect((await machine.run(`curl -fsS http://${host}/.well-known/acme-challenge/token`)).output).toBe(
    'answer',
  )
  const socket = connect(ports.http, '127.0.0.1')
  socket.write('GET / HTTP/1.1\r\nHost: example.org\r\n\r\n')
  expect(await text(socket)).toBe('')
}

test('the backup of the guide is written for its recipient, and the servers are replaced as the upgrade guide says', async () => {
  const key = join(root, 'portal-backup.key')
  const made = spawnSync(process.execPath, ['dist/server/portal.mjs', 'backup', '--new-key', key], {
    cwd: project,
    encoding: 'utf8',
  })
  const [recipient = ''] = made.stdout.split('\n')
  const backup = block('8. Backups').replace('age1…', recipient)
  const { output, errors, code } = await machine.run(backup)
  expect({ code, errors: code === 0 ? '' : `${errors}${logs()}` }).toEqual({ code: 0, errors: '' })
  const [name = ''] = output.trim().split('\n')
  expect(name).toMatch(/^mi-portal-\d{8}T\d{6}Z$/)
  const restored = await machine.run(
    `node ${root}/opt/mi-portal/dist/server/portal.mjs restore ${root}/var/backups/mi-portal/${name} --identity ${key} --check`,
  )
  expect(restored.output).toMatch(/^intact: /)

  const pids = () =>
    [ports.first, ports.second].map((port) => readFileSync(join(root, `mi-portal@${port}.pid`), 'utf8'))
  const before = pids()
  const [upgrade = ''] = readBlocks('docs/operations/upgrades.md').get('On Debian') ?? []
  const answers: string[] = []
  let isDone = false
  const asking = (async () => {
    while (!isDone)
      answers.push(
        (await machine.run(`curl -sS -o /dev/null -w '%{http_code}' https://${host}/health/ready`)).output,
      )
  })()
  const replaced = await machine.run(upgrade)
  isDone = true
  await asking
  expect({ code: replaced.code, errors: replaced.code === 0 ? '' : replaced.errors }).toEqual({
    code: 0,
    errors: '',
  })
  expect(pids().filter((pid) => before.includes(pid))).toEqual([])
  expect(answers.length).toBeGreaterThan(3)
  expect(new Set(answers)).toEqual(new Set(['200']))
  const calls = readFileSync(join(root, 'units.log'), 'utf8').trim().split('\n')
  expect(calls).toContain('enable --now mi-portal-backup.timer')
}, 180_000)
