/** Reads the package of the demonstration clinic, from which the catalogues of every installation are filled. */
import type { ClinicPackage } from '@mi-portal/contract/clinic/clinic-package'
import { readPackageFolder, shippedPackage } from '../src/modules/clinic/package/package-files.service.ts'
import {
  formatPackageError,
  readPackage,
  readPart,
} from '../src/modules/clinic/package/read-package.service.ts'

/** Returns one part of the package. */
export function demonstrationPart<Name extends Exclude<keyof ClinicPackage, 'images'>>(
  name: Name,
): ClinicPackage[Name] {
  return readPart(readPackageFolder(shippedPackage('demonstration')), name)
}

/** Returns the whole package. Throws with its errors if it has some. */
export async function readDemonstrationPackage(): Promise<ClinicPackage> {
  const { package: clinic, errors } = await readPackage(readPackageFolder(shippedPackage('demonstration')))
  if (clinic) return clinic
  throw new Error(
    `The package of the demonstration has errors:\n${errors.map(formatPackageError).join('\n')}`,
  )
}
