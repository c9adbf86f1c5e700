import { basename, resolve } from 'node:path'
import { parts } from '@mi-portal/contract/clinic/clinic-package'
import type { PartDifference } from '@mi-portal/contract/clinic/differences'
import { toDay } from '@mi-portal/contract/values/dates'
import { imageBytes, readPackageFolder } from '../../modules/clinic/package/package-files.ts'
import type { PackageError } from '../../modules/clinic/package/parsed-part.ts'
import { formatPackageError, readPackage } from '../../modules/clinic/package/read-package.ts'
import {
  comparePublication,
  InvalidPackageError,
  publishPackage,
} from '../../modules/clinic/publish-package.ts'
import { systemClock } from '../../platform/clock.ts'
import { readConfig } from '../../platform/config/config.ts'
import { askYesOrNo, fail, readPath, withOpenDatabase } from '../command-line.ts'

const usage = `npm run portal -- clinic:import FOLDER [--yes]

Shows what the clinic package in the folder changes in the published one, by part, and asks before it publishes all of it; --yes does
not ask. A package with errors is not published: each error is printed as file:line field: message (remedy). Rows that the package no
longer has are retired: they are offered nowhere, and past records still show them. Run it with the server's environment:
node --env-file=/etc/mi-portal/portal.env dist/server/portal.mjs clinic:import FOLDER. Running servers show the new data within seconds.`

const mostKeys = 20

function describeKeys(verb: string, keys: readonly string[]): string[] {
  if (keys.length === 0) return []
  const more = keys.length - mostKeys
  const shown = keys.slice(0, mostKeys).join(', ')
  return [`  ${verb} ${keys.length}: ${shown}${more > 0 ? ` y ${more} más` : ''}`]
}

function describeDifference({ part, added, changed, retired, isReordered }: PartDifference): string {
  return [
    parts[part].path,
    ...describeKeys('agrega', added),
    ...describeKeys('cambia', changed),
    ...describeKeys('retira', retired),
    ...(isReordered ? ['  cambia el orden'] : []),
  ].join('\n')
}

function describeErrors(errors: readonly PackageError[]): string {
  const total = `${errors.length} ${errors.length === 1 ? 'error' : 'errores'}. No se publicó nada.`
  return [...errors.map(formatPackageError), total].join('\n')
}

export async function run(args: readonly string[]): Promise<void> {
  const { path: folder, values } = readPath(usage, args, { yes: { type: 'boolean', default: false } })
  const files = readPackageFolder(folder)
  const reading = await readPackage(files, toDay(systemClock.now()))
  if (!reading.package) fail(describeErrors(reading.errors))
  const { package: clinic, locate } = reading
  const config = readConfig()
  await withOpenDatabase(config, async (db) => {
    try {
      const differences = await comparePublication(db, clinic)
      if (differences.length === 0) {
        process.stdout.write('Sin cambios\n')
        return
      }
      process.stdout.write(`${differences.map(describeDifference).join('\n')}\n`)
      if (!values.yes && !(await askYesOrNo('¿Publicar estos cambios? (sí o no)')))
        fail('No se publicó nada.')
      const publisher = { author: null, note: `clinic:import ${basename(resolve(folder))}` }
      await publishPackage(
        { db, clock: systemClock, isDemonstration: config.demo },
        clinic,
        imageBytes(files),
        publisher,
      )
      process.stdout.write(`Publicado: ${clinic.clinic.brand}\n`)
    } catch (error) {
      if (error instanceof InvalidPackageError) fail(describeErrors(error.errors.map(locate)))
      throw error
    }
  })
}
