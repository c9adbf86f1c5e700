/** Opens accounts at once for a RUN with a passed identity check. Otherwise stores an application, which staff decide. */

import { ApiError, type FieldError } from '@mi-portal/contract/api-error'
import { accountStatus, type Patient } from '@mi-portal/contract/people'
import { personalDataFields, personFieldNames, pickFields } from '@mi-portal/contract/person-fields'
import type { registrationForm } from '@mi-portal/contract/registration'
import type { Ages } from '@mi-portal/contract/values/ages'
import { ageOn, dayOf, latestBirth } from '@mi-portal/contract/values/dates'
import {
  cleanCountry,
  cleanDocument,
  type DocumentTypeId,
  documentType,
} from '@mi-portal/contract/values/document-number'
import type * as z from 'zod/mini'
import type { Audit } from '../../platform/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Context } from '../../platform/context/context.ts'
import type { Database, Queries } from '../../platform/database/database.ts'
import type { Origin } from '../../platform/http/actor.ts'
import type { ReceivedImage } from '../../platform/http/forms/images.ts'
import type { IpRateLimits } from '../../platform/security/ip-rate-limits.ts'
import type { Passwords } from '../../platform/security/passwords.ts'
import { type Limit, limits, type RateLimiter } from '../../platform/security/rate-limiter.ts'
import { newToken } from '../../platform/security/tokens.ts'
import { type PasswordBranding, weakness } from '../../platform/security/weak-passwords.ts'
import type { IdentityProofs, ProvenRecord } from '../../ports/identity-check.ts'
import type { MailQueue } from '../../ports/mail.ts'
import { addApplication, notifyEarlierMailbox } from '../applications/decide-applications.ts'
import { storeConsent } from '../consents/manage-consents.ts'
import { readCurrentText } from '../legal/publish-texts.ts'
import { accounts } from '../people/accounts/accounts.service.ts'
import { createVerificationLink } from '../people/create-verification-link.ts'
import type { NewPatient, Person } from '../people/people.service.ts'
import {
  findChoiceErrors,
  findMailboxErrors,
  findPerson,
  findPersonByDocument,
  getOpeningAges,
  getOutgrownStep,
  isPersonMinor,
  toPatient,
} from '../people/people.service.ts'
import type { PhotoPurpose, StoredPhoto } from '../photos/store-photos.ts'
import { ownPhotoFor, schedulePhotoDeletion, storePhotos } from '../photos/store-photos.ts'
import { removeEarlierAccess } from '../session/use-sessions.ts'
import { registrationConfirmed, registrationReceived } from './registration.mails.ts'
import { ageNotice, type DocumentState, documentStateOf, identityPhotosOf } from './registration.rules.ts'
import type { Draft } from './registration.sql.ts'
import * as registrationSql from './registration.sql.ts'

type RegistrationForm = z.output<typeof registrationForm>
type PhotoFiles = Readonly<Record<string, ReceivedImage>>
/** What a registration writes of a person, at once or when it is approved. */
type Applied = Omit<NewPatient, 'status' | 'opened_as_minor' | 'opened_as_child' | 'names_proven'> & {
  readonly image_store_selfie: number | null
}
/** The person of a registration, and the key of the page of an application that waits. */
type Registered = { readonly person_id: number; readonly key: string | null }
type Registration = { readonly patient: Patient; readonly application_key: string | null }

type RegistrationDependencies = {
  readonly db: Database

  readonly identity: IdentityProofs
  readonly ctx: Context

  readonly passwords: Passwords
  readonly rateLimiter: RateLimiter
  readonly ipRateLimits: IpRateLimits
  readonly audit: Audit
  readonly mail: MailQueue
  readonly clock: Clock
  readonly ages: Ages
  readonly branding: PasswordBranding
}

const purposes: Readonly<Record<string, PhotoPurpose>> = {
  file: 'profile',
  file_passport: 'passport',
  file_passport_patient: 'passport-patient',
  file_selfie: 'selfie',
}

/** A text that a form accepts, and the version that the form names. */
type Accepted = {
  readonly kind: keyof typeof changedText
  readonly read: string | undefined
  readonly text: { readonly version: string; readonly text: string }
}

const changedText = {
  terms: 'Los términos y condiciones cambiaron. Revísalos y acéptalos nuevamente',
  privacy: 'El aviso de privacidad cambió. Revísalo y acéptalo nuevamente',
} as const

