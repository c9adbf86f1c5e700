/** The first start beside busy programs: slower, and never failing. Needs `npm run build`. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../apps/server/test/free-port.ts'

const server = join(import.meta.dirname, '../../dist/server/main.mjs')

/** Half of an hour in seconds: it finds a start that hangs. */
const longest = 1800

/** Starts processes that do nothing but use a processor. They end with the test. */
function startBusyProcesses(count: number): void {
  for (let started = 0; started < count; started += 1) {
    const busy = spawn(process.execPath, ['--eval', 'for (;;);'], { stdio: 'ignore' })
    onTestFinished(() => {
      busy.kill('SIGKILL')
    })
  }
}

/** Two with `npm run test:full`; `vitest.config.ts` sets more for `npm run test:release`. */
const count = Number(process.env.BUSY_PROCESSES ?? 2)

test(
  `on an empty folder, beside ${count} busy processes, the demonstration starts and a patient signs in`,
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'mi-portal-busy-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    startBusyProcesses(count)
    const port = await freePort()
    const child = spawn(process.execPath, [server], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { PATH: process.env.PATH, PORT: String(port), DATA_DIR: folder },
    })
    onTestFinished(async () => {
      if (child.exitCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    })
    const errors = text(child.stderr)
    const url = `http://127.0.0.1:${port}`
    await expect
      .poll(
        async () =>
          child.exitCode === null ? (await fetch(`${url}/health/ready`).catch(() => null))?.status : errors,
        { timeout: longest * 1000, interval: 1000 },
      )
      .toBe(200)
    const signedIn = await fetch(`${url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ document_type_id: 1, document_number: '12345678-5', password: 'Portal2026' }),
    })
    expect(signedIn.status).toBe(200)
    child.kill('SIGTERM')
    expect(await errors).toBe('')
  },
  (longest + 60) * 1000,
)
