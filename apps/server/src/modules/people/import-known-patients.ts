/**
 * Imports patients whom the clinic knows and who have no account yet. They get a record, which is theirs when they register. A
 * person with an account is never changed.
 */

import { isStaff } from '@mi-portal/contract/permissions/roles'
import type { DocumentTypeId } from '@mi-portal/contract/values/document-number'
import { type Audit, bySystem } from '../../platform/audit.ts'
import type { Platform } from '../../platform/composition/platform.ts'
import type { Database, Queries } from '../../platform/database/database.ts'
import { addKnownPatient, changeKnownPatient, type KnownPatient } from './accounts/change-personal-data.ts'
import type { ListedPerson } from './people.sql.ts'
import * as peopleSql from './people.sql.ts'

/** A patient of the file. Null means that the file does not say: a stored value stays. */
export type ImportedPatient = KnownPatient & {
  readonly document_type_id: DocumentTypeId
  readonly document_number: string
  readonly document_country: string | null
}

type Difference = { readonly position: number; readonly fields: readonly string[] }

export type KnownPatientsPlan = {
  readonly added: readonly number[]
  readonly changed: readonly Difference[]
  readonly unchanged: number
  /** People with an account whose data differ from the file. They stay as they are. */
  readonly withAccount: readonly Difference[]
  /** People who are not patients, such as staff. With one of them the import is rejected. */
  readonly notPatients: readonly number[]
}

type ImportParts = Pick<Platform, 'db' | 'clock'> & {
  readonly audit: Audit
}

const batch = 500
const comparedFields = [
  'first_name',
  'last_name',
  'second_name',
  'date_birth',
  'gender_id',
  'document_country',
] as const

const toKey = (document: { readonly document_type_id: number; readonly document_number: string }) =>
  `${document.document_type_id} ${document.document_number}`

/**
 * Returns the stored person of a patient of the file. A passport belongs to the stored person if the countries are equal. If only one of the
 * two countries is known, the person must be the only one with the number, and the birth dates must not differ.
 */
function findSamePerson(patient: ImportedPatient, sameNumber: readonly ListedPerson[]) {
  const exact = sameNumber.find(({ document_country }) => document_country === patient.document_country)
  if (exact !== undefined) return exact
  const { document_country: country, date_birth: birth } = patient
  const possible = sameNumber.filter((one) => country === null || one.document_country === null)
  const [only] = possible
  if (only === undefined || possible.length > 1) return undefined
  const isOther = birth !== null && only.date_birth !== null && birth !== only.date_birth
  return isOther ? undefined : only
}

function differingFields(patient: ImportedPatient, stored: ListedPerson): string[] {
  return comparedFields.filter((field) => patient[field] !== null && patient[field] !== stored[field])
}

class OutdatedPlan extends Error {}

async function findStored(queries: Queries, patients: readonly ImportedPatient[]) {
  const found = new Map<string, ListedPerson[]>()
  for (let from = 0; from < patients.length; from += batch)
    for (const person of await peopleSql.byDocuments(queries, patients.slice(from, from + batch)))
      found.set(toKey(person), [
        ...(found.get(toKey(person)) ?? []).filter(({ id }) => id !== person.id),
        person,
      ])
  return (patient: ImportedPatient) => findSamePerson(patient, found.get(toKey(patient)) ?? [])
}

function compare(
  patients: readonly ImportedPatient[],
  findPerson: (patient: ImportedPatient) => ListedPerson | undefined,
): KnownPatientsPlan {
  const compared = patients.map((patient, position) => {
    const person = findPerson(patient)
    return { position, person, fields: person ? differingFields(patient, person) : [] }
  })
  const patientsFound = compared.filter(({ person }) => person?.rol === 'STANDART_ROLE')
  const differing = patientsFound
    .filter(({ fields }) => fields.length > 0)
    .map(({ position, person, fields }) => ({ isKnown: person?.without_account, position, fields }))
  const listDifferences = (isKnown: boolean) =>
    differing.filter((one) => one.isKnown === isKnown).map(({ position, fields }) => ({ position, fields }))
  return {
    added: compared.filter(({ person }) => person === undefined).map(({ position }) => position),
    changed: listDifferences(true),
    unchanged: patientsFound.length - differing.length,
    withAccount: listDifferences(false),
    notPatients: compared
      .filter(({ person }) => person !== undefined && isStaff(person))
      .map(({ position }) => position),
  }
}

async function recordImport(audit: Audit, tx: Queries, patientId: number): Promise<void> {
  await audit.add(tx, {
    ...bySystem,
    action: 'people.import',
    patientId,
  })
}

async function addPatient(audit: Audit, tx: Queries, patient: ImportedPatient, now: Date): Promise<void> {
  const id = await addKnownPatient(tx, patient, patient, now)
  if (id === null) throw new OutdatedPlan()
  await recordImport(audit, tx, id)
}

async function changePatient(
  audit: Audit,
  tx: Queries,
  patient: ImportedPatient,
  stored: ListedPerson | undefined,
  now: Date,
): Promise<void> {
  if (stored === undefined) throw new OutdatedPlan()
  const { first_name, last_name, second_name } = patient
  const known = {
    document_country: patient.document_country ?? stored.document_country,
    first_name,
    last_name,
    second_name,
    date_birth: patient.date_birth ?? stored.date_birth,
    gender_id: patient.gender_id ?? stored.gender_id,
  }
  await changeKnownPatient(tx, stored.id, known, now)
  await recordImport(audit, tx, stored.id)
}

export const planImport = async (
  db: Database,
  patients: readonly ImportedPatient[],
): Promise<KnownPatientsPlan> => compare(patients, await findStored(db, patients))

/**
 * Stores what the plan says, as a whole. Returns false, and changes nothing, if it names people who are not patients or if
 * the stored people changed since the plan was made.
 */
export async function importKnownPatients(
  { db, audit, clock }: ImportParts,
  patients: readonly ImportedPatient[],
  plan: KnownPatientsPlan,
): Promise<boolean> {
  if (plan.notPatients.length > 0) return false
  const at = (position: number): ImportedPatient => {
    const patient = patients[position]
    if (patient === undefined) throw new Error('known patients: the plan is of another file')
    return patient
  }
  try {
    await db.transaction(async (tx) => {
      const findPerson = await findStored(tx, patients)
      if (JSON.stringify(compare(patients, findPerson)) !== JSON.stringify(plan)) throw new OutdatedPlan()
      const now = clock.now()
      for (const position of plan.added) await addPatient(audit, tx, at(position), now)
      for (const { position } of plan.changed)
        await changePatient(audit, tx, at(position), findPerson(at(position)), now)
    })
    return true
  } catch (error) {
    if (error instanceof OutdatedPlan) return false
    throw error
  }
}
