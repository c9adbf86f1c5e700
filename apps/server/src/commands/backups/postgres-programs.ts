/** PostgreSQL's own pg_dump and pg_restore, which know their database better than anything written here. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Bytes } from './sealed.ts'
import { BackupTrouble } from './trouble.ts'

type At = {
  readonly url: string
  /** Folder of the programs; undefined: they are on the PATH. */
  readonly programs: string | undefined
}

/** The address without its password, which a program's arguments would show to everybody on the machine. */
async function withoutPassword(url: string): Promise<{ address: string; forget: () => Promise<void> }> {
  const address = new URL(url)
  const password = decodeURIComponent(address.password)
  address.password = ''
  if (password === '') return { address: address.toString(), forget: async () => {} }
  const folder = await mkdtemp(join(tmpdir(), 'mi-portal-pass-'))
  const file = join(folder, 'pass')
  await writeFile(file, `*:*:*:*:${password.replace(/([\\:])/g, '\\$1')}\n`, { mode: 0o600 })
  address.searchParams.set('passfile', file)
  return { address: address.toString(), forget: () => rm(folder, { recursive: true, force: true }) }
}

function run({ programs }: At, name: string, args: readonly string[], input: 'pipe' | 'ignore') {
  const child = spawn(programs ? join(programs, name) : name, args, { stdio: [input, 'pipe', 'pipe'] })
  let said = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-2000)
  })
  const ended = once(child, 'exit').then(
    ([code]) => {
      if (code !== 0) throw new BackupTrouble(`${name} failed: ${said.trim().replace(/\s*\n\s*/g, '; ')}`)
    },
    (error: Error) => {
      throw new BackupTrouble(
        `${name} did not start: install PostgreSQL's client programs (${error.message})`,
      )
    },
  )
  // Told by whoever waits for the end; until then nobody listens.
  ended.catch(() => {})
  return { child, ended }
}

/** The database as of a snapshot that a transaction exported and keeps open meanwhile. */
export async function* dumpOf(at: At, snapshot: string): AsyncGenerator<Uint8Array> {
  const { address, forget } = await withoutPassword(at.url)
  try {
    const { child, ended } = run(
      at,
      'pg_dump',
      ['--format=custom', '--compress=1', `--snapshot=${snapshot}`, '--no-owner', `--dbname=${address}`],
      'ignore',
    )
    if (child.stdout) yield* child.stdout as AsyncIterable<Uint8Array>
    await ended
  } finally {
    await forget()
  }
}

/** Fills an empty database, or leaves it as it was. */
export async function restoreDump(at: At, dump: Bytes): Promise<void> {
  const { address, forget } = await withoutPassword(at.url)
  try {
    const { child, ended } = run(
      at,
      'pg_restore',
      ['--single-transaction', '--exit-on-error', '--no-owner', `--dbname=${address}`],
      'pipe',
    )
    child.stdout?.resume()
    const fed = child.stdin ? pipeline(Readable.from(dump), child.stdin) : Promise.resolve()
    const unfed = await fed.then(
      () => null,
      (error: unknown) => error,
    )
    // Its own words say more than that it stopped reading.
    await ended
    if (unfed !== null) throw unfed
  } finally {
    await forget()
  }
}
