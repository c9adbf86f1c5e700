/** Runs once before all screen tests: gives them the demonstration clinic as the server describes it to browsers. */
import { describePublicClinic, type PublicClinic } from '@mi-portal/contract/clinic/public-clinic'
import type { TestProject } from 'vitest/node'
import {
  readPackageFolder,
  shippedPackage,
} from '../../apps/server/src/modules/clinic/package/package-files.ts'
import { readValidPackage } from '../../apps/server/src/modules/clinic/package/read-package.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    clinic: PublicClinic
  }
}

export default async function provideClinic(project: TestProject) {
  const demonstration = await readValidPackage(readPackageFolder(shippedPackage('demonstration')))
  project.provide(
    'clinic',
    describePublicClinic(demonstration, () => true),
  )
}
