/** Publishes the catalogues of a version before clinic packages as the first clinic package of this installation. */
import type { MovedSettings } from '../../../platform/config/moved.ts'
import { ConfigError } from '../../../platform/config/reader.ts'
import type { Database } from '../../../platform/database/database.ts'
import { imageBytes, readPackageFolder, shippedPackage } from '../package/package-files.service.ts'
import { readValidPackage } from '../package/read-package.service.ts'
import { InvalidPackageError, type PublishingService } from '../publishing.service.ts'
import { createPackageFromPrevious } from './previous-clinic.service.ts'
import { createPreviousTablesStore } from './previous-tables.store.ts'

/**
 * Publishes the catalogues of an earlier version, without approvals. Does nothing if a clinic was published, or if there are no
 * catalogues.
 *
 * @throws {ConfigError} when the tables or settings hold values that a clinic package may not have
 */
export async function adoptPreviousClinic(
  db: Database,
  publishing: PublishingService,
  settings: MovedSettings,
): Promise<void> {
  const tables = createPreviousTablesStore(db)
  if (!(await tables.isPrevious())) return
  const files = readPackageFolder(shippedPackage('demonstration'))
  const previous = createPackageFromPrevious(await readValidPackage(files), await tables.read(), settings)
  const publisher = { author: null, note: 'Datos de la versión anterior' }
  try {
    await publishing.adopt(previous, imageBytes(files), publisher)
  } catch (error) {
    if (error instanceof InvalidPackageError) throw new ConfigError(remedyOf(error.message))
    throw error
  }
}

function remedyOf(errors: string): string {
  return `The catalogues of the previous version cannot become a clinic package. Correct the rows of the tables, or the variables, and start again:\n${errors}`
}
