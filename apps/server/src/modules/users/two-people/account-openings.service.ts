/**
 * Opens accounts for patients: for a person who has none, and again for one who closed it. One member of staff requests it and another
 * confirms it, because a member of staff who enters the mailbox of an account could otherwise read the record of any person.
 */
import { ApiError } from '@mi-portal/contract/api-error'
import { greetingNameOf } from '@mi-portal/contract/greeting-name'
import { accountStatus } from '@mi-portal/contract/people'
import { documentType } from '@mi-portal/contract/values/document-number'
import * as z from 'zod/mini'
import type { Audit } from '../../../platform/audit.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { DomainEvent } from '../../../platform/composition/domain-event.ts'
import { isTaken } from '../../../platform/database/constraint-errors.ts'
import type { Database, Queries } from '../../../platform/database/database.ts'
import type { Actor, Origin } from '../../../platform/http/actor.ts'
import type { MailQueue } from '../../../ports/mail.ts'
import { changedSinceRequest } from '../../confirmations/confirmations.rules.ts'
import type {
  ConfirmationsService,
  ConfirmedChange,
  DroppedChange,
} from '../../confirmations/confirmations.service.ts'
import type { ConsentsService } from '../../consents/consents.service.ts'
import type { AccountData, PeopleService } from '../../people/people.service.ts'
import type { AccountLinksService } from '../../session/account-links/account-links.service.ts'
import type { SessionService } from '../../session/session.service.ts'
import type { FormPhotos, PhotoFiles } from '../form-photos.service.ts'
import { accountOpened, welcome } from '../users.mails.ts'
import { traceOf } from '../users.rules.ts'
import { type CreationForm, dataOf, factsOf, formTextOf, openingChanges, readForm } from './opening.rules.ts'

type Person = NonNullable<Awaited<ReturnType<PeopleService['byId']>>>

type OpeningsDependencies = {
  readonly db: Database
  readonly people: PeopleService
  readonly sessions: SessionService
  readonly links: Pick<AccountLinksService, 'createReportLink'>
  readonly formPhotos: FormPhotos
  readonly consents: Pick<ConsentsService, 'give'>
  readonly confirmations: Pick<ConfirmationsService, 'request'>
  readonly changeConfirmed: DomainEvent<ConfirmedChange>
  readonly changeDropped: DomainEvent<DroppedChange>
  /** Returns the terms in force, as they are shown. */
  readonly terms: () => Promise<{ readonly version: string; readonly text: string }>
  readonly audit: Audit
  readonly mail: MailQueue
  readonly clock: Clock
}

const day = 24 * 3_600_000
/** Lifetime of the temporary password of a new account. */
export const welcomeDays = 7

const photoId = z.nullable(z.int())

/** What is stored of an opening until it is decided. */
const storedOpening = z.object({
  form: z.record(z.string(), z.string()),
  photos: z.object({
    image_store_id: photoId,
    image_store_passport: photoId,
    image_store_passport_patient: photoId,
  }),
  /** The facts about the person when the opening was requested, see `factsOf`. */
  facts: z.string(),
  /** The terms that the person accepted at the desk, and from which IP address; null if they accept them at the first sign-in. */
  terms: z.nullable(z.object({ version: z.string(), ip: z.string() })),
})
type StoredOpening = z.output<typeof storedOpening>

