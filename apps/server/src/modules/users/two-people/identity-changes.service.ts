/** Changes of a person's document, and of a birth date across an age limit. One member of staff requests them and another confirms them. */
import { ApiError } from '@mi-portal/contract/api-error'
import type { ChangedValue, ConfirmationKind } from '@mi-portal/contract/confirmations'
import { showDocumentWithCountry } from '@mi-portal/contract/country'
import { documentTypeId } from '@mi-portal/contract/document-schemas'
import { showDay } from '@mi-portal/contract/values/dates'
import * as z from 'zod/mini'
import type { Audit } from '../../../platform/audit.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { DomainEvent } from '../../../platform/composition/domain-event.ts'
import { isTaken } from '../../../platform/database/constraint-errors.ts'
import type { Queries } from '../../../platform/database/database.ts'
import type { Actor, Origin } from '../../../platform/http/actor.ts'
import { changedSinceRequest } from '../../confirmations/confirmations.rules.ts'
import type { ConfirmationsService, ConfirmedChange } from '../../confirmations/confirmations.service.ts'
import type { AccountData, PeopleService } from '../../people/people.service.ts'
import type { SessionService } from '../../session/session.service.ts'

type Person = NonNullable<Awaited<ReturnType<PeopleService['byId']>>>

type IdentityChangesDependencies = {
  readonly people: PeopleService
  readonly sessions: Pick<SessionService, 'lock'>
  readonly confirmations: Pick<ConfirmationsService, 'request'>
  readonly changeConfirmed: DomainEvent<ConfirmedChange>
  readonly audit: Audit
  readonly clock: Clock
}

const document = z.object({
  document_type_id: documentTypeId(),
  document_number: z.string(),
  // Requests that an earlier version stored have no country.
  document_country: z._default(z.nullable(z.string()), null),
})
const documentChange = z.object({ before: document, after: document })
const birthDateChange = z.object({ before: z.nullable(z.string()), after: z.string() })

/** A part of an edit that is not stored until a second member of staff confirms it. */
type HeldChange = {
  readonly kind: ConfirmationKind
  readonly payload: object
  readonly changes: readonly ChangedValue[]
}

type Document = z.output<typeof document>

const documentOf = ({ document_type_id, document_number, document_country }: Document): Document => ({
  document_type_id,
  document_number,
  document_country,
})

/** Returns whether an edit leaves the document, or only completes a country that was not known. */
function isSameDocument(before: Document, after: Document): boolean {
  const isSameNumber =
    before.document_type_id === after.document_type_id && before.document_number === after.document_number
  const isOtherCountry =
    before.document_country !== null &&
    after.document_country !== null &&
    before.document_country !== after.document_country
  return isSameNumber && !isOtherCountry
}

export function createIdentityChangesService(dependencies: IdentityChangesDependencies) {
  const { people, sessions, confirmations, audit, clock } = dependencies

  async function holdDocument(person: Person, data: AccountData): Promise<HeldChange[]> {
    const [before, after] = [documentOf(person), documentOf(data)]
    if (isSameDocument(before, after)) return []
    if (
      (await people.byDocument(after.document_type_id, after.document_number, after.document_country)) !==
      null
    )
      throw new ApiError('documentTaken', { param: 'document_number' })
    const shown = [before, after].map((one) =>
      showDocumentWithCountry(one.document_type_id, one.document_number, one.document_country),
    )
    const changes = [{ field: 'document' as const, before: shown[0] ?? null, after: shown[1] ?? null }]
    return [{ kind: 'document-change', payload: { before, after }, changes }]
  }

  function holdBirthDate(person: Person, data: AccountData): HeldChange[] {
    const [before, after] = [person.date_birth, data.date_birth]
    if (!people.crossesAgeLimit(before, after)) return []
    const shown = { before: before === null ? null : showDay(before), after: showDay(after) }
    return [
      { kind: 'birth-date-change', payload: { before, after }, changes: [{ field: 'birth-date', ...shown }] },
    ]
  }

  async function auditEdit(
    tx: Queries,
    { subjectId, actor, requester, origin }: ConfirmedChange,
    change: { readonly before: object; readonly after: object },
  ) {
    await audit.add(tx, {
      actorId: actor.id,
      actorRole: actor.rol,
      action: 'users.edit',
      patientId: subjectId,
      origin,
      detail: {
        changed: Object.keys(change.after),
        ...change,
        requested_by: requester.id,
        requested_by_name: requester.name,
      },
    })
  }

  async function changeDocument(tx: Queries, change: ConfirmedChange): Promise<void> {
    const { before, after } = documentChange.parse(change.payload)
    await sessions.lock(tx, change.subjectId)
    try {
      if (!(await people.accounts.changeDocument(tx, change.subjectId, before, after, clock.now())))
        throw changedSinceRequest('El documento de esta persona cambió desde que se pidió')
    } catch (error) {
      if (isTaken(error)) throw changedSinceRequest('Otra persona ya tiene ese documento')
      throw error
    }
    await auditEdit(tx, change, { before, after })
  }

  async function changeBirthDate(tx: Queries, change: ConfirmedChange): Promise<void> {
    const { before, after } = birthDateChange.parse(change.payload)
    await sessions.lock(tx, change.subjectId)
    // A birth date corrected by staff decides again whether the account was opened for a minor.
    const written = { date_birth: after, opened_as_minor: people.isMinor({ date_birth: after }) }
    if (!(await people.accounts.changeBirthDate(tx, change.subjectId, before, written, clock.now())))
      throw changedSinceRequest('La fecha de nacimiento de esta persona cambió desde que se pidió')
    await auditEdit(tx, change, { before: { date_birth: before }, after: { date_birth: after } })
  }

  dependencies.changeConfirmed.on(async (tx, change) => {
    if (change.kind === 'document-change') await changeDocument(tx, change)
    if (change.kind === 'birth-date-change') await changeBirthDate(tx, change)
  })

  return {
    /**
     * Separates what an edit may store at once from what a second member of staff has to confirm. Throws if the new document has an
     * account.
     */
    separate: async (person: Person, data: AccountData) => {
      const held = [...(await holdDocument(person, data)), ...holdBirthDate(person, data)]
      const isHeld = (kind: ConfirmationKind) => held.some((change) => change.kind === kind)
      const stored: AccountData = {
        ...data,
        ...(isHeld('document-change') ? documentOf(person) : {}),
        // A form that does not name the country does not remove one that is known.
        ...(isSameDocument(person, data)
          ? { document_country: data.document_country ?? person.document_country }
          : {}),
      }
      const storedBirth = isHeld('birth-date-change') ? person.date_birth : data.date_birth
      return { held, stored: { ...stored, date_birth: storedBirth } }
    },

    /** Requests the held changes of an edit, in the transaction that stores the others. */
    request: async (
      tx: Queries,
      person: Person,
      held: readonly HeldChange[],
      actor: Actor,
      origin: Origin,
    ): Promise<void> => {
      for (const change of held)
        await confirmations.request(tx, {
          ...change,
          subjectId: person.id,
          formerEmail: person.email,
          actor,
          origin,
        })
    },
  }
}

export type IdentityChangesService = ReturnType<typeof createIdentityChangesService>
