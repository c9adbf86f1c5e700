/** Reads the package of the demonstration clinic. */
import type { ClinicPackage } from '@mi-portal/contract/clinic/clinic-package'
import { readPackageFolder, shippedPackage } from '../src/modules/clinic/package/package-files.service.ts'
import { readPart } from '../src/modules/clinic/package/read-package.service.ts'

/** Returns one part of the demonstration clinic. */
export function demonstrationPart<Name extends Exclude<keyof ClinicPackage, 'images'>>(
  name: Name,
): ClinicPackage[Name] {
  return readPart(readPackageFolder(shippedPackage('demonstration')), name)
}
