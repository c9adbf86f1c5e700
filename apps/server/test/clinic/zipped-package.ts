import { zipSync } from 'fflate'
import { readPackageFolder, shippedPackage } from '../../src/modules/clinic/package/package-files.ts'

/** Returns a clinic package that ships with the product as a ZIP archive, as a clinic uploads it. */
export function zipShippedPackage(name: string): Uint8Array {
  return zipSync(Object.fromEntries(readPackageFolder(shippedPackage(name))))
}
