/** Finds the installation that a command works on. Without this, a command in the wrong folder would create a second one. */

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import * as installationSql from '../modules/installation/installation.sql.ts'
import { readConfig, readDatabaseUrl, readDataDir } from '../platform/config/config.ts'
import { databaseFolder } from '../platform/database/embedded-postgres/data-folder.ts'
import { askUnmigrated } from '../platform/database/open.ts'
import { fail } from './command-line.ts'
import type { Place } from './command-list.ts'

const remedy =
  'Define DATA_DIR o DATABASE_URL como para el servidor (en el entorno o en el archivo .env de esta carpeta), o inicia antes el portal: npm start.'

/**
 * Prints which installation is used on the standard error output, so that the output of the command stays as it is, and runs the command.
 *
 * @throws {CommandError} when there is no installation. Nothing was created.
 */
export async function withInstallation(place: Exclude<Place, 'nothing'>, run: () => Promise<void>) {
  const folder = readDataDir()
  const address = readDatabaseUrl()
  if (place === 'folder' || address === undefined) requireDataFolder(folder, place)
  if (place === 'folder') {
    printPlace(folder)
    return run()
  }
  const config = readConfig()
  return askUnmigrated(config, async (db) => {
    if (!(await installationSql.isMigrated(db)))
      fail(
        `Aquí no hay un portal: ${describeDatabase(config.databaseUrl ?? '')} no tiene sus tablas. ${remedy}`,
      )
    const brand = await installationSql.publishedBrand(db)
    printPlace(address === undefined ? folder : describeDatabase(address), brand)
    await run()
  })
}

function requireDataFolder(folder: string, place: Place): void {
  if (existsSync(join(folder, databaseFolder, 'PG_VERSION'))) return
  // A server whose database is elsewhere has a folder to which results are delivered.
  if (place === 'folder' && existsSync(join(folder, 'archive'))) return
  fail(`Aquí no hay un portal: la carpeta ${folder} no tiene uno. ${remedy}`)
}

function printPlace(place: string, brand: string | null = null): void {
  process.stderr.write(`Portal: ${brand === null ? '' : `${brand}, `}${place}\n`)
}

function describeDatabase(address: string): string {
  const { hostname, port, pathname } = new URL(address)
  return `la base de datos ${pathname.slice(1)} en ${hostname || 'esta máquina'}${port === '' ? '' : `:${port}`}`
}
