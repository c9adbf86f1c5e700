import { verifySeals } from '../modules/audit/seals/verify-seals.ts'
import { readConfig } from '../platform/config/config.ts'
import { fail, readOptions, withOpenDatabase } from './command-line.ts'

const usage = `npm run portal -- audit:verify [-- --head BLOCK:HASH]

  --head BLOCK:HASH   a block that was noted outside of the database, from the log line "audit log sealed"

With the environment of the server. Ends with 0 where the audit log is as it was sealed, and with 1 where it is not.
It works beside a running server.`

const whatIsWrong = {
  changed: 'was changed',
  removed: 'was removed',
  inserted: 'was inserted',
  seal: 'the block itself was changed',
  missing: 'the block is missing',
  signature: 'the signature is not of SECRET_KEY or SECRET_KEY_PREVIOUS',
} as const

export async function run(args: readonly string[]): Promise<void> {
  const given = readOptions(usage, args, { head: { type: 'string' } })
  const [, block, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(given.head ?? '') ?? []
  if (given.head !== undefined && hash === undefined) fail(usage)
  const config = readConfig()
  await withOpenDatabase(config, async (db) => {
    const expected = hash === undefined ? undefined : { block: Number(block), hash }
    const { blocks, entries, head, finding } = await verifySeals({ db, config }, expected)
    const proven = `${blocks} blocks with ${entries} entries are as they were sealed`
    if (finding === null) {
      process.stdout.write(`${proven}\n`)
      if (head !== null) process.stdout.write(`head ${head.block}:${head.hash}\n`)
      return
    }
    const place = finding.entry === null ? '' : ` entry ${finding.entry}`
    process.stdout.write(
      `WRONG: block ${finding.block}${place}: ${whatIsWrong[finding.what]}\n${proven} before it\n`,
    )
    process.exitCode = 1
  })
}
