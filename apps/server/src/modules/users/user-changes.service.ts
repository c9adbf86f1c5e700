/** Lets staff open, change and disable accounts. Checks who may change whom, and audits every change. */
import { ApiError, type FieldError } from '@mi-portal/contract/api-error'
import { accountStatus, type Role } from '@mi-portal/contract/people'
import { greetingNameOf, personalDataFields, pickFields } from '@mi-portal/contract/person-fields'
import { type patientCreation, personRoleOf, type userEdit } from '@mi-portal/contract/users'
import { cleanDocument, documentType } from '@mi-portal/contract/values/document-number'
import type * as z from 'zod/mini'
import type { Audit } from '../../platform/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { DomainEvent } from '../../platform/composition/domain-event.ts'
import { isTaken } from '../../platform/database/constraint-errors.ts'
import type { Database, Queries } from '../../platform/database/database.ts'
import type { Actor, Origin } from '../../platform/http/actor.ts'
import type { ReceivedImage } from '../../platform/http/forms/images.ts'
import type { Passwords } from '../../platform/security/passwords.ts'
import { type PasswordBranding, weakness } from '../../platform/security/weak-passwords.ts'
import type { MailQueue } from '../../ports/mail.ts'
import type { ConsentsService } from '../consents/consents.service.ts'
import { keyErrorOf, recoveryHeldUntil } from '../people/email.rules.ts'
import { mayAdminister } from '../people/people.rules.ts'
import type { AccountData, AccountEnded, OwnPhotos, PeopleService } from '../people/people.service.ts'
import type { PhotoPurpose, PhotosService, StoredPhoto } from '../photos/photos.service.ts'
import type { SessionService } from '../session/session.service.ts'
import type { ChangeNotifier } from './change-notifier.service.ts'
import { staffWelcome, welcome } from './users.mails.ts'
import { disablingErrorOf, isOtherMailbox, traceOf, typedPasswordHours } from './users.rules.ts'
import type { UsersStore } from './users.store.ts'

type Person = NonNullable<Awaited<ReturnType<PeopleService['byId']>>>
type Creation = Omit<z.output<typeof patientCreation>, 'person_role_id'>
type Edit = z.output<typeof userEdit>
type PhotoFiles = Readonly<Record<string, ReceivedImage>>

type ChangesDependencies = {
  readonly db: Database
  readonly store: UsersStore
  readonly people: PeopleService
  readonly sessions: SessionService
  readonly photos: PhotosService
  readonly consents: ConsentsService
  readonly accountDisabled: DomainEvent<AccountEnded>
  /** Returns the terms in force, as they are shown. */
  readonly terms: () => Promise<{ readonly version: string; readonly text: string }>
  readonly notifyChanges: ChangeNotifier
  readonly passwords: Passwords
  readonly audit: Audit
  readonly mail: MailQueue
  readonly clock: Clock
  readonly branding: PasswordBranding
}

const hour = 3_600_000
/** Days for which the temporary password of a new account works. */
const welcomeDays = 7

const noPasswordLabels = {
  locked: 'Esta cuenta está bloqueada. Se desbloquea en persona',
  unverified:
    'Esta contraseña necesita un código que llega al e-mail verificado de la persona, y este e-mail no está verificado',
  held: 'El e-mail de esta cuenta lo cambió el personal hace menos de 72 horas. Hasta entonces no se puede definir una contraseña',
} as const

const purposes: Readonly<Record<string, PhotoPurpose>> = {
  file: 'profile',
  file_passport: 'passport',
  file_passport_patient: 'passport-patient',
}

function wanted(pictures: PhotoFiles) {
  return Object.entries(pictures).flatMap(([name, photo]) => {
    const purpose = purposes[name]
    return purpose ? [{ picture: photo, purpose }] : []
  })
}

function dataOf(form: Creation): AccountData {
  return {
    document_type_id: form.document_type_id,
    document_number: cleanDocument(form.document_type_id, form.document_number),
    ...pickFields(form, personalDataFields),
    email: form.email,
  }
}

