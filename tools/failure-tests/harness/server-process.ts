/** Runs the portal’s server as a separate process that can be called, killed and restarted. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../../../apps/server/test/free-port.ts'
import { type Caller, caller } from './calling.ts'

export const root = join(import.meta.dirname, '../../..')

type ServerOptions = {
  readonly entry: string
  readonly environment: Readonly<Record<string, string>>
  readonly port?: number
  /** Modules that Node loads before the server. */
  readonly before?: readonly string[]
}

export type ServerProcess = Caller & {
  readonly pid: number
  readonly port: number
  /** Milliseconds from the start of the process until it was ready. */
  readonly readyAfter: number
  readonly isRunning: () => boolean
  /** Sends this signal to the server, waits for its end and returns its exit code. */
  readonly end: (signal: NodeJS.Signals) => Promise<number | null>
  readonly signal: (signal: NodeJS.Signals) => void
  /** Resident memory in megabytes (10^6 bytes), and open files and sockets. */
  readonly memory: () => number
  readonly openFiles: () => number
  readonly said: () => string
}

const startDeadline = 90_000

export async function startServer(options: ServerOptions): Promise<ServerProcess> {
  const port = options.port ?? (await freePort())
  const began = performance.now()
  const before = (options.before ?? []).flatMap((module) => ['--import', module])
  const child = spawn(process.execPath, [...before, options.entry], {
    cwd: root,
    env: { PATH: process.env.PATH, ...options.environment, PORT: String(port), HOST: '127.0.0.1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said: string[] = []
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said.push(text)
      if (said.length > 100) said.shift()
    })
  }
  const calls = caller(port)
  while ((await calls.ask({ path: '/health/ready', patience: 3_000 })).status !== 200) {
    if (child.exitCode !== null || child.signalCode !== null || performance.now() - began > startDeadline) {
      child.kill('SIGKILL')
      throw new Error(`the server did not get ready: ${said.join('')}`)
    }
    await wait(10)
  }
  const pid = child.pid ?? 0
  return {
    ...calls,
    pid,
    port,
    readyAfter: performance.now() - began,
    isRunning: () => isRunning(child),
    signal: (signal) => child.kill(signal),
    end: async (signal) => {
      if (isRunning(child)) {
        const ended = once(child, 'exit')
        child.kill(signal)
        await ended
      }
      calls.close()
      return child.exitCode
    },
    memory: () => {
      const kibibytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
      return (Number(kibibytes ?? 0) * 1024) / 1e6
    },
    openFiles: () => readdirSync(`/proc/${pid}/fd`).length,
    said: () => said.join(''),
  }
}

/** Runs a program until it ends or the signal kills it. */
export function runProgram(
  entry: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  signal?: AbortSignal,
): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, [entry, ...args], {
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  signal?.addEventListener('abort', () => child.kill('SIGKILL'))
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, said })))
}

function isRunning(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null
}
