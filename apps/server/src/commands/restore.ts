/** `npm run restore -- FOLDER`: proves a backup, and puts it where nothing is yet. */
import { parseArgs } from 'node:util'
import { readConfig } from '../platform/config.ts'
import { openFiles } from '../wiring.ts'
import { amounts, reportTrouble } from './backups/report.ts'
import { proveBackup, restoreBackup } from './backups/restore-backup.ts'
import { readIdentities } from './backups/sealed.ts'

const usage = `npm run restore -- FOLDER --identity FILE [options]

  --identity FILE    the key that the backup was sealed for
  --check            only reads all of it and says whether it is whole
  --another-secret   although SECRET_KEY is another than when it was saved
  --programs FOLDER  where pg_restore is, if not on the PATH

With the environment of the server that is to come. PostgreSQL: an empty database after deploy/roles.sql; the embedded
one: a DATA_DIR with nothing in it. Nothing is touched unless all of the backup could be read.`

const { values: given, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    identity: { type: 'string' },
    check: { type: 'boolean', default: false },
    'another-secret': { type: 'boolean', default: false },
    programs: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})

async function run(): Promise<void> {
  const [folder] = positionals
  if (given.help || folder === undefined || given.identity === undefined) {
    process.stdout.write(`${usage}\n`)
    if (!given.help) process.exitCode = 1
    return
  }
  const began = performance.now()
  const identities = await readIdentities(given.identity)
  if (given.check) {
    process.stdout.write(`whole: ${amounts(await proveBackup({ folder, identities }), began)}\n`)
    return
  }
  const config = readConfig()
  const manifest = await restoreBackup({
    folder,
    identities,
    config,
    files: await openFiles(config),
    programs: given.programs,
    anotherSecret: given['another-secret'],
  })
  process.stdout.write(`restored as of ${manifest.made_at}: ${amounts(manifest, began)}\n`)
}

await run().catch(reportTrouble)
