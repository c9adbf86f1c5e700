/**
 * A stub of systemctl for the test of the Debian guide: it starts the commands of the units in a folder, with their environment.
 * Restrictions of the units are not applied. ROOT is the folder that represents `/`; UNIT_LOG receives one line for each call.
 */
import { spawn, spawnSync } from 'node:child_process'
import { appendFileSync, existsSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'

const root = process.env.ROOT ?? ''
const [verb = '', ...words] = process.argv.slice(2)
const names = words.filter((word) => !word.startsWith('--'))

type Unit = {
  readonly command: readonly string[]
  readonly environment: Record<string, string>
  readonly folder: string
  readonly isOneshot: boolean
}

/** Puts absolute paths of an installation below ROOT. */
function below(text: string): string {
  return text.replace(/(?<![\w./:-])\/(opt|etc|var)\//g, `${root}/$1/`)
}

/** Reads a unit of /etc/systemd/system. `mi-portal@3001` is the unit `mi-portal@.service` with `%i` for 3001. */
function readUnit(name: string): Unit {
  const [, base = '', instance = ''] = /^([^@.]+)(?:@(\d+))?(?:\.service)?$/.exec(name) ?? []
  const file = join(root, 'etc/systemd/system', `${base}${instance === '' ? '' : '@'}.service`)
  const lines = below(readFileSync(file, 'utf8').replaceAll('%i', instance)).split('\n')
  const settings = (key: string) =>
    lines.filter((line) => line.startsWith(`${key}=`)).map((line) => line.slice(key.length + 1))
  const environment: Record<string, string> = {}
  for (const pairs of settings('Environment'))
    Object.assign(environment, parseEnv(pairs.replaceAll(' ', '\n')))
  // Files override the unit's own variables, as in systemd.
  for (const path of settings('EnvironmentFile'))
    Object.assign(environment, parseEnv(readFileSync(path, 'utf8')))
  const [start = ''] = settings('ExecStart')
  const command = start
    .replace(/\$\{(\w+)\}/g, (_whole, variable: string) => environment[variable] ?? '')
    .split(' ')
  const [folder = root] = settings('WorkingDirectory')
  return { command, environment, folder, isOneshot: settings('Type').includes('oneshot') }
}

function pidFile(name: string): string {
  return join(root, `${name}.pid`)
}

function start(name: string): void {
  const { command, environment, folder, isOneshot } = readUnit(name)
  const args = command.slice(1)
  const own = environment.DATA_DIR ? { ...environment, DATA_DIR: below(environment.DATA_DIR) } : environment
  const env = { PATH: process.env.PATH ?? '', ...own }
  const log = openSync(join(root, `${name}.log`), 'a')
  if (isOneshot) {
    const { status } = spawnSync(process.execPath, args, { cwd: folder, env, stdio: ['ignore', log, log] })
    process.exitCode = status ?? 1
    return
  }
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env,
    stdio: ['ignore', log, log],
    detached: true,
  })
  writeFileSync(pidFile(name), String(child.pid))
  child.unref()
}

/** Ends a unit that runs, and waits for its end. */
function stop(name: string): void {
  if (!existsSync(pidFile(name))) return
  const pid = Number(readFileSync(pidFile(name), 'utf8'))
  try {
    process.kill(pid, 'SIGTERM')
    for (;;) {
      process.kill(pid, 0)
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50)
    }
  } catch {
    // The process has ended.
  }
}

appendFileSync(process.env.UNIT_LOG ?? '/dev/null', `${[verb, ...words].join(' ')}\n`)
const isNginx = names.includes('nginx')
if (verb === 'reload' && isNginx) {
  // Debian's service reloads a running nginx; the test starts it here.
  const pid = join(root, 'run/nginx.pid')
  // `nginx -t` leaves an empty file.
  const running = existsSync(pid) && readFileSync(pid, 'utf8') !== ''
  const { status } = spawnSync('nginx', running ? ['-s', 'reload'] : [], { stdio: 'inherit' })
  process.exitCode = status ?? 1
} else if (verb === 'enable' || verb === 'start' || verb === 'restart') {
  for (const name of names.filter((one) => !one.endsWith('.timer') && one !== 'pgbouncer')) {
    if (verb === 'restart') stop(name)
    start(name)
  }
}
