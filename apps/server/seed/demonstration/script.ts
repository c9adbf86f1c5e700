/** The whole demonstration as a plan, before anything of it is stored. */
import { type Day, dayOf } from '@mi-portal/contract/values/dates'
import { type Clinic, diaryOf, foundClinic } from './clinic.ts'
import { tellHistories } from './histories.ts'
import { type Cast, castPeople, type Passwords } from './people.ts'
import { emptyPlan, type Plan } from './plan.ts'
import { attentionNumbers } from './record.ts'
import { tellRequests } from './requests.ts'

/** Everything that is put in, made from nothing but the moment: the same moment gives the same clinic. */
export function planDemonstration(
  now: Date,
  brand: string,
  passwords: Passwords,
): { plan: Plan; clinic: Clinic; cast: Cast; today: Day } {
  const today = dayOf(now)
  const plan = emptyPlan()
  const runs = new Set<string>()
  const cast = castPeople(plan, today, runs, passwords)
  const clinic = foundClinic(today, runs)
  const diary = diaryOf(clinic.schedules, new Set())
  const stage = { plan, clinic, diary, now, brand, attention: attentionNumbers() }
  tellHistories(stage, plan, cast, today)
  tellRequests(plan, cast, today, brand)
  return { plan, clinic, cast, today }
}
