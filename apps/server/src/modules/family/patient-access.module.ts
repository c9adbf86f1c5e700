import type { Platform } from '../../platform/composition/module.ts'
import { familyStore } from './family.store.ts'
import { createReach } from './reach.ts'

/** Decides who may access a patient's record. Many domains below the family groups need it. */
export function patientAccessModule({ config, db, audit, clock }: Platform) {
  return { reach: createReach({ store: familyStore(db), audit, clock, ages: config.ages }) }
}
