/** The first start beside busy programs: slower, and never failing. Needs `npm run build`. */
import { spawn } from 'node:child_process'
import { expect, onTestFinished, test } from 'vitest'
import { begin, signIn } from './server-starts.ts'

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
    startBusyProcesses(count)
    const { child, port, said } = await begin({})
    await expect
      .poll(
        async () =>
          child.exitCode === null
            ? (await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => null))?.status
            : said.err,
        { timeout: longest * 1000, interval: 1000 },
      )
      .toBe(200)
    expect((await signIn(port)).status).toBe(200)
    child.kill('SIGTERM')
    expect(await said.err).toBe('')
  },
  (longest + 60) * 1000,
)
