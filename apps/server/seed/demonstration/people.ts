/** Creates the named accounts, 120 more patients, their families, and the civil registry behind them. */
import type { Day } from '@mi-portal/contract/values/dates'
import { addAccounts, type Passwords } from './account-people.ts'
import {
  type AccountKey,
  accountRows,
  adolescentGuardianRun,
  adolescentRun,
  unregistered,
} from './accounts.ts'
import type { ClinicLookup } from './clinic-lookup.ts'
import { addDecisions, addForeigners } from './foreign-patients.ts'
import { createHomes } from './homes.ts'
import { addAdults, addChildren, addGuardian } from './patients.ts'
import type { PeopleScene } from './person-details.ts'
import type { Plan } from './plan.ts'
import { addUnrelatedPeople } from './registry-entries.ts'

export type DemonstrationPeople = {
  /** The numbers of the named accounts. */
  readonly accounts: Readonly<Record<AccountKey, number>>
  /** The numbers of the other patients who may have appointments and exams. */
  readonly others: readonly number[]
  readonly adolescent: number
  readonly adolescentGuardian: number
}

/** Adds all people to the plan. Adds their runs to `runs`. */
export function createPeople(
  plan: Plan,
  lookup: ClinicLookup,
  today: Day,
  runs: Set<string>,
  passwords: Passwords,
): DemonstrationPeople {
  for (const account of accountRows) if (account.document_type_id === 1) runs.add(account.document_number)
  for (const person of unregistered) runs.add(person.run)
  runs.add(adolescentRun)
  runs.add(adolescentGuardianRun)

  const scene: PeopleScene = { plan, lookup, today, runs, homeOf: createHomes(lookup) }
  const accounts = addAccounts(scene, passwords)
  const adults = addAdults(scene, passwords.others)
  const guardian = addGuardian(scene, passwords.others)
  const children = addChildren(scene, passwords.others, [guardian, ...adults], guardian)
  const foreigners = addForeigners(scene, passwords.others)
  addDecisions(plan, accounts.andrea, today)
  addUnrelatedPeople(scene)
  return {
    accounts,
    others: [...adults.map(({ id }) => id), guardian.id, ...children.others, ...foreigners],
    adolescent: children.adolescent,
    adolescentGuardian: guardian.id,
  }
}
