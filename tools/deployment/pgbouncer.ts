/** Starts Debian's PgBouncer in front of a database, in a separate folder, for tests of pooled connections. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../../apps/server/test/free-port.ts'

/** Returns the path of PgBouncer, or null. */
export function findPgBouncer(): string | null {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']
  return folders.map((folder) => join(folder, 'pgbouncer')).find((path) => existsSync(path)) ?? null
}

type PgBouncer = { readonly port: number; readonly stop: () => Promise<void> }

/**
 * Starts PgBouncer with `deploy/pgbouncer.ini`, except for its ports, its folders and its pool mode. `users` is the content of
 * `userlist.txt`.
 */
export async function startPgBouncer(
  databasePort: number,
  users: string,
  poolMode: 'session' | 'transaction' = 'session',
): Promise<PgBouncer> {
  const program = findPgBouncer()
  if (program === null) throw new Error('PgBouncer was not found: apt-get install pgbouncer')
  const folder = mkdtempSync(join(tmpdir(), 'mi-portal-pgbouncer-'))
  const port = await freePort()
  const settings = readFileSync(join(import.meta.dirname, '../../deploy/pgbouncer.ini'), 'utf8')
    .replace('port=5432', `port=${databasePort}`)
    .replace('listen_port = 6432', `listen_port = ${port}`)
    .replace('pool_mode = session', `pool_mode = ${poolMode}`)
    .replaceAll(/\/(etc|var\/run|var\/log)\/(pgbouncer|postgresql)\b/g, folder)
  writeFileSync(join(folder, 'pgbouncer.ini'), settings)
  writeFileSync(join(folder, 'userlist.txt'), users)
  // PgBouncer does not run as root.
  const uid = process.getuid?.() === 0 ? nobodyUserId() : null
  chmodSync(folder, 0o755)
  if (uid !== null) chownSync(folder, uid, uid)
  const child = spawn(program, [join(folder, 'pgbouncer.ini')], {
    stdio: 'ignore',
    ...(uid === null ? {} : { uid, gid: uid }),
  })
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGINT')
      await Promise.race([once(child, 'exit'), wait(5_000)])
      child.kill('SIGKILL')
    }
    rmSync(folder, { recursive: true, force: true })
  }
  for (let tries = 0; tries < 200; tries += 1) {
    if (await isOpen(port)) return { port, stop }
    await wait(50)
  }
  await stop()
  throw new Error('PgBouncer did not start')
}

function nobodyUserId(): number {
  return Number(spawnSync('id', ['-u', 'nobody'], { encoding: 'utf8' }).stdout)
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
