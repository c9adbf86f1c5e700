/** `npm run backup`: saves database and files into a folder, sealed for whoever keeps the key. */
import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { systemClock } from '../platform/clock.ts'
import { readConfig } from '../platform/config.ts'
import { openFiles } from '../wiring.ts'
import { makeBackup, removeOlder } from './backups/make-backup.ts'
import { amounts, reportTrouble } from './backups/report.ts'
import { newKey } from './backups/sealed.ts'
import { BackupTrouble } from './backups/trouble.ts'

const usage = `npm run backup -- --to FOLDER --recipient age1… [options]

  --recipient R      sealed for this age recipient; may be given again
  --keep N           then removes older backups in FOLDER but the newest N
  --programs FOLDER  where pg_dump is, if not on the PATH
  --new-key FILE     instead: makes a key, writes it into FILE and prints its recipient

With the server's environment. PostgreSQL: while the servers run; the embedded database: while the server is stopped.
Ends with 2 where the backup was made, and files are missing or changed where they are kept.`

const { values: given } = parseArgs({
  options: {
    to: { type: 'string' },
    recipient: { type: 'string', multiple: true, default: [] },
    keep: { type: 'string' },
    programs: { type: 'string' },
    'new-key': { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})

async function makeKey(file: string): Promise<void> {
  const { identity, recipient } = await newKey()
  await writeFile(file, `# public key: ${recipient}\n${identity}\n`, { mode: 0o600, flag: 'wx' })
  process.stdout.write(
    `${recipient}\nKeep ${file} away from the machines it saves: it alone opens the backups.\n`,
  )
}

async function run(): Promise<void> {
  if (given['new-key'] !== undefined) return makeKey(given['new-key'])
  if (given.help || given.to === undefined) {
    process.stdout.write(`${usage}\n`)
    if (!given.help) process.exitCode = 1
    return
  }
  const keep = given.keep === undefined ? null : Number(given.keep)
  if (keep !== null && !(Number.isInteger(keep) && keep > 0))
    throw new BackupTrouble('--keep should be a whole number from 1')
  const config = readConfig()
  const files = await openFiles(config)
  const began = performance.now()
  const made = await makeBackup({
    config,
    files,
    to: given.to,
    recipients: given.recipient,
    programs: given.programs,
    now: systemClock.now(),
  })
  process.stdout.write(`saved ${amounts(made.manifest, began)}\n${made.folder}\n`)
  for (const name of keep === null ? [] : await removeOlder(given.to, keep))
    process.stdout.write(`removed ${name}\n`)
  for (const key of made.missing) process.stderr.write(`the file ${key} is missing\n`)
  for (const key of made.damaged) process.stderr.write(`the file ${key} is not what was once stored\n`)
  if (made.missing.length + made.damaged.length > 0) process.exitCode = 2
}

await run().catch(reportTrouble)
