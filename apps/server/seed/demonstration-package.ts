/** Reads the packages that are shipped with the product. */
import type { ClinicPackage } from '@mi-portal/contract/clinic/clinic-package'
import {
  readPackageFolder,
  type ShippedName,
  shippedPackage,
} from '../src/modules/clinic/package/package-files.service.ts'
import { readPart, readValidPackage } from '../src/modules/clinic/package/read-package.service.ts'

/** Returns one part of the demonstration clinic. */
export function demonstrationPart<Name extends Exclude<keyof ClinicPackage, 'images'>>(
  name: Name,
): ClinicPackage[Name] {
  return readPart(readPackageFolder(shippedPackage('demonstration')), name)
}

/** Returns a whole package. Throws with its errors if it has some. */
export function shippedPackageContent(name: ShippedName): Promise<ClinicPackage> {
  return readValidPackage(readPackageFolder(shippedPackage(name)))
}
