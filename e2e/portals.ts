/**
 * Starts built portals for the journeys, each on a free port with a separate clinic in a temporary folder. The journeys of Playwright call
 * `fillClinic` once before all of them.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { createWriteStream, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../apps/server/test/free-port.ts'

const root = join(import.meta.dirname, '..')
const thisBuild = join(root, 'dist')
const readyDeadlineMs = 120_000

/** Names the folder of a filled clinic for the processes of the journeys. */
const filledClinic = 'MI_PORTAL_FILLED_CLINIC'

type LaunchedPortal = { readonly url: string; readonly end: () => Promise<void> }

/**
 * Fills one demonstration clinic before the journeys, and removes it after them. Portals that start in the meantime begin with a copy of
 * it, which takes a tenth of the time of filling another one.
 */
export default async function fillClinic(): Promise<() => void> {
  const { folder, remove } = createFolder('filled')
  await removeAfterFailure(remove, async () => (await launchPortal(folder, 'server-filled')).end())
  process.env[filledClinic] = folder
  return remove
}

/** Starts a portal with its own folder, which is removed when the portal ends. Its log is `output/server-<name>.log`. */
export async function launchIsolatedPortal(
  name: string,
  settings: Record<string, string> = {},
): Promise<LaunchedPortal> {
  const { folder, remove } = createFolder(name)
  const { url, end } = await removeAfterFailure(remove, () =>
    launchPortal(folder, `server-${name}`, settings),
  )
  return { url, end: () => end().finally(remove) }
}

/** Starts a copy of the filled clinic for a journey; `script DATA_DIR` changes its database before it opens. */
export async function launchModifiedPortal(
  log: string,
  script: string,
  settings: Record<string, string> = {},
): Promise<LaunchedPortal> {
  const { folder, remove } = createFolder(log)
  const { url, end } = await removeAfterFailure(remove, async () => {
    execFileSync(process.execPath, [script, folder])
    return launchPortal(folder, log, settings)
  })
  return { url, end: () => end().finally(remove) }
}

/**
 * Starts a separate clinic for a journey; its server can be stopped, and started again on the same port and data, also from the folder
 * of another build.
 */
export async function launchRestartablePortal(log: string) {
  const { folder, remove } = createFolder(log)
  const port = await freePort()
  const launch = (build = thisBuild) => launchPortal(folder, log, { PORT: String(port) }, build)
  let launched = await removeAfterFailure(remove, launch)
  return {
    url: launched.url,
    stop: () => launched.end(),
    start: async (build?: string) => {
      launched = await launch(build)
    },
    end: () => launched.end().finally(remove),
  }
}

/** Starts a separate clinic whose address has the host name `localhost`, because passkeys need a name. */
export async function launchNamedPortal(log: string): Promise<LaunchedPortal> {
  const port = String(await freePort())
  const url = `http://localhost:${port}`
  const { end } = await launchIsolatedPortal(log, { PORT: port, PUBLIC_URL: url })
  return { url, end }
}

/** Creates the folder of a clinic: a copy of the filled one if there is one, otherwise an empty folder. */
function createFolder(name: string): { readonly folder: string; readonly remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), `mi-portal-e2e-${name}-`))
  const filled = process.env[filledClinic]
  // The copy keeps the owner of the database's files, which are not root's when root runs the journeys.
  if (filled !== undefined) execFileSync('cp', ['-a', `${filled}/.`, folder])
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** Runs the work, and removes its folder when it fails. */
async function removeAfterFailure<Result>(remove: () => void, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    remove()
    throw error
  }
}

/**
 * Starts the built portal on that folder, on a free port unless `PORT` is set. Its log is written to
 * `output/<log>.log`.
 */
async function launchPortal(
  dataDir: string,
  log: string,
  settings: Record<string, string> = {},
  build = thisBuild,
): Promise<LaunchedPortal> {
  const logPath = join(root, 'e2e/output', `${log}.log`)
  mkdirSync(join(root, 'e2e/output'), { recursive: true })
  const url = `http://127.0.0.1:${settings.PORT ?? (await freePort())}`
  const server = spawn(process.execPath, [join(build, 'server/main.mjs')], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    // The caller's configuration is not used: the journeys expect the unchanged demonstration clinic.
    env: {
      PATH: process.env.PATH,
      PORT: new URL(url).port,
      DATA_DIR: dataDir,
      DEMO: 'true',
      // Every journey has its own client address, so that none uses up the rate limit of another.
      TRUST_PROXY: 'on',
      LOG_LEVEL: 'info',
      ...settings,
    },
  })
  const output = createWriteStream(logPath, { flags: 'a' })
  server.stdout.pipe(output, { end: false })
  server.stderr.pipe(output, { end: false })
  const kill = () => server.kill('SIGKILL')
  process.once('exit', kill)
  const end = async () => {
    await stop(server)
    process.off('exit', kill)
  }
  try {
    await waitUntilReady(server, url)
  } catch (error) {
    await end()
    throw new Error(`the portal did not start; see ${logPath}`, { cause: error })
  }
  return { url, end }
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

function stop(server: ChildProcess): Promise<void> {
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
