/** The whole demonstration as a plan, before anything of it is stored. */
import type { ClinicPackage } from '@mi-portal/contract/clinic/clinic-package'
import { type Day, toDay } from '@mi-portal/contract/values/dates'
import type { Letterhead } from '../../src/platform/pdf/letterhead.ts'
import type { Passwords } from './account-people.ts'
import { type Clinic, createClinic, createSchedule } from './clinic.ts'
import { createClinicLookup } from './clinic-lookup.ts'
import { addHistories } from './histories.ts'
import { createKnownPatients } from './known-patients.ts'
import { createLaboratory } from './laboratory.ts'
import { createPeople, type DemonstrationPeople } from './people.ts'
import { emptyPlan, type Plan } from './plan.ts'
import { attentionNumbers } from './record.ts'
import { addRequests } from './requests.ts'

/** Plans everything that is inserted, from the time and the clinic package alone: the same time gives the same plan. */
export function planDemonstration(
  now: Date,
  clinicPackage: ClinicPackage,
  letterhead: Letterhead,
  passwords: Passwords,
): {
  plan: Plan
  clinic: Clinic
  cast: DemonstrationPeople
  knownPatients: ReturnType<typeof createKnownPatients>
  today: Day
} {
  const today = toDay(now)
  const plan = emptyPlan()
  const runs = new Set<string>()
  const lookup = createClinicLookup(clinicPackage)
  const laboratory = createLaboratory(clinicPackage)
  const cast = createPeople(plan, lookup, today, runs, passwords)
  const clinic = createClinic(plan, lookup, today, runs)
  const diary = createSchedule(clinic.schedules, new Set())
  const attention = attentionNumbers()
  const stage = { plan, lookup, laboratory, clinic, diary, now, letterhead, attention }
  addHistories(stage, plan, cast, today)
  addRequests({ plan, lookup, cast, today, letterhead })
  return { plan, clinic, cast, knownPatients: createKnownPatients(today, runs), today }
}
