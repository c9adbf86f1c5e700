/** The whole demonstration as a plan, before anything of it is stored. */
import { type Day, dayOf } from '@mi-portal/contract/values/dates'
import type { Letterhead } from '../../src/ports/letterhead.ts'
import { type Clinic, createClinic, createSchedule } from './clinic.ts'
import { addHistories } from './histories.ts'
import { createPeople, type DemonstrationPeople, type Passwords } from './people.ts'
import { emptyPlan, type Plan } from './plan.ts'
import { attentionNumbers } from './record.ts'
import { addRequests } from './requests.ts'

/** Everything that is put in, made from nothing but the moment: the same moment gives the same clinic. */
export function planDemonstration(
  now: Date,
  letterhead: Letterhead,
  passwords: Passwords,
): { plan: Plan; clinic: Clinic; cast: DemonstrationPeople; today: Day } {
  const today = dayOf(now)
  const plan = emptyPlan()
  const runs = new Set<string>()
  const cast = createPeople(plan, today, runs, passwords)
  const clinic = createClinic(today, runs)
  const diary = createSchedule(clinic.schedules, new Set())
  const stage = { plan, clinic, diary, now, letterhead, attention: attentionNumbers() }
  addHistories(stage, plan, cast, today)
  addRequests(plan, cast, today, letterhead)
  return { plan, clinic, cast, today }
}
