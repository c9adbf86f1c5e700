/** Starts and stops the servers under measure. Each is a separate process with the same Node. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'node:http'
import { join } from 'node:path'
import { freePort } from '../../apps/server/test/free-port.ts'
import { bundleProgram } from '../../scripts/build-steps/bundle-server.ts'

export const root = join(import.meta.dirname, '../..')
const built = join(root, 'dist/bench')

export type Server = {
  readonly pid: number
  readonly port: number
  /** Milliseconds from the start of the process to the end of its first answer. */
  readonly startMs: number
  /**
   * Runs `work`. Returns its result, and the 99th percentile of the event loop’s delay in milliseconds. It
   * works only with `probe`.
   */
  readonly probed: <T>(work: () => Promise<T>) => Promise<{ readonly result: T; readonly delay: number }>
  readonly stop: () => Promise<void>
}

type ServerOptions = {
  readonly entry: string
  readonly environment: Readonly<Record<string, string>>
  /** The call that is repeated until it returns 200: path and headers. */
  readonly first: { readonly path: string; readonly headers?: Readonly<Record<string, string>> }
  /** Whether the delay of the event loop can be measured. */
  readonly probe?: boolean
}

/**
 * Bundles B, its scheduling service and the password verifier, in the same way as the portal’s server.
 */
export async function bundleBareServers(): Promise<{
  bare: string
  desk: string
  booking: string
  verifier: string
}> {
  await bundleProgram(join(import.meta.dirname, './bare-server.ts'), built)
  await bundleProgram(join(import.meta.dirname, './bare-front-desk.ts'), built)
  await bundleProgram(join(import.meta.dirname, './bare-booking.ts'), built)
  await bundleProgram(join(import.meta.dirname, './verify-server.ts'), built)
  return {
    bare: join(built, 'bare-server.mjs'),
    desk: join(built, 'bare-front-desk.mjs'),
    booking: join(built, 'bare-booking.mjs'),
    verifier: join(built, 'verify-server.mjs'),
  }
}

const startDeadlineMs = 60_000

export async function startServer(options: ServerOptions): Promise<Server> {
  const port = await freePort()
  const flags = options.probe ? ['--import', join(import.meta.dirname, './loop-probe.ts')] : []
  const started = performance.now()
  const child = spawn(process.execPath, [...flags, options.entry], {
    cwd: root,
    env: { PATH: process.env.PATH, ...options.environment, PORT: String(port), HOST: '127.0.0.1' },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  // A server that keeps running would disturb the next measure.
  const kill = () => child.kill()
  process.on('exit', kill)
  child.once('exit', () => process.off('exit', kill))
  const said: string[] = []
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      said.push(text)
      if (said.length > 50) said.shift()
    })
  }
  while (!(await answers(port, options.first))) {
    if (child.exitCode !== null || performance.now() - started > startDeadlineMs) {
      child.kill('SIGKILL')
      throw new Error(`${options.entry} did not answer: ${said.join('')}`)
    }
    await new Promise((resolve) => {
      setTimeout(resolve, 3)
    })
  }
  const startMs = performance.now() - started
  return {
    pid: child.pid ?? 0,
    port,
    startMs,
    probed: async (work) => {
      child.send('start')
      const result = await work()
      child.send('read')
      const [message] = await once(child, 'message')
      return { result, delay: Number(message.p99) }
    },
    stop: () => stop(child),
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const late = setTimeout(() => child.kill('SIGKILL'), 12_000)
  await ended
  clearTimeout(late)
}

function answers(port: number, first: ServerOptions['first']): Promise<boolean> {
  return new Promise((resolve) => {
    const call = request(
      { host: '127.0.0.1', port, path: first.path, headers: first.headers, agent: false },
      (response) => {
        response.resume().on('end', () => resolve(response.statusCode === 200))
      },
    )
    call.on('error', () => resolve(false))
    call.end()
  })
}

/** Sends one request and returns the answer. */
export function ask(
  port: number,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ status: number; headers: Readonly<Record<string, unknown>>; body: string }> {
  return new Promise((resolve, reject) => {
    const call = request({ host: '127.0.0.1', port, path, headers, agent: false }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(parts).toString(),
        }),
      )
    })
    call.on('error', reject)
    call.end()
  })
}
