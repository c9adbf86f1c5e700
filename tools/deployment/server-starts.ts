/** Starts the built server and a PostgreSQL as an installation has them, for the tests of this folder. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { onTestFinished } from 'vitest'
import { freePort } from '../../apps/server/test/free-port.ts'
import { type PostgresServer, startPostgres } from '../../apps/server/test/postgres.ts'

const root = join(import.meta.dirname, '../..')

/** Starts a cluster with the roles of an installation. */
export async function startCluster(): Promise<PostgresServer> {
  const cluster = await startPostgres()
  await asSuperuser(cluster.url, readFileSync(join(root, 'deploy/roles.sql'), 'utf8'))
  return cluster
}

export async function asSuperuser(url: string, script: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  for (const words of script.split(/;\n/)) if (words.trim() !== '') await client.query(words)
  await client.end()
}

export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'mi-portal-start-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Starts the built server, and stops it when the test ends. */
export async function begin(environment: Record<string, string>) {
  const port = await freePort()
  const folder = newFolder()
  const child = spawn(process.execPath, [join(root, 'dist/server/main.mjs')], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, PORT: String(port), DATA_DIR: folder, ...environment },
  })
  onTestFinished(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGTERM')
    await once(child, 'exit')
  })
  const said = { out: text(child.stdout), err: text(child.stderr) }
  return { child, port, folder, said }
}

/** Returns the output and the exit code of a start that fails. */
export async function rejected(environment: Record<string, string>) {
  const { child, said } = await begin(environment)
  const [code] = await once(child, 'exit')
  return { code, lines: (await said.err).trim().split('\n'), out: await said.out }
}

/** Signs in as a patient of the demonstration, with the published password. */
export function signIn(port: number): Promise<Response> {
  return fetch(`http://127.0.0.1:${port}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ document_type_id: 1, document_number: '12345678-5', password: 'Portal2026' }),
  })
}

export async function untilReady(port: number): Promise<Record<string, unknown>> {
  for (let tries = 0; tries < 1000; tries += 1) {
    const answer = await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => null)
    if (answer?.ok) return answer.json()
    await wait(200)
  }
  throw new Error('not ready')
}
