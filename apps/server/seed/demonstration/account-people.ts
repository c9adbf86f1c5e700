/** Adds the people with a named account, and their parents in the civil registry. */
import { addDays, type Day, toInstant } from '@mi-portal/contract/values/dates'
import { type Account, type AccountKey, accountRows } from './accounts.ts'
import { fullName } from './names.ts'
import {
  addPhotos,
  emailName,
  getNationalityId,
  mobile,
  openedAt,
  type PeopleScene,
  verifiedDaysAgo,
} from './person-details.ts'
import type { PersonRow } from './plan.ts'
import { type Parents, register } from './registry-entries.ts'
import { createSeededRandom } from './seeded-random.ts'

export type Passwords = { readonly of: (key: AccountKey) => string; readonly others: string }

export function addAccounts(scene: PeopleScene, passwords: Passwords): Record<AccountKey, number> {
  const { plan, lookup, today } = scene
  const numbers = accountRows.map((account) => {
    const date_birth = account.birth(today)
    const passport = account.document_type_id === 2
    const pictures =
      passport && account.status === 3 ? addPhotos(plan, account.key, addDays(today, -1)) : null
    const opened = accountOpened(account, today)
    const deleted_at = account.deleted ? toInstant(addDays(today, -40), '11:05') : null
    const id = plan.people.add({
      document_type_id: account.document_type_id,
      document_number: account.document_number,
      document_country: passport ? account.nationality : null,
      first_name: account.first_name,
      last_name: account.last_name,
      second_name: account.second_name,
      date_birth,
      nationality_id: getNationalityId(account.nationality),
      forecast_id: account.insurer && lookup.insurers[account.insurer],
      gender_id: account.gender_id,
      ...contactOf(scene, account),
      email_verified_at: account.deleted ? null : verifiedAt(account, today),
      image_store_passport: pictures?.passport ?? null,
      image_store_passport_patient: pictures?.selfie ?? null,
      status_passport: passport && account.status === 1,
      rol: account.rol,
      status: account.status,
      opened_as_minor: account.opened_as_minor ?? false,
      opened_as_child: account.opened_as_child ?? false,
      password_hash: passwords.of(account.key),
      date_creation: opened,
      updated_at: deleted_at ?? opened,
      deleted_at,
    })
    return [account.key, id] as const
  })
  registerAccounts(scene)
  return recordOf(numbers)
}

function accountOpened(account: Account, today: Day): Date {
  if (account.status === 3) return toInstant(addDays(today, -1), '18:20')
  if (account.opened_as_minor) return toInstant(addDays(today, -400), '19:10')
  return openedAt(createSeededRandom(`opened:${account.key}`), today, account.birth(today))
}

/** Returns when the e-mail address of an account was verified; null if it was not. */
function verifiedAt({ emailVerifiedDaysAgo: ago }: Account, today: Day): Date | null {
  if (ago === null) return null
  return toInstant(addDays(today, -(ago ?? verifiedDaysAgo)), '12:00')
}

/** Returns the contact data of an account. A deleted account has none. */
function contactOf(
  { homeOf }: PeopleScene,
  account: Account,
): Pick<PersonRow, 'email' | 'address' | 'phone' | 'commune_id'> {
  if (account.deleted) return { email: null, address: null, phone: null, commune_id: null }
  const by = createSeededRandom(`account:${account.key}`)
  return { ...homeOf(by), email: `${emailName(account)}@ejemplo.cl`, phone: mobile(by) }
}

function recordOf(numbers: readonly (readonly [AccountKey, number])[]): Record<AccountKey, number> {
  const of = (key: AccountKey) => numbers.find(([one]) => one === key)?.[1] ?? 0
  return {
    camila: of('camila'),
    martina: of('martina'),
    jorge: of('jorge'),
    diego: of('diego'),
    paula: of('paula'),
    tomas: of('tomas'),
    elena: of('elena'),
    benjamin: of('benjamin'),
    lucia: of('lucia'),
    john: of('john'),
    andrea: of('andrea'),
    rodrigo: of('rodrigo'),
  }
}

function registerAccounts(scene: PeopleScene): void {
  const { plan, today } = scene
  const of = (key: AccountKey) => {
    const account = accountRows.find((one) => one.key === key)
    if (!account) throw new Error(`demonstration: there is no account ${key}`)
    return { run: account.document_number, name: fullName(account) }
  }
  // Camila's first surname is her mother's.
  const parents: Partial<Record<AccountKey, Parents>> = {
    camila: {
      mother_run: null,
      mother_name: 'Teresa Eliana Fuentes Morales',
      father_run: of('jorge').run,
      father_name: of('jorge').name,
    },
    martina: {
      mother_run: of('camila').run,
      mother_name: of('camila').name,
      father_run: of('diego').run,
      father_name: of('diego').name,
    },
  }
  for (const account of accountRows) {
    if (account.document_type_id !== 1) continue
    const person = plan.people.all.find((one) => one.document_number === account.document_number)
    register(
      scene,
      {
        run: account.document_number,
        names: account.first_name,
        last_name: account.last_name,
        second_name: account.second_name,
        date_birth: account.birth(today),
      },
      {
        ...parents[account.key],
        ...(person?.commune_id ? { home_commune_id: person.commune_id } : {}),
      },
    )
  }
}
