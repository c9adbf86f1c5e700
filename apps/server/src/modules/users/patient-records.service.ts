/** Creates records of patients without an account, with which staff can give them appointments at once. */

import { ApiError } from '@mi-portal/contract/api-error'
import { type recordCreation, withoutAccount } from '@mi-portal/contract/users'
import { cleanCountry, cleanDocument } from '@mi-portal/contract/values/document-number'
import type * as z from 'zod/mini'
import type { Audit } from '../../platform/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Context } from '../../platform/context/context.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Actor, Origin } from '../../platform/http/actor.ts'
import { accounts } from '../people/accounts/accounts.service.ts'
import type { Person, RecordData } from '../people/people.service.ts'
import { findPerson, findPersonByDocument } from '../people/people.service.ts'

type PatientRecordsDependencies = {
  readonly db: Database
  readonly ctx: Context
  readonly audit: Audit
  readonly clock: Clock
}

type RecordForm = z.output<typeof recordCreation>

export function createPatientRecordsService({ db, ctx, audit, clock }: PatientRecordsDependencies) {
  const findKnown = (data: RecordData) =>
    findPersonByDocument(ctx, data.document_type_id, data.document_number, data.document_country)

  async function insert(actor: Actor, data: RecordData, origin: Origin): Promise<Person> {
    const id = await db.transaction(async (tx) => {
      const added = await accounts.addRecord(tx, data, clock.now())
      if (added === null) throw new ApiError('documentTaken', { param: 'document_number' })
      await audit.add(tx, {
        actorId: actor.id,
        actorRole: actor.rol,
        action: 'users.createRecord',
        patientId: added,
        origin,
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

  return {
    /** Creates a record and returns the id of the person. Throws 400 at the document if a person has it already. */
    create: async (actor: Actor, form: RecordForm, origin: Origin): Promise<number> => {
      const { document_type_id: type, document_number: number, document_country: country } = form
      const data = {
        ...form,
        document_number: cleanDocument(type, number),
        document_country: cleanCountry(type, country),
        email: form.email ?? null,
      }
      const known = await findKnown(data)
      if (known !== null) {
        rejectAccount(known)
        throw new ApiError('documentTaken', { param: 'document_number', msg: knownWithoutAccount })
      }
      return (await insert(actor, data, origin)).id
    },

    /** Returns the person with this document, who is created if there is none. Throws 400 if the person has or had an account. */
    findOrCreate: async (actor: Actor, data: RecordData, origin: Origin): Promise<Person> => {
      const known = await findKnown(data)
      if (known === null) return insert(actor, data, origin)
      rejectAccount(known)
      return known
    },
  }
}

const knownWithoutAccount = `Esta persona ya tiene ficha. Búscala en «Usuarios» con el estado «${withoutAccount.name}»`

export type PatientRecordsService = ReturnType<typeof createPatientRecordsService>