export function createUserChangesService(dependencies: ChangesDependencies) {
  const { db, store, people, sessions, photos, passwords, audit, mail, clock } = dependencies

  function rejectFieldErrors(fieldErrors: readonly FieldError[]): void {
    if (fieldErrors.length > 0) throw new ApiError('invalid', { fieldErrors, msg: fieldErrors[0]?.msg })
  }

  /** Returns the account to change; throws 404 if it does not exist and 403 if the caller may not change it. */
  async function findTarget(actor: Actor, id: number): Promise<Person> {
    const person = await people.byId(id)
    if (person === null) throw new ApiError('notFound')
    if (!mayAdminister(actor.rol, person.rol)) throw new ApiError('forbidden')
    return person
  }

  async function storedImageIds(tx: Queries, stored: readonly StoredPhoto[]): Promise<OwnPhotos> {
    const idOf = async (purpose: PhotoPurpose) => {
      const photo = stored.find((one) => one.purpose === purpose)
      return photo === undefined ? null : photos.own(tx, photo)
    }
    return {
      image_store_id: await idOf('profile'),
      image_store_passport: await idOf('passport'),
      image_store_passport_patient: await idOf('passport-patient'),
    }
  }

  /**
   * No decision will follow that starts their retention, so images of documents are removed as long after the upload
   * as otherwise after a decision.
   */
  async function dateDocuments(tx: Queries, pictures: OwnPhotos): Promise<void> {
    await photos.dropAfterDecision(tx, [pictures.image_store_passport, pictures.image_store_passport_patient])
  }

  const entry = (actor: Actor, action: string, personId: number, origin: Origin, detail?: object) => ({
    actorId: actor.id,
    actorRole: actor.rol,
    action,
    patientId: personId,
    origin,
    ...(detail ? { detail } : {}),
  })

  async function create(
    actor: Actor,
    form: Creation,
    rol: Exclude<Role, 'SUPER_ADMIN_ROLE'>,
    pictures: PhotoFiles,
    origin: Origin,
  ): Promise<number> {
    rejectFieldErrors(await people.choiceErrors(form))
    const data = dataOf(form)
    const known = await people.byDocument(data.document_type_id, data.document_number)
    if (known !== null) {
      const closed = known.deleted_at !== null
      throw new ApiError(closed ? 'documentClosed' : 'documentTaken', { param: 'document_number' })
    }
    const terms = await dependencies.terms()
    const { key, hash } = await sessions.newKey()
    const id = await photos.storing(wanted(pictures), (stored) =>
      db.transaction(async (tx) => {
        const now = clock.now()
        const ownPhotos = await storedImageIds(tx, stored)
        const id = await people.accounts.insertAccount(tx, {
          ...data,
          ...ownPhotos,
          // The member of staff who opens the account has seen the passport.
          status_passport: data.document_type_id === documentType.passport,
          opened_as_minor: people.isMinor(data),
          rol,
          now,
        })
        if (id === null) throw new ApiError('documentTaken', { param: 'document_number' })
        await dateDocuments(tx, ownPhotos)
        await dependencies.consents.give(tx, {
          personId: id,
          kind: 'terms',
          version: terms.version,
          text: terms.text,
          channel: 'staff',
          ip: origin.ip,
        })
        const until = new Date(now.getTime() + welcomeDays * 24 * hour)
        await sessions.giveKey(tx, id, { hash, until, mailedTo: data.email })
        await audit.add(
          tx,
          entry(actor, 'users.create', id, origin, {
            rol,
            document_type_id: data.document_type_id,
            terms: terms.version,
          }),
        )
        const { token } = await people.emailVerification.createLink(tx, id, data.email)
        await mail.queue(tx, rol === 'STANDART_ROLE' ? welcome : staffWelcome, {
          recipient: data.email,
          person_id: id,
          data: { first_name: greetingNameOf(data), key, days: welcomeDays, token },
          notAfter: until,
        })
        return id
      }),
    )
    mail.trigger()
    return id
  }

  /** Returns why staff cannot type a password for a person: its code needs a verified address that has not changed lately. */
  function noPasswordBecause(person: Person, email: string): keyof typeof noPasswordLabels | null {
    if (person.locked_at !== null || person.recovery_frozen_at !== null) return 'locked'
    return isOtherMailbox(person.email, email) ? 'unverified' : keyErrorOf(person, clock.now())
  }

  /** Checks a password that staff typed for another person. */
  async function typedPasswordErrors(actor: Actor, person: Person, form: Edit): Promise<FieldError[]> {
    if (form.password === undefined) return []
    if (actor.id === person.id)
      return [...new ApiError('ownPasswordElsewhere', { param: 'password' }).fieldErrors]
    const because = noPasswordBecause(person, form.email)
    if (because !== null) return [{ param: 'password', msg: noPasswordLabels[because] }]
    const names = [form.first_name, form.last_name, form.second_name]
    const bearer = { document_number: form.document_number, names }
    const msg = await weakness(form.password, bearer, dependencies.branding)
    return msg === null ? [] : [{ param: 'password', msg }]
  }

  async function editErrors(actor: Actor, person: Person, form: Edit): Promise<FieldError[]> {
    const role = form.person_role_id
    return [
      ...(await people.choiceErrors(form, person.forecast_id)),
      ...(role !== undefined && Number(role) !== personRoleOf(person.rol).id
        ? new ApiError('roleKept', { param: 'person_role_id' }).fieldErrors
        : []),
      ...(await typedPasswordErrors(actor, person, form)),
    ]
  }

  /** Ends what depends on an account when it is disabled, in the same transaction. */
  async function endAccount(tx: Queries, person: Person): Promise<void> {
    await sessions.endAll(tx, person.id, 'account-closed')
    await dependencies.accountDisabled.announce(tx, { personId: person.id, at: clock.now() })
    if (person.status === accountStatus.pending)
      await photos.dropAfterDecision(tx, [person.image_store_passport, person.image_store_passport_patient])
  }

  /**
   * Throws unless the account may be disabled now. Concurrent calls about super administrators wait for each other, so
   * the last one cannot be disabled.
   */
  async function admitDisabling(tx: Queries, actor: Actor, person: Person): Promise<void> {
    const self = actor.id === person.id
    const counted = !self && person.rol === 'SUPER_ADMIN_ROLE' ? await store.superAdmins(tx) : []
    const otherSuperAdmins = counted.filter((id) => id !== person.id).length
    const rejection = disablingErrorOf({ self, target: person.rol, otherSuperAdmins })
    if (rejection !== null) throw new ApiError(rejection)
  }

  /** Stores a password that staff typed, if there is one. A new address voids the temporary password that was sent to the one before. */
  async function replaceKey(tx: Queries, person: Person, after: AccountData, hash: string | null) {
    if (isOtherMailbox(person.email, after.email)) await sessions.voidKey(tx, person.id)
    if (hash === null) return
    await sessions.endAll(tx, person.id, 'password-changed')
    const until = new Date(clock.now().getTime() + typedPasswordHours * hour)
    await sessions.giveKey(tx, person.id, { hash, until, mailedTo: null })
  }

  async function edit(actor: Actor, form: Edit, pictures: PhotoFiles, origin: Origin): Promise<void> {
    const person = await findTarget(actor, form.id)
    rejectFieldErrors(await editErrors(actor, person, form))
    if (form.updated_at !== undefined && Date.parse(form.updated_at) !== person.updated_at.getTime())
      throw new ApiError('changedMeanwhile')
    const status = form.status_data_id === undefined ? person.status : Number(form.status_data_id)
    if (person.status === accountStatus.pending && status === accountStatus.enabled)
      throw new ApiError('awaitsDecision')
    const disables = status === accountStatus.disabled && person.status !== accountStatus.disabled
    const data = dataOf(form)
    const hash = form.password === undefined ? null : await passwords.hash(form.password)
    // A birth date corrected by staff decides again whether the account was opened for a minor.
    const opened_as_minor =
      data.date_birth === person.date_birth ? person.opened_as_minor : people.isMinor(data)

    await photos.storing(wanted(pictures), (stored) =>
      db.transaction(async (tx) => {
        const now = clock.now()
        if (disables) await admitDisabling(tx, actor, person)
        await sessions.lock(tx, person.id)
        const ownPhotos = await storedImageIds(tx, stored)
        const after = {
          ...data,
          ...ownPhotos,
          status,
          opened_as_minor,
          forget_password: hash !== null,
          recovery_held_until: recoveryHeldUntil(now),
          now,
        }
        if (!(await people.accounts.edit(tx, person, after))) throw new ApiError('changedMeanwhile')
        await replacePhotos(tx, person, ownPhotos)
        if (disables) await endAccount(tx, person)
        await replaceKey(tx, person, data, hash)
        await auditChange(
          tx,
          actor,
          person,
          { ...data, status },
          Object.keys(pictures),
          hash !== null,
          origin,
        )
        await dependencies.notifyChanges(tx, person, data, hash !== null)
      }),
    )
    mail.trigger()
  }

  async function replacePhotos(tx: Queries, person: Person, now: OwnPhotos): Promise<void> {
    const replaced = (name: keyof OwnPhotos) => (now[name] === null ? null : person[name])
    await photos.scheduleDeletion(tx, [
      replaced('image_store_id'),
      replaced('image_store_passport'),
      replaced('image_store_passport_patient'),
    ])
    if (person.status !== accountStatus.pending) await dateDocuments(tx, now)
  }

  /** Writes an audit entry for the changed data, and a second one if the account was disabled or enabled. */
  async function auditChange(
    tx: Queries,
    actor: Actor,
    person: Person,
    after: AccountData & { status: number },
    pictures: readonly string[],
    password: boolean,
    origin: Origin,
  ): Promise<void> {
    const { changed, ...sides } = traceOf(person, after)
    const all = [...changed, ...pictures, ...(password ? ['password'] : [])]
    await audit.add(tx, entry(actor, 'users.edit', person.id, origin, { changed: all, ...sides }))
    const status = { before: { status: person.status }, after: { status: after.status } }
    if (
      person.status !== after.status ||
      (person.deleted_at !== null && after.status === accountStatus.enabled)
    ) {
      const action = after.status === accountStatus.enabled ? 'users.enable' : 'users.disable'
      await audit.add(tx, entry(actor, action, person.id, origin, status))
    }
  }

  return {
    /** Creates a patient's account and returns its id. */
    createPatient: (actor: Actor, form: Creation, pictures: PhotoFiles, origin: Origin) =>
      create(actor, form, 'STANDART_ROLE', pictures, origin),
    createAdministrator: (actor: Actor, form: Creation, pictures: PhotoFiles, origin: Origin) =>
      create(actor, form, 'ADMIN_ROLE', pictures, origin),

    edit: async (actor: Actor, form: Edit, pictures: PhotoFiles, origin: Origin): Promise<void> => {
      try {
        await edit(actor, form, pictures, origin)
      } catch (error) {
        if (isTaken(error)) throw new ApiError('documentTaken', { param: 'document_number' })
        throw error
      }
    },

    disable: async (actor: Actor, id: number, origin: Origin): Promise<void> => {
      const person = await findTarget(actor, id)
      await db.transaction(async (tx) => {
        await admitDisabling(tx, actor, person)
        if (!(await people.accounts.disable(tx, id, clock.now()))) return
        await endAccount(tx, person)
        await audit.add(
          tx,
          entry(actor, 'users.disable', id, origin, {
            before: { status: person.status },
            after: { status: accountStatus.disabled },
          }),
        )
      })
    },
  }
}

export type UserChangesService = ReturnType<typeof createUserChangesService>
