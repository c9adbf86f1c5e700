import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { FolderHeldError } from './folder-errors.ts'
import { lockFolder } from './folder-lock.ts'

const script = join(import.meta.dirname, '../../../../test/drills/take-lock.ts')
const children = new Set<ChildProcess>()
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lock-'))
})

afterEach(() => {
  for (const child of children) child.kill('SIGKILL')
  children.clear()
  rmSync(folder, { recursive: true })
})

/** Another process that wants the folder. Resolves when it holds it, or has ended. */
async function starter(): Promise<{
  child: ChildProcess
  outcome: 'held' | 'refused'
  line: string
  code: number | null
}> {
  const child = spawn(process.execPath, [script, folder], { stdio: ['ignore', 'pipe', 'pipe'] })
  children.add(child)
  let line = ''
  child.stderr.on('data', (text) => {
    line += text
  })
  return new Promise((resolve) => {
    child.stdout.once('data', () => resolve({ child, outcome: 'held', line, code: null }))
    child.once('close', (code) => resolve({ child, outcome: 'refused', line, code }))
  })
}

async function kill(child: ChildProcess) {
  const ended = new Promise((resolve) => child.once('close', resolve))
  child.kill('SIGKILL')
  await ended
}

test('of two servers started together one gets the folder and the other is refused', async () => {
  for (let round = 0; round < 3; round += 1) {
    const starters = await Promise.all([starter(), starter(), starter()])
    expect(starters.map(({ outcome }) => outcome).sort()).toEqual(['held', 'refused', 'refused'])
    await Promise.all(starters.filter(({ outcome }) => outcome === 'held').map(({ child }) => kill(child)))
  }
})

test('a second server is refused within two seconds, with one line that names folder and holder', async () => {
  const first = await starter()
  const started = performance.now()
  const second = await starter()
  expect(performance.now() - started).toBeLessThan(2000)
  expect(second).toMatchObject({ outcome: 'refused', code: 1 })
  expect(second.line.trim().split('\n')).toHaveLength(1)
  expect(second.line).toContain(folder)
  expect(second.line).toContain(`process ${first.child.pid}`)
})

test('the folder of a killed server is taken over', async () => {
  const first = await starter()
  await kill(first.child)
  const lock = await lockFolder(folder)
  lock.release()
})

test('a number left by a dead server, now that of another program, keeps nobody out', async () => {
  writeFileSync(join(folder, 'holder'), `${process.ppid}\n`)
  const lock = await lockFolder(folder)
  lock.release()
})

test('a lock is held against the own process too, and free after its release', async () => {
  const lock = await lockFolder(folder)
  await expect(lockFolder(folder)).rejects.toThrow(FolderHeldError)
  lock.release()
  const next = await lockFolder(folder)
  next.release()
})
