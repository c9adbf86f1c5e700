import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'

test('a process keeps running and exits normally after the reader of its log is gone', async () => {
  const logger = JSON.stringify(new URL('./logger.ts', import.meta.url).href)
  const script = `
    import { createLogger } from ${logger}
    const logger = createLogger('info')
    process.stdin.once('data', () => {
      for (let line = 0; line < 1_000; line += 1) logger.info({ line }, 'message without a reader')
      process.exit(7)
    })
    logger.info({}, 'ready')`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  try {
    const ended = once(child, 'exit')
    await once(child.stdout, 'data')
    child.stdout.destroy()
    child.stdin.write('go on')
    expect(await ended).toEqual([7, null])
  } finally {
    child.kill('SIGKILL')
  }
})
