import { ApiError } from '@mi-portal/contract/calls/api-error'
import { userEndpoints, withoutAccount } from '@mi-portal/contract/users'
import { cleanCountry, cleanDocument } from '@mi-portal/contract/values/document-number'

import type { ActorContext, Context } from '../../platform/context/context.ts'
import { operation } from '../../platform/context/operation.ts'
import { addPatientRecord } from '../people/accounts/change-personal-data.ts'
import { findPerson, findPersonByDocument, type Person, type RecordData } from '../people/read-people.ts'
import { readUser } from './read-users.ts'

const findKnownPatient = (ctx: Context, data: RecordData) =>
  findPersonByDocument(ctx, data.document_type_id, data.document_number, data.document_country)

async function insertRecord(ctx: ActorContext, data: RecordData): Promise<Person> {
  const id = await ctx.db.transaction(async (tx) => {
    const added = await addPatientRecord(tx, data, ctx.clock.now())
    if (added === null) throw new ApiError('documentTaken', { param: 'document_number' })
    await ctx.audit.add(tx, 'users.createRecord', {
      patientId: added,
      detail: { document_type_id: data.document_type_id },
    })
    return added
  })
  const person = await findPerson(ctx, id)
  if (person === null) throw new ApiError('unavailable')
  return person
}

function rejectAccount({ deleted_at, without_account }: Person): void {
  if (without_account) return
  throw new ApiError(deleted_at === null ? 'documentTaken' : 'documentClosed', { param: 'document_number' })
}

export const createRecord = operation(userEndpoints.createRecord, async (ctx, { body: form }) => {
  const { document_type_id: type, document_number: number, document_country: country } = form
  const data = {
    ...form,
    document_number: cleanDocument(type, number),
    document_country: cleanCountry(type, country),
    email: form.email ?? null,
  }
  const known = await findKnownPatient(ctx, data)
  if (known !== null) {
    rejectAccount(known)
    throw new ApiError('documentTaken', { param: 'document_number', msg: knownWithoutAccount })
  }
  return { patient: await readUser(ctx, (await insertRecord(ctx, data)).id) }
})

export async function findOrCreateRecord(ctx: ActorContext, data: RecordData): Promise<Person> {
  const known = await findKnownPatient(ctx, data)
  if (known === null) return insertRecord(ctx, data)
  rejectAccount(known)
  return known
}

const knownWithoutAccount = `Esta persona ya tiene ficha. Búscala en «Usuarios» con el estado «${withoutAccount.name}»`
