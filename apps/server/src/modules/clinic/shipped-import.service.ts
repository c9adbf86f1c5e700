/** Imports the packages that are shipped with the product. */
import type { ClinicStore } from './clinic.store.ts'
import {
  hashPackageFiles,
  imageBytes,
  readPackageFolder,
  type ShippedName,
  shippedPackage,
} from './package/package-files.service.ts'
import { readValidPackage } from './package/read-package.service.ts'
import type { PublishingService } from './publishing.service.ts'

type ShippedImportDependencies = {
  readonly store: ClinicStore
  readonly publishing: PublishingService
}

export function createShippedImportService({ store, publishing }: ShippedImportDependencies) {
  return {
    /**
     * Publishes a shipped package for the demonstration. Its files are parsed only when they differ from those that were imported
     * before.
     */
    importShipped: async (name: ShippedName): Promise<void> => {
      const files = readPackageFolder(shippedPackage(name))
      const hash = `${name} ${hashPackageFiles(files)}`
      if ((await store.shippedHash()) === hash) return
      const clinic = await readValidPackage(files)
      await publishing.publish(clinic, imageBytes(files), { author: null, note: `Paquete ${name}` })
      await store.rememberShipped(hash)
    },
  }
}
