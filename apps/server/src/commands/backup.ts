import { writeFile } from 'node:fs/promises'
import { openFiles } from '../adapters/choose.ts'
import { systemClock } from '../platform/clock.ts'
import { readConfig } from '../platform/config/config.ts'
import { withOwnerUrl } from '../platform/database/open.ts'
import { BackupError } from '../platform/database/table-archive.ts'
import { productVersion } from '../platform/version.ts'
import { makeBackup, removeOlder } from './backups/make-backup.ts'
import { describeAmounts } from './backups/report.ts'
import { newKey } from './backups/sealed.ts'
import { fail, readOptions } from './command-line.ts'

const usage = `npm run portal -- backup --to FOLDER --recipient age1… [options]

  --recipient R    encrypts it for this age recipient; may be given again
  --keep N         then removes all but the newest N backups in FOLDER
  --new-key FILE   instead: creates a key, writes it into FILE and prints its recipient

Run it with the server's environment. Servers may go on working meanwhile.
Exit code 2: the backup was made, and the files named are missing or damaged.`

async function createKey(file: string): Promise<void> {
  const { identity, recipient } = await newKey()
  await writeFile(file, `# public key: ${recipient}\n${identity}\n`, { mode: 0o600, flag: 'wx' })
  process.stdout.write(
    `${recipient}\nKeep ${file} away from the machines that are backed up: only this key decrypts the backups.\n`,
  )
}

export async function run(args: readonly string[]): Promise<void> {
  const given = readOptions(usage, args, {
    to: { type: 'string' },
    recipient: { type: 'string', multiple: true, default: [] },
    keep: { type: 'string' },
    'new-key': { type: 'string' },
  })
  if (given['new-key'] !== undefined) return createKey(given['new-key'])
  if (given.to === undefined) return fail(usage)
  const keep = given.keep === undefined ? null : Number(given.keep)
  if (keep !== null && !(Number.isInteger(keep) && keep > 0))
    throw new BackupError('--keep should be a whole number from 1')
  const config = readConfig()
  const { to } = given
  const files = await openFiles(config)
  const began = performance.now()
  const made = await withOwnerUrl(config, (url) =>
    makeBackup({
      config,
      url,
      files,
      to,
      recipients: given.recipient,
      version: productVersion,
      now: systemClock.now(),
    }),
  )
  process.stdout.write(`saved ${describeAmounts(made.manifest, began)}\n${made.folder}\n`)
  for (const name of keep === null ? [] : await removeOlder(given.to, keep))
    process.stdout.write(`removed ${name}\n`)
  for (const key of made.missing) process.stderr.write(`the file ${key} is missing\n`)
  for (const key of made.damaged) process.stderr.write(`the file ${key} differs from what was stored\n`)
  if (made.missing.length + made.damaged.length > 0) process.exitCode = 2
}
