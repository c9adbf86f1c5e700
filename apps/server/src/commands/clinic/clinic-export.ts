import { writePackageFolder } from '../../modules/clinic/package/package-files.ts'
import { writePackage } from '../../modules/clinic/package/write-package.ts'
import { readStoredImages, readStoredPackage } from '../../modules/clinic/stored-package.ts'
import { readConfig } from '../../platform/config/config.ts'
import { fail, readPath, withOpenDatabase } from '../command-line.ts'

const usage = `npm run portal -- clinic:export FOLDER

Writes the published clinic package into a new or empty folder. Importing it again changes nothing. Run it with the server's
environment: node --env-file=/etc/mi-portal/portal.env dist/server/portal.mjs clinic:export FOLDER. The server may be running.`

export async function run(args: readonly string[]): Promise<void> {
  const { path: folder } = readPath(usage, args, {})
  const published = await withOpenDatabase(readConfig(), async (db) => {
    const clinic = await readStoredPackage(db)
    return clinic && { clinic, images: await readStoredImages(db, clinic) }
  })
  if (!published) fail('No hay una clínica publicada: publica una con npm run portal -- clinic:import FOLDER')
  writePackageFolder(folder, writePackage(published.clinic, published.images))
  process.stdout.write(`Paquete de ${published.clinic.clinic.brand} escrito en ${folder}\n`)
}
