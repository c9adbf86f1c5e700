import { writePackageFolder } from '../../modules/clinic/package/package-files.ts'
import { writePackage } from '../../modules/clinic/package/write-package.ts'
import { readStoredImages, readStoredPackage } from '../../modules/clinic/stored-package.ts'
import { readConfig } from '../../platform/config/config.ts'
import { readMigrations } from '../../platform/database/migrate.ts'
import { withDatabase } from '../../platform/database/open.ts'
import { migrationsFolder } from '../../platform/installed.ts'
import { createLogger } from '../../platform/logger.ts'
import { fail, readOptions, requireOnePath } from '../command-line.ts'

const usage = `npm run portal -- clinic:export FOLDER

Writes the published clinic package into a new or empty folder. Importing it again changes nothing. Run it with the server's
environment: node --env-file=/etc/mi-portal/portal.env dist/server/portal.mjs clinic:export FOLDER. The server may be running.`

export async function run(args: readonly string[]): Promise<void> {
  const { positionals } = readOptions(usage, args, {
    allowPositionals: true,
    options: { help: { type: 'boolean', default: false } },
  })
  const folder = requireOnePath(usage, positionals)
  const config = readConfig()
  const published = await withDatabase(
    config,
    readMigrations(migrationsFolder()),
    createLogger('silent'),
    async (db) => {
      const clinic = await readStoredPackage(db)
      return clinic && { clinic, images: await readStoredImages(db, clinic) }
    },
  )
  if (!published) fail('No hay una clínica publicada: publica una con npm run portal -- clinic:import FOLDER')
  writePackageFolder(folder, writePackage(published.clinic, published.images))
  process.stdout.write(`Paquete de ${published.clinic.clinic.brand} escrito en ${folder}\n`)
}
