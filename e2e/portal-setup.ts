/** Starts the built portal for the journeys: a free port, a clinic of its own in a temporary folder. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { createWriteStream, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../apps/server/test/free-port.ts'

const root = join(import.meta.dirname, '..')
const readyDeadlineMs = 120_000

export default async function setup(): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'mi-portal-e2e-'))
  const { url, end } = await launchPortal(dataDir, 'server').catch((error: unknown) => {
    rmSync(dataDir, { recursive: true, force: true })
    throw error
  })
  process.env.E2E_URL = url
  return async () => {
    await end()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

type Launched = { readonly url: string; readonly end: () => Promise<void> }

/** A clinic of a journey's own, into whose database `script DATA_DIR` writes before it opens. */
export async function launchChanged(
  log: string,
  script: string,
  settings: Record<string, string> = {},
): Promise<Launched> {
  const folder = mkdtempSync(join(tmpdir(), `mi-portal-${log}-`))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    await (await launchPortal(folder, log)).end()
    execFileSync(process.execPath, [script, folder])
    const { url, end } = await launchPortal(folder, log, settings)
    return { url, end: () => end().finally(remove) }
  } catch (error) {
    remove()
    throw error
  }
}

/** Starts the built portal on a free port over that folder; its log goes to `output/<log>.log`. */
async function launchPortal(
  dataDir: string,
  log: string,
  settings: Record<string, string> = {},
): Promise<Launched> {
  const place = join(root, 'e2e/output', `${log}.log`)
  mkdirSync(join(root, 'e2e/output'), { recursive: true })
  const url = `http://127.0.0.1:${await freePort()}`
  const server = spawn(process.execPath, [join(root, 'dist/server/main.mjs')], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    // Nothing of the caller's configuration: the journeys expect the demonstration clinic as it comes.
    env: {
      PATH: process.env.PATH,
      PORT: new URL(url).port,
      DATA_DIR: dataDir,
      DEMO: 'true',
      // Every journey comes from an address of its own, so that none uses up the tries of another.
      TRUST_PROXY: 'on',
      LOG_LEVEL: 'info',
      ...settings,
    },
  })
  const output = createWriteStream(place, { flags: 'a' })
  server.stdout.pipe(output, { end: false })
  server.stderr.pipe(output, { end: false })
  const kill = () => server.kill('SIGKILL')
  process.once('exit', kill)
  const end = async () => {
    await stop(server)
    process.off('exit', kill)
  }
  try {
    await ready(server, url)
  } catch (error) {
    await end()
    throw new Error(`the portal did not start; see ${place}`, { cause: error })
  }
  return { url, end }
}

async function ready(server: ChildProcess, url: string): Promise<void> {
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
    const impatient = setTimeout(() => server.kill('SIGKILL'), 15_000)
    server.once('exit', () => {
      clearTimeout(impatient)
      resolve()
    })
    server.kill('SIGTERM')
  })
}
