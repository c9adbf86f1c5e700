/** Debian's `clamd`, started for a test with a signature of the test's own: nothing is downloaded. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClamdScanner } from '../../src/adapters/file-scanner/clamd.ts'
import { freePort } from '../free-port.ts'
import { findClamd } from './find-clamd.ts'
import { infectedMark } from './scanning.ts'

/** A daemon on a socket and a port of its own. `pause` ends it, `resume` starts it again at the same place. */
export async function startClamd() {
  const program = findClamd()
  if (program === null) throw new Error('clamd is missing: apt-get install -y clamav-daemon')
  const folder = mkdtempSync(join(tmpdir(), 'mi-portal-clamd-'))
  const database = join(folder, 'database')
  mkdirSync(database)
  const hex = Buffer.from(infectedMark).toString('hex')
  writeFileSync(join(database, 'portal.ndb'), `Portal.Test.Mark:0:*:${hex}\n`)
  const socket = join(folder, 'clamd.ctl')
  const port = await freePort()
  const settings = join(folder, 'clamd.conf')
  writeFileSync(
    settings,
    `DatabaseDirectory ${database}
OfficialDatabaseOnly no
LocalSocket ${socket}
TCPAddr 127.0.0.1
TCPSocket ${port}
TemporaryDirectory ${folder}
Foreground yes
StreamMaxLength 4M
`,
  )
  const scanner = createClamdScanner({ kind: 'socket', path: socket })
  let child: ChildProcess | null = null

  async function resume(): Promise<void> {
    let output = ''
    const started = spawn(program ?? '', ['--config-file', settings], { stdio: ['ignore', 'pipe', 'pipe'] })
    child = started
    for (const stream of [started.stdout, started.stderr])
      stream?.on('data', (chunk: Buffer) => {
        output += chunk.toString()
      })
    const deadline = performance.now() + 30_000
    while (!(await scanner.isReachable())) {
      if (started.exitCode !== null || performance.now() > deadline)
        throw new Error(`clamd did not start: ${output}`)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }

  async function pause(): Promise<void> {
    const running = child
    child = null
    if (running === null || running.exitCode !== null) return
    const ended = new Promise((resolve) => running.once('exit', resolve))
    running.kill('SIGKILL')
    await ended
  }

  try {
    await resume()
  } catch (error) {
    await pause()
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
  return {
    socket,
    port,
    pause,
    resume,
    stop: async () => {
      await pause()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
