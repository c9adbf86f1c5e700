/** Stores the patients of a transaction. */
import { documentOf, genderIds, namesOf } from '../elements.rules.ts'
import { type Item, issueAt } from '../transaction.rules.ts'
import {
  getSource,
  hashEntry,
  isSame,
  type Receiving,
  RejectedTransaction,
  recordOutcome,
  recordUnchanged,
} from './entry-state.service.ts'

/**
 * Stores a patient. The data of a person with an account stay: a clinic's system changes no name, birth date or
 * mailbox of theirs.
 */
export async function storePatient(receiving: Receiving, item: Item): Promise<void> {
  if (item.resource.resourceType !== 'Patient') return
  const document = documentOf(item.resource.identifier)
  if (document === null)
    throw new RejectedTransaction([
      issueAt(item.at, 'resource.identifier', 'Falta un RUN o pasaporte válido con el tipo de CL Core'),
    ])
  const { birthDate, gender } = item.resource
  const row = {
    ...namesOf(item.resource),
    date_birth: birthDate ?? null,
    gender_id: gender === undefined ? null : genderIds[gender],
  }
  if (row.first_name === '' || row.last_name === '')
    throw new RejectedTransaction([issueAt(item.at, 'resource.name', 'Faltan nombres o apellido')])
  const findPerson = () => receiving.store.person(receiving.tx, document, row.date_birth)
  const known = await findPerson()
  const document_country = await receiving.store.countryOf(receiving.tx, document)
  const added =
    known === null
      ? await receiving.accounts.addKnown(receiving.tx, { ...document, document_country }, row, receiving.now)
      : null
  const person = known ?? (await findPerson())
  if (person === 'several')
    throw new RejectedTransaction([
      issueAt(
        item.at,
        'resource.identifier',
        'Más de un paciente tiene este número de pasaporte: falta el país que lo emitió',
      ),
    ])
  if (person === null) throw new Error('inbound: the patient of an entry does not exist any more')
  if (person.rol !== 'STANDART_ROLE')
    throw new RejectedTransaction(
      [issueAt(item.at, 'resource.identifier', 'Este documento no es de un paciente')],
      true,
    )
  const source = getSource(receiving, item)
  if (source.patient_id !== null && source.patient_id !== person.id)
    throw new RejectedTransaction(
      [issueAt(item.at, 'resource.identifier', 'Este identificador ya es de otro paciente')],
      true,
    )
  receiving.targets.set(item.at, person.id)
  const digest = hashEntry(receiving, item)
  if (isSame(source, digest)) return recordUnchanged(receiving, item, source)
  if (added === null && person.without_account)
    await receiving.accounts.changeKnown(receiving.tx, person.id, { ...row, document_country }, receiving.now)
  const text =
    person.without_account || added !== null ? undefined : 'El paciente tiene cuenta: sus datos no cambian'
  await recordOutcome(receiving, item, { patient_id: person.id, target_id: person.id, digest }, text)
}
