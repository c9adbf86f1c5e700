import { usualDemonstration } from '../../platform/config/config.ts'
import { ConfigError } from '../../platform/config/reader.ts'
import * as clinicSql from './clinic.sql.ts'
import {
  hashPackageFiles,
  imageBytes,
  readPackageFolder,
  shippedNames,
  shippedPackage,
} from './package/package-files.ts'
import { readValidPackage } from './package/read-package.ts'
import { type PublishingParts, publishPackage } from './publish-package.ts'

/**
 * Publishes a shipped package for the demonstration. Its files are parsed only when they differ from those that were imported
 * before. Without a name, the database keeps the clinic that it has. Throws a `ConfigError` for an unknown name, and in a database
 * with another demonstration clinic, whose patients have appointments at that clinic's sites.
 */
export async function importShipped(parts: PublishingParts, chosen?: string): Promise<void> {
  const { db } = parts
  const stored = await clinicSql.shippedHash(db)
  const present = typeof stored === 'string' ? stored.split(' ', 1)[0] : undefined
  const name = chosen ?? present ?? usualDemonstration
  if (!shippedNames().includes(name))
    throw new ConfigError(`DEMO_CLINIC should be one of ${shippedNames().join(', ')}`)
  if (present !== undefined && present !== name)
    throw new ConfigError(
      `DEMO_CLINIC should be ${present}, the clinic in this database; another one needs another DATA_DIR or DATABASE_URL`,
    )
  const files = readPackageFolder(shippedPackage(name))
  const hash = `${name} ${hashPackageFiles(files)}`
  if (stored === hash) return
  const clinic = await readValidPackage(files)
  await publishPackage(parts, clinic, imageBytes(files), { author: null, note: `Paquete ${name}` })
  await clinicSql.rememberShipped(db, hash)
}
