/**
 * Starts built portals for the journeys, each on a free port with a copy of one filled clinic in a temporary folder. The journeys of
 * Playwright call `fillClinic` once before all of them.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import {
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../apps/server/test/free-port.ts'
import { fillTime, now } from './clock.ts'

const root = join(import.meta.dirname, '..')
const thisBuild = join(root, 'dist')
const readyDeadlineMs = 600_000

/** The filled clinic. It is the same for every run of a build, because the clock of the demonstration begins at the same time. */
const filled = join(root, '.cache/filled-clinic')
const filledData = join(filled, 'data')

export type PortalOptions = {
  /** Environment variables of the server. */
  readonly settings?: Readonly<Record<string, string>>
  /** A script that changes the data before the portal starts: `script DATA_DIR TIME`. */
  readonly change?: string
  /** Whether the address has the host name `localhost`, because passkeys need a name. */
  readonly isNamed?: boolean
}

export type LaunchedPortal = {
  readonly url: string
  readonly stop: () => Promise<void>
  /** Starts the stopped portal again on the same port and data, also from the folder of another build. */
  readonly start: (build?: string) => Promise<void>
  /** Stops the portal and removes its data. */
  readonly end: () => Promise<void>
}

/** Fills the demonstration clinic of this build, unless an earlier run did. */
export default async function fillClinic(): Promise<void> {
  const build = readFileSync(join(thisBuild, 'sources.sha256'), 'utf8')
  const state = join(filled, 'sources.sha256')
  if (existsSync(state) && readFileSync(state, 'utf8') === build) return
  rmSync(filled, { recursive: true, force: true })
  mkdirSync(filled, { recursive: true })
  const folder = createFolder('filled')
  try {
    const server = await startServer(folder, 'filled', await freePort(), { DEMO_NOW: fillTime.toISOString() })
    await stopServer(server)
    copyFolder(folder, filledData)
  } finally {
    removeFolder(folder)
  }
  writeFileSync(state, build)
}

/** Starts a portal on its own copy of the filled clinic. Its log is `output/server-<name>.log`. */
export async function launchPortal(name: string, options: PortalOptions = {}): Promise<LaunchedPortal> {
  const folder = createFolder(name)
  try {
    copyFolder(filledData, folder)
    if (options.change !== undefined)
      execFileSync(process.execPath, [join(import.meta.dirname, options.change), folder, now().toISOString()])
    const port = await freePort()
    const url = `http://${options.isNamed ? 'localhost' : '127.0.0.1'}:${port}`
    const settings = options.isNamed ? { ...options.settings, PUBLIC_URL: url } : options.settings
    const start = (build?: string) => startServer(folder, name, port, settings, build)
    let server = await start()
    return {
      url,
      stop: () => stopServer(server),
      start: async (build) => {
        server = await start(build)
      },
      end: () => stopServer(server).finally(() => removeFolder(folder)),
    }
  } catch (error) {
    removeFolder(folder)
    throw error
  }
}

/** PostgreSQL of the root user runs as another one, so the folder lies where every user can reach it. */
function createFolder(name: string): string {
  return mkdtempSync(join(tmpdir(), `mi-portal-e2e-${name}-`))
}

/** Copies the content of a folder. The copy keeps the owner of the database's files, which is not root when root runs the journeys. */
function copyFolder(from: string, to: string): void {
  mkdirSync(to, { recursive: true })
  execFileSync('cp', ['-a', `${from}/.`, to])
}

function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
}

/** Starts the built portal on a folder, and waits until it is ready. */
async function startServer(
  dataDir: string,
  name: string,
  port: number,
  settings: Readonly<Record<string, string>> = {},
  build = thisBuild,
): Promise<ChildProcess> {
  const logPath = join(root, 'e2e/output', `server-${name}.log`)
  mkdirSync(join(root, 'e2e/output'), { recursive: true })
  const server = spawn(process.execPath, [join(build, 'server/main.mjs')], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    // The caller's configuration is not used: the journeys expect the unchanged demonstration clinic.
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      DATA_DIR: dataDir,
      DEMO: 'true',
      DEMO_NOW: now().toISOString(),
      // A journey signs in as more people than one address does.
      LIMITS_FACTOR: '10',
      LOG_LEVEL: 'info',
      ...settings,
    },
  })
  const output = createWriteStream(logPath, { flags: 'a' })
  server.stdout.pipe(output, { end: false })
  server.stderr.pipe(output, { end: false })
  const kill = () => server.kill('SIGKILL')
  process.once('exit', kill)
  server.once('exit', () => process.off('exit', kill))
  try {
    await waitUntilReady(server, `http://127.0.0.1:${port}`)
  } catch (error) {
    await stopServer(server)
    throw new Error(`the portal did not start; see ${logPath}`, { cause: error })
  }
  return server
}

async function waitUntilReady(server: ChildProcess, url: string): Promise<void> {
  const deadline = performance.now() + readyDeadlineMs
  while (performance.now() < deadline) {
    if (server.exitCode !== null) throw new Error(`the server ended with code ${server.exitCode}`)
    const answer = await fetch(`${url}/health/ready`).catch(() => null)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error(`not ready after ${readyDeadlineMs / 1000} s`)
}

function stopServer(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    const timeout = setTimeout(() => server.kill('SIGKILL'), 15_000)
    server.once('exit', () => {
      clearTimeout(timeout)
      resolve()
    })
    server.kill('SIGTERM')
  })
}
