import { openFiles } from '../adapters/choose.ts'
import { readConfig } from '../platform/config/config.ts'
import { readMigrations } from '../platform/database/migrate.ts'
import { migrationsFolder } from '../platform/installed.ts'
import { describeAmounts } from './backups/report.ts'
import { restoreBackup, verifyBackup } from './backups/restore-backup.ts'
import { readIdentities } from './backups/sealed.ts'
import { fail, readArguments } from './command-line.ts'

const usage = `npm run portal -- restore FOLDER --identity FILE [options]

  --identity FILE    the key that the backup was encrypted for
  --check            only reads the whole backup and reports whether it is intact
  --another-secret   restores it although SECRET_KEY is another than when it was made

Run it with the environment of the future server. With DATABASE_URL: into an empty database after deploy/roles.sql;
without: into an empty DATA_DIR. Nothing is changed unless the whole backup could be read.`

export async function run(args: readonly string[]): Promise<void> {
  const { values: given, positionals } = readArguments(usage, args, {
    identity: { type: 'string' },
    check: { type: 'boolean', default: false },
    'another-secret': { type: 'boolean', default: false },
  })
  const [folder] = positionals
  if (folder === undefined || given.identity === undefined) return fail(usage)
  const began = performance.now()
  const identities = await readIdentities(given.identity)
  if (given.check) {
    process.stdout.write(`intact: ${describeAmounts(await verifyBackup({ folder, identities }), began)}\n`)
    return
  }
  const config = readConfig()
  const manifest = await restoreBackup({
    folder,
    identities,
    config,
    migrations: readMigrations(migrationsFolder()),
    openFiles: (secrets) => openFiles({ ...config, secrets }),
    anotherSecret: given['another-secret'],
  })
  process.stdout.write(`restored as of ${manifest.made_at}: ${describeAmounts(manifest, began)}\n`)
}