/**
 * Returns the form with the names and the birth date of the person who passed the identity check, as far as they are
 * known.
 */
function asProven(form: RegistrationForm, proven: ProvenRecord | null): RegistrationForm {
  const { names, last_name, second_name, date_birth } = proven ?? {}
  return {
    ...form,
    ...(names ? { first_name: names, last_name, second_name } : {}),
    ...(date_birth ? { date_birth } : {}),
  }
}

export function createRegistrationService(dependencies: RegistrationDependencies) {
  const { db, ctx, identity, passwords, rateLimiter, audit, mail, clock, ages } = dependencies
  const latestBirths = () => ({
    adult: latestBirth(ages.adult, dayOf(clock.now())),
    reserve: latestBirth(ages.reserve, dayOf(clock.now())),
  })

  async function findDocumentState(
    typeId: DocumentTypeId,
    number: string,
    country: string | null | undefined,
  ) {
    const person = await findPersonByDocument(ctx, typeId, number, country)
    if (person === null) return { person, may: 'free' as DocumentState }
    const may = documentStateOf({
      status: person.status,
      deleted: person.deleted_at !== null,
      outgrown: getOutgrownStep(ctx, person) !== null,
      withoutAccount: person.without_account,
    })
    return { person, may }
  }

  function rejectTaken(may: DocumentState): void {
    if (may === 'deleted') throw new ApiError('documentClosed', { param: 'document_number' })
    if (may === 'taken') throw new ApiError('documentTaken', { param: 'document_number' })
  }

  async function passwordErrors(form: RegistrationForm, number: string): Promise<FieldError[]> {
    const names = [form.first_name, form.last_name, form.second_name]
    const msg = await weakness(form.password, { document_number: number, names }, dependencies.branding)
    return msg === null ? [] : [{ param: 'password', msg }]
  }

  /**
   * Returns the texts that the form accepts: always the terms, and the privacy policy if its version is named. A form
   * that names another version than the one in force accepted a different text.
   */
  async function findAcceptedTexts(form: RegistrationForm) {
    const [terms, privacy] = await Promise.all([
      readCurrentText(ctx, 'terms'),
      readCurrentText(ctx, 'privacy'),
    ])
    const accepted = [
      { kind: 'terms' as const, read: form.terms_version, text: terms },
      ...(form.privacy_version
        ? [{ kind: 'privacy' as const, read: form.privacy_version, text: privacy }]
        : []),
    ]
    const fieldErrors = accepted.flatMap(({ kind, read, text }): FieldError[] =>
      read === undefined || read === text.version
        ? []
        : [{ param: `${kind}_version`, msg: changedText[kind] }],
    )
    return { accepted, fieldErrors }
  }

  function toAcceptedTexts(accepted: readonly Accepted[]) {
    return accepted.map(({ kind, read, text }) => ({
      kind,
      version: text.version,
      text: text.text,
      // A form that names the version showed the text; a form without it may come from another client.
      channel: read === undefined ? ('api' as const) : ('web' as const),
    }))
  }

  /** Returns only the images that are stored: the profile photo, and the given ones that prove the identity. */
  function requiredPhotos(identityPhotos: ReturnType<typeof identityPhotosOf>, pictures: PhotoFiles) {
    return ['file', ...identityPhotos.map(({ param }) => param)].flatMap((name) => {
      const photo = pictures[name]
      const purpose = purposes[name]
      return photo && purpose ? [{ picture: photo, purpose }] : []
    })
  }

  /** Writes the person. The database decides which of two concurrent registrations of one document comes first. */
  async function writePerson(tx: Queries, person: NewPatient, before: Person | null): Promise<number> {
    const now = clock.now()
    const id =
      before === null
        ? await accounts.insertPatient(tx, person, now)
        : await accounts.reopen(tx, person, now, latestBirths())
    if (id === null) throw new ApiError('documentTaken', { param: 'document_number' })
    if (before === null) return id
    await removeEarlierAccess(ctx, tx, id)
    const replaced = person.image_store_id === null ? null : before.image_store_id
    await schedulePhotoDeletion(ctx, tx, [
      replaced,
      before.image_store_passport,
      before.image_store_passport_patient,
    ])
    return id
  }

  /** Consumes the limits of a call that cannot fail by itself, and counts it against its IP address. */
  async function admitCounted(countedLimits: readonly Limit[], origin: Origin, altcha: string | undefined) {
    const address = await dependencies.ipRateLimits.admit('registration', countedLimits, origin.ip, altcha)
    await address.countFailure()
  }

  /**
   * Throws unless the person passed the identity check, and does not open their account with the mailbox of a guardian. Without a proof, this
   * answer would show strangers whose mailbox it is, so staff learn it when they decide about an application.
   */
  async function requireProof(
    proven: ProvenRecord | null,
    before: Person | null,
    email: string,
  ): Promise<void> {
    if (proven === null) throw new ApiError('identityNotProven', { param: 'solem' })
    const fieldErrors = before === null ? [] : await findMailboxErrors(ctx, before.id, email)
    if (fieldErrors.length > 0) throw new ApiError('invalid', { fieldErrors })
  }

  async function register(
    sent: RegistrationForm,
    pictures: PhotoFiles,
    origin: Origin,
  ): Promise<Registration> {
    // Every call counts, also a failed one: each may store images and send mail to an address that anyone typed.
    await admitCounted([limits.register, limits.registerDay], origin, sent.altcha)
    const typeId = sent.document_type_id
    const number = cleanDocument(typeId, sent.document_number)
    const isLeftToStaff = await identity.isLeftToStaff()
    const needsProof = typeId === documentType.run && !isLeftToStaff
    const identityPhotos = identityPhotosOf(typeId, isLeftToStaff)
    const solem = needsProof ? (sent.solem ?? null) : null
    const proven = solem === null ? null : await identity.find(solem, number)
    const form = asProven(sent, proven)
    const { accepted, fieldErrors: readFieldErrors } = await findAcceptedTexts(form)
    const fieldErrors = [
      ...(await findChoiceErrors(ctx, form)),
      ...(await passwordErrors(form, number)),
      ...readFieldErrors,
      ...identityPhotos.filter(({ param }) => pictures[param] === undefined),
    ]
    if (fieldErrors.length > 0) throw new ApiError('invalid', { fieldErrors })
    const { person: before, may } = await findDocumentState(typeId, number, form.document_country)
    rejectTaken(may)
    if (needsProof) await requireProof(proven, before, form.email)

    const applied = {
      document_type_id: typeId,
      document_number: number,
      document_country: cleanCountry(typeId, form.document_country),
      ...pickFields(form, personalDataFields),
      email: form.email,
      password_hash: await passwords.hash(form.password),
    }
    const texts = toAcceptedTexts(accepted)
    const proof = solem === null ? null : { solem, hasNames: Boolean(proven?.names) }
    const opened = await storePhotos(ctx, requiredPhotos(identityPhotos, pictures), (stored) =>
      db.transaction(async (tx) => {
        const images = await ownPhotos(tx, stored)
        const person = { ...applied, ...images }
        const { person_id: id, key } =
          proof === null
            ? await apply(tx, person, before, texts, origin)
            : await openAccount(tx, person, proof, before, texts, origin)
        await audit.add(tx, {
          // An application proves nothing yet: it may come from a stranger.
          ...(proof === null
            ? { actorId: null, actorRole: 'anonymous', action: 'registration.apply' }
            : {
                actorId: id,
                actorRole: 'STANDART_ROLE',
                action: before === null ? 'registration.open' : 'registration.reopen',
              }),
          patientId: id,
          origin,
          detail: {
            document_type_id: typeId,
            status: proof === null ? accountStatus.pending : accountStatus.enabled,
            terms: texts[0]?.version,
          },
        })
        return { id, key, images }
      }),
    )
    mail.trigger()
    const person = await findPerson(ctx, opened.id)
    if (person === null) throw new ApiError('unavailable')
    if (proof !== null) return { patient: toPatient(ctx, person), application_key: null }
    // The answer repeats what was applied for, and nothing of what the clinic knows of the person.
    const patient = {
      ...toPatient(ctx, { ...person, ...applied, ...opened.images }),
      ...pickFields(form, personFieldNames),
      names_proven: false,
      email_pending: null,
      status_passport: false,
      date_creation: clock.now().toISOString(),
    }
    return { patient, application_key: opened.key }
  }

  /** Stores an application, which waits for the decision of staff, and mails the link to its page. */
  async function apply(
    tx: Queries,
    person: Applied,
    before: Person | null,
    texts: ReturnType<typeof toAcceptedTexts>,
    origin: Origin,
  ): Promise<Registered> {
    const { person_id, key } = await addApplication(ctx, tx, person, before, texts, origin.ip)
    const data = { path: `/registro/${key}` as const }
    await mail.queue(tx, registrationReceived, { recipient: person.email, person_id, data })
    return { person_id, key }
  }

  /** Opens the account of a person with a passed identity check. */
  async function openAccount(
    tx: Queries,
    person: Applied,
    { solem, hasNames }: { readonly solem: string; readonly hasNames: boolean },
    before: Person | null,
    texts: ReturnType<typeof toAcceptedTexts>,
    origin: Origin,
  ): Promise<Registered> {
    if (!(await identity.consume(tx, solem, person.document_number)))
      throw new ApiError('identityNotProven', { param: 'solem' })
    const account = {
      ...person,
      status: accountStatus.enabled,
      ...getOpeningAges(ctx, person),
      names_proven: hasNames,
    }
    const id = await writePerson(tx, account, before)
    for (const text of texts) await storeConsent(ctx, tx, { ...text, personId: id, ip: origin.ip })
    const { token, days, until } = await createVerificationLink(ctx, tx, id, person.email)
    await mail.queue(tx, registrationConfirmed, {
      recipient: person.email,
      person_id: id,
      data: { token, days },
      notAfter: until,
    })
    if (before !== null) await notifyEarlierMailbox(ctx, tx, before, person.email)
    return { person_id: id, key: null }
  }

  async function ownPhotos(tx: Queries, stored: readonly StoredPhoto[]) {
    return {
      image_store_id: await ownPhotoFor(ctx, tx, stored, 'profile'),
      image_store_passport: await ownPhotoFor(ctx, tx, stored, 'passport'),
      image_store_passport_patient: await ownPhotoFor(ctx, tx, stored, 'passport-patient'),
      image_store_selfie: await ownPhotoFor(ctx, tx, stored, 'selfie'),
    }
  }

  return {
    /** Throws 400 if the document has an account, or had one that was closed, unless its holder may register again. */
    available: async (
      typeId: DocumentTypeId,
      number: string,
      country: string | null | undefined,
      altcha: string | undefined,
      origin: Origin,
    ): Promise<void> => {
      const countedLimits = [limits.documentLook, limits.documentLookDay]
      const address = await dependencies.ipRateLimits.admit('registration', countedLimits, origin.ip, altcha)
      const { may } = await findDocumentState(typeId, cleanDocument(typeId, number), country)
      if (may === 'deleted' || may === 'taken') await address.countFailure()
      rejectTaken(may)
    },

    age: async (date_birth: string, altcha: string | undefined, origin: Origin) => {
      await admitCounted([limits.ageLook], origin, altcha)
      if (date_birth > dayOf(clock.now()))
        throw new ApiError('invalid', { param: 'date', msg: 'Selecciona Fecha de nacimiento' })
      const is_minor = isPersonMinor(ctx, { date_birth })
      const is_adolescent = is_minor && ageOn(date_birth, dayOf(clock.now())) >= ages.reserve
      return { is_minor, msg: ageNotice(is_minor, is_adolescent, await identity.isLeftToStaff()) }
    },

    /** Stores a draft under an id that only this browser knows. */
    saveDraft: async (draft: Draft, altcha: string | undefined, origin: Origin): Promise<string> => {
      await admitCounted([limits.draft], origin, altcha)
      const id = newToken()
      await registrationSql.saveDraft(db, id, cleaned(draft), clock.now())
      return id
    },

    updateDraft: async (id: string, draft: Draft): Promise<void> => {
      await rateLimiter.consumeEach([limits.draft], id)
      if (!(await registrationSql.updateDraft(db, id, cleaned(draft), clock.now())))
        throw new ApiError('notFound')
    },

    register,

    purgeDrafts: (before: Date) => registrationSql.purgeDrafts(db, before),
  }
}

function cleaned(draft: Draft): Draft {
  return { ...draft, document_number: cleanDocument(draft.document_type_id, draft.document_number) }
}

export type RegistrationService = ReturnType<typeof createRegistrationService>
