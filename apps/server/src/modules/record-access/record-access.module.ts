import type { Platform } from '../../platform/composition/module.ts'
import type { Context } from '../../platform/context/context.ts'
import type { ClinicalArchive } from '../../ports/clinical-archive.ts'
import { createRecordAccessService } from './record-access.service.ts'

type RecordAccessDependencies = {
  readonly archive: ClinicalArchive
  readonly ctx: Context
}

/** Creates what decides who may open a record. It has no endpoints of its own. */
export function createRecordAccessModule({ clock }: Platform, dependencies: RecordAccessDependencies) {
  return { recordAccess: createRecordAccessService({ ...dependencies, clock }) }
}
