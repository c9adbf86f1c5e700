import { type InboundPatient, notStored, unstoredElements } from '@mi-portal/contract/fhir/fhir-inbound'
import { isStaff } from '@mi-portal/contract/permissions/roles'
import { documentType } from '@mi-portal/contract/values/document-number'
import { isInFuture } from '@mi-portal/contract/values/partial-date'
import { findRow } from '../../../../platform/database/database.ts'
import { addKnownPatient, changeKnownPatient } from '../../../people/accounts/change-personal-data.ts'
import { recordDeath } from '../../../people/record-deaths.ts'
import {
  findContradiction,
  findDocument,
  findRejectedModifiers,
  genderIds,
  readDeath,
  readNames,
} from '../elements.rules.ts'
import { findCountry, type StoredPerson } from '../inbound.sql.ts'
import { type Item, issueAt } from '../transaction.rules.ts'
import {
  findPersonOfDocument,
  getSource,
  hashEntry,
  isSame,
  otherPatientsIdentifier,
  type Receiving,
  RejectedTransaction,
  recordOutcome,
  recordUnchanged,
} from './entry-state.ts'

function reject(item: Item, element: string, msg: string, isConflict = false): never {
  throw new RejectedTransaction([issueAt(item.at, `resource.${element}`, msg)], isConflict)
}

function checkElements(item: Item, patient: InboundPatient): void {
  const issues = [
    ...unstoredElements(patient).map((element) => [element, notStored] as const),
    ...findRejectedModifiers(patient),
  ].map(([element, msg]) => issueAt(item.at, `resource.${element}`, msg))
  if (issues.length > 0) throw new RejectedTransaction(issues)
}

function readPatient(item: Item, patient: InboundPatient, now: Date) {
  checkElements(item, patient)
  const document = findDocument(patient.identifier)
  if (document === null) reject(item, 'identifier', 'Falta un RUN o pasaporte válido con el tipo de CL Core')
  const { birthDate, gender } = patient
  const names = readNames(patient)
  // The holder of a passport may have one name only, which senders write as a name or as a surname.
  const mayHaveOneName = document.document_type_id === documentType.passport
  const row = {
    ...names,
    ...(mayHaveOneName && names.first_name === '' ? { first_name: names.last_name, last_name: '' } : {}),
    date_birth: birthDate ?? null,
    gender_id: gender === undefined ? null : genderIds[gender],
  }
  const hasNames = row.first_name !== '' && (row.last_name !== '' || mayHaveOneName)
  if (!hasNames) reject(item, 'name', 'Faltan nombres o apellido')
  const death = readDeath(patient)
  if (death?.at && (Number.isNaN(death.at.at.getTime()) || isInFuture(death.at, now)))
    reject(item, 'deceasedDateTime', 'No es una fecha pasada')
  return { document, row, death }
}

/**
 * Stores a patient. The data of a person with an account stay: a clinic's system changes no name, birth date or
 * mailbox of theirs, and one that contradicts them is rejected.
 */
export async function storePatient(receiving: Receiving, item: Item): Promise<void> {
  if (item.resource.resourceType !== 'Patient') return
  const { document, row, death } = readPatient(item, item.resource, receiving.now)
  const { tx, now } = receiving
  const findPerson = () => findPersonOfDocument(tx, document, row.date_birth)
  const known = await findPerson()
  const country = await findRow(tx, findCountry, { issuer: document.issuer })
  const document_country = country?.code ?? null
  const added = known === null ? await addKnownPatient(tx, { ...document, document_country }, row, now) : null
  const person = known ?? (await findPerson())
  if (person === 'several')
    reject(
      item,
      'identifier',
      'Más de un paciente tiene este número de pasaporte: falta el país que lo emitió',
    )
  if (person === null) throw new Error('inbound: the patient of an entry does not exist any more')
  const source = getSource(receiving, item)
  checkIdentity(item, row, person, source.patient_id)
  if (person.is_deceased && item.resource.deceasedBoolean === false)
    reject(item, 'deceasedBoolean', 'La clínica registró que este paciente falleció', true)
  receiving.targets.set(item.at, person.id)
  const digest = hashEntry(receiving, item)
  if (isSame(source, digest)) return recordUnchanged(receiving, item, source)
  if (added === null && person.without_account)
    await changeKnownPatient(tx, person.id, { ...row, document_country }, now)
  if (death !== null)
    await recordDeath(receiving, tx, {
      ...{ personId: person.id, on: death.on, source: 'fhir', actor: null, origin: receiving.origin },
      detail: { account: receiving.service.id },
    })
  const text =
    person.without_account || added !== null ? undefined : 'El paciente tiene cuenta: sus datos no cambian'
  await recordOutcome(receiving, item, { patient_id: person.id, target_id: person.id, digest }, text)
}

function checkIdentity(
  item: Item,
  row: Parameters<typeof findContradiction>[0],
  person: StoredPerson,
  patientOfSource: number | null,
): void {
  if (isStaff(person)) reject(item, 'identifier', 'Este documento no es de un paciente', true)
  if (patientOfSource !== null && patientOfSource !== person.id)
    reject(item, 'identifier', otherPatientsIdentifier, true)
  const contradiction = person.without_account ? null : findContradiction(row, person)
  if (contradiction !== null)
    reject(item, contradiction, 'No es el dato que el portal comprobó de este paciente', true)
}