export function createAccountOpeningsService(dependencies: OpeningsDependencies) {
  const { db, people, sessions, links, formPhotos, confirmations, audit, mail, clock } = dependencies

  /** Requests an opening, together with the images that were sent with the form. Returns the id of the person. */
  function request(
    actor: Actor,
    form: CreationForm,
    pictures: PhotoFiles,
    origin: Origin,
    opening: {
      readonly before: Parameters<typeof openingChanges>[0]
      readonly facts: string
      readonly terms: string | null
      readonly findPerson: (tx: Queries) => Promise<number>
    },
  ): Promise<number> {
    return formPhotos.storing(pictures, (stored) =>
      db.transaction(async (tx) => {
        const photos = await formPhotos.own(tx, stored)
        await formPhotos.dateDocuments(tx, photos)
        const subjectId = await opening.findPerson(tx)
        const payload: StoredOpening = {
          form: formTextOf(form),
          photos,
          facts: opening.facts,
          terms: opening.terms === null ? null : { version: opening.terms, ip: origin.ip },
        }
        await confirmations.request(tx, {
          kind: 'account-opening',
          subjectId,
          payload,
          changes: openingChanges(opening.before, dataOf(form)),
          actor,
          origin,
        })
        return subjectId
      }),
    )
  }

  /** Finds the person whose account is opened, locked until the transaction ends. Throws 409 if anything changed since the request. */
  async function findUnchanged(tx: Queries, id: number, opening: StoredOpening) {
    await sessions.lock(tx, id)
    const person = await people.byId(id)
    const form = readForm(opening.form)
    if (
      person === null ||
      form === null ||
      person.status === accountStatus.pending ||
      factsOf(person) !== opening.facts
    )
      throw changedSinceRequest('Los datos de esta persona cambiaron desde que se pidió')
    if ((await people.choiceErrors(form)).length > 0)
      throw changedSinceRequest('El formulario tiene una opción que ya no se ofrece')
    return { person, data: dataOf(form) }
  }

  async function writeAccount(tx: Queries, person: Person, data: AccountData, opening: StoredOpening) {
    const now = clock.now()
    const after = {
      ...data,
      ...opening.photos,
      status: accountStatus.enabled,
      opened_as_minor: people.isMinor(data),
      forget_password: false,
      // Two members of staff checked the address, so it takes temporary passwords at once.
      recovery_held_until: now,
      now,
    }
    try {
      if (!(await people.accounts.edit(tx, person, after)))
        throw changedSinceRequest('Los datos de esta persona cambiaron desde que se pidió')
    } catch (error) {
      if (isTaken(error)) throw changedSinceRequest('Otra cuenta ya usa ese documento')
      throw error
    }
    // The member of staff who creates an account has seen the passport.
    if (opening.terms !== null && data.document_type_id === documentType.passport)
      await people.accounts.markPassportSeen(tx, person.id)
    await formPhotos.replace(tx, person, opening.photos, false)
  }

  async function storeConsent(tx: Queries, personId: number, accepted: StoredOpening['terms']) {
    if (accepted === null) return
    const { version, text } = await dependencies.terms()
    if (version !== accepted.version)
      throw changedSinceRequest('Los términos y condiciones cambiaron desde que se pidió')
    await dependencies.consents.give(tx, {
      personId,
      kind: 'terms',
      version,
      text,
      channel: 'staff',
      ip: accepted.ip,
    })
  }

  async function auditOpening(
    tx: Queries,
    person: Person,
    data: AccountData,
    opening: StoredOpening,
    { actor, requester, origin }: ConfirmedChange,
  ) {
    const { changed, ...sides } = traceOf(person, { ...data, status: accountStatus.enabled })
    const requested = { requested_by: requester.id, requested_by_name: requester.name }
    const entry = { actorId: actor.id, actorRole: actor.rol, patientId: person.id, origin }
    if (opening.terms !== null) {
      const detail = {
        rol: person.rol,
        document_type_id: data.document_type_id,
        terms: opening.terms.version,
      }
      await audit.add(tx, { ...entry, action: 'users.create', detail: { ...detail, ...requested } })
      return
    }
    await audit.add(tx, { ...entry, action: 'users.edit', detail: { changed, ...sides, ...requested } })
    const detail = { before: { status: person.status }, after: { status: accountStatus.enabled } }
    await audit.add(tx, { ...entry, action: 'users.enable', detail: { ...detail, ...requested } })
  }

  async function sendFirstMail(
    tx: Queries,
    personId: number,
    data: AccountData,
    isNew: boolean,
    temporaryKey: { readonly key: string; readonly hash: string },
  ) {
    const until = new Date(clock.now().getTime() + welcomeDays * day)
    await sessions.giveKey(tx, personId, { hash: temporaryKey.hash, until, mailedTo: data.email })
    const outgoing = { recipient: data.email, person_id: personId, notAfter: until }
    const first = { first_name: greetingNameOf(data), key: temporaryKey.key, days: welcomeDays }
    if (isNew) {
      const { token } = await people.emailVerification.createLink(tx, personId, data.email)
      await mail.queue(tx, welcome, { ...outgoing, data: { ...first, token } })
      return
    }
    const reportPath = await links.createReportLink(tx, personId, 'la apertura de la cuenta por la clínica')
    await mail.queue(tx, accountOpened, { ...outgoing, data: { ...first, reportPath } })
  }

  dependencies.changeConfirmed.on(async (tx, change) => {
    if (change.kind !== 'account-opening') return
    const opening = storedOpening.parse(change.payload)
    if (change.temporaryKey === null) throw new Error('account openings: there is no temporary password')
    const { person, data } = await findUnchanged(tx, change.subjectId, opening)
    await writeAccount(tx, person, data, opening)
    await storeConsent(tx, person.id, opening.terms)
    await auditOpening(tx, person, data, opening, change)
    await sendFirstMail(tx, person.id, data, opening.terms !== null, change.temporaryKey)
  })

  dependencies.changeDropped.on(async (tx, { kind, payload }) => {
    if (kind === 'account-opening') await formPhotos.discard(tx, storedOpening.parse(payload).photos)
  })

  return {
    /**
     * Requests the account of a patient who has none. A person who is not known yet becomes a patient without an account, as the
     * clinic's other systems add them. Returns the id of the person. Throws if the document has an account.
     */
    requestCreation: async (
      actor: Actor,
      form: CreationForm,
      pictures: PhotoFiles,
      origin: Origin,
    ): Promise<number> => {
      const fieldErrors = await people.choiceErrors(form)
      if (fieldErrors.length > 0) throw new ApiError('invalid', { fieldErrors, msg: fieldErrors[0]?.msg })
      const data = dataOf(form)
      const known = await people.byDocument(
        data.document_type_id,
        data.document_number,
        data.document_country,
      )
      if (known !== null && !known.without_account) {
        const closed = known.deleted_at !== null
        throw new ApiError(closed ? 'documentClosed' : 'documentTaken', { param: 'document_number' })
      }
      if (known?.status === accountStatus.pending) throw new ApiError('awaitsDecision')
      const added = {
        ...data,
        status: accountStatus.disabled,
        deleted_at: null,
        without_account: true,
        email: null,
      }
      const findPerson = async (tx: Queries): Promise<number> => {
        const id = known?.id ?? (await people.accounts.addKnown(tx, data, data, clock.now()))
        if (id === null) throw new ApiError('documentTaken', { param: 'document_number' })
        return id
      }
      return request(actor, form, pictures, origin, {
        before: known ?? null,
        facts: factsOf(known ?? added),
        terms: (await dependencies.terms()).version,
        findPerson,
      })
    },

    /** Requests the opening of an account, with the data of this form, for a person who has none or closed it. */
    requestOpening: async (
      actor: Actor,
      person: Person,
      form: CreationForm,
      pictures: PhotoFiles,
      origin: Origin,
    ): Promise<void> => {
      const data = dataOf(form)
      const holder = await people.byDocument(
        data.document_type_id,
        data.document_number,
        data.document_country,
      )
      // The form is read again when it is confirmed, and a passport of an account that is opened needs its country.
      if (data.document_type_id === documentType.passport && data.document_country === null)
        throw new ApiError('invalid', {
          param: 'document_country',
          msg: 'Selecciona el país que emitió el pasaporte',
        })
      if (holder !== null && holder.id !== person.id)
        throw new ApiError('documentTaken', { param: 'document_number' })
      await request(actor, form, pictures, origin, {
        before: person,
        facts: factsOf(person),
        terms: null,
        findPerson: async () => person.id,
      })
    },
  }
}

export type AccountOpeningsService = ReturnType<typeof createAccountOpeningsService>
