/**
 * A person's own data and password: changing them, recovering access, closing the account, and listing who read the
 * data.
 */
import { ApiError, type Fault } from '@mi-portal/contract/api-error'
import { type Page, pageOf } from '@mi-portal/contract/paging'
import type { Patient } from '@mi-portal/contract/people'
import {
  nameFieldNames,
  type PersonalData,
  personalDataFields,
  pickFields,
} from '@mi-portal/contract/person-fields'
import type { ProfileEdit, passwordChange } from '@mi-portal/contract/profile'
import { addDays, type Day, momentOf } from '@mi-portal/contract/values/dates'
import { cleanDocument, type DocumentTypeId } from '@mi-portal/contract/values/document-number'
import { maskEmail } from '@mi-portal/contract/values/email'
import type * as z from 'zod/mini'
import type { Audit } from '../../platform/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { DomainEvent } from '../../platform/composition/domain-event.ts'
import type { Database, Queries } from '../../platform/database/database.ts'
import type { Actor, Origin } from '../../platform/http/actor.ts'
import type { ReceivedPicture } from '../../platform/http/forms/pictures.ts'
import type { Logger } from '../../platform/logger.ts'
import type { AddressCaps } from '../../platform/security/address-caps.ts'
import type { Passwords } from '../../platform/security/passwords.ts'
import { hashToken, newToken } from '../../platform/security/tokens.ts'
import { callerNetwork, limits, type Tries } from '../../platform/security/tries.ts'
import { type PasswordHouse, weakness } from '../../platform/security/weak-passwords.ts'
import type { MailQueue } from '../../ports/mail.ts'
import type { AccountEnded, PeopleService } from '../people/people.service.ts'
import type { PhotosService } from '../photos/photos.service.ts'
import type { SessionService } from '../session/session.service.ts'
import {
  confirmEmail,
  emailChangeAsked,
  emailChanged,
  passwordChanged,
  profileClosed,
  recoveryClosed,
  staffTemporaryPassword,
  temporaryPassword,
} from './profile.mails.ts'
import {
  accessWords,
  changedFields,
  closedBecause,
  describeSignIn,
  nameFaults,
  profileLimits,
  recoveryRefusal,
  sameMailbox,
  shownActor,
  shownOrigin,
  shownRole,
  signInAction,
} from './profile.rules.ts'
import type { ProfileStore, TrailRow } from './profile.store.ts'

type PasswordChange = z.output<typeof passwordChange>
type Person = NonNullable<Awaited<ReturnType<PeopleService['byId']>>>

type ProfileParts = {
  readonly db: Database
  readonly store: ProfileStore
  readonly people: PeopleService
  readonly sessions: SessionService
  readonly photos: PhotosService
  readonly passwords: Passwords
  readonly addressCaps: AddressCaps
  readonly tries: Tries
  readonly audit: Audit
  readonly mail: MailQueue
  readonly clock: Clock
  readonly logger: Logger
  readonly house: PasswordHouse
  readonly accountClosed: DomainEvent<AccountEnded>
}

const minute = 60_000

/** Returns the data that a form changes. A form without names leaves the names unchanged. */
function dataOf(form: ProfileEdit, before: Person): PersonalData {
  const names = form.first_name === undefined ? before : { ...form, first_name: form.first_name }
  return pickFields({ ...form, ...pickFields(names, nameFieldNames) }, personalDataFields)
}

function fullName(row: Pick<TrailRow, 'first_name' | 'last_name' | 'second_name'>): string | null {
  return row.first_name === null
    ? null
    : [row.first_name, row.last_name, row.second_name].filter(Boolean).join(' ')
}

export function profileService(parts: ProfileParts) {
  const { db, store, people, sessions, photos, passwords, tries, audit, mail, clock } = parts

  async function personOf(actor: Actor): Promise<Person> {
    const person = await people.byId(actor.id)
    if (!person) throw new ApiError('noSession')
    return person
  }

  /** Returns the audit entry of a change by the person themself. */
  const entry = (actor: Actor, action: string, origin: Origin, detail?: object) => ({
    actorId: actor.id,
    actorRole: actor.rol,
    action,
    patientId: actor.id,
    origin,
    ...(detail ? { detail } : {}),
  })

  /** Stores a new e-mail address until it is confirmed: asks the new mailbox and notifies the present one. */
  async function pendEmail(tx: Queries, person: Person, email: string): Promise<void> {
    const token = newToken()
    const now = clock.now()
    const until = new Date(now.getTime() + profileLimits.emailHours * 60 * minute)
    await people.accounts.pendEmail(tx, {
      personId: person.id,
      email,
      tokenHash: hashToken(token),
      now,
      until,
    })
    const { id: person_id, greeting_name } = person
    await mail.queue(tx, confirmEmail, {
      recipient: email,
      person_id,
      data: { token, hours: profileLimits.emailHours },
      notAfter: until,
    })
    if (person.email === null) return
    await mail.queue(tx, emailChangeAsked, {
      recipient: person.email,
      person_id,
      data: { first_name: greeting_name, masked: maskEmail(email) },
    })
  }

  /** Returns the field errors that depend on the person and the catalogues. */
  async function editFaults(person: Person, form: ProfileEdit): Promise<Fault[]> {
    const faults = [...nameFaults(person, form), ...(await people.choiceFaults(form, person.forecast_id))]
    if (faults.some(({ param }) => param === 'date_birth')) return faults
    if (people.isMinor(person) === people.isMinor(form)) return faults
    const [guarded] = new ApiError('birthDateGuarded', { param: 'date_birth' }).faults
    return guarded ? [guarded, ...faults] : faults
  }

  async function edit(
    actor: Actor,
    form: ProfileEdit,
    picture: ReceivedPicture | null,
    origin: Origin,
  ): Promise<Patient> {
    const person = await personOf(actor)
    const faults = await editFaults(person, form)
    if (faults.length > 0) throw new ApiError('invalid', { faults, msg: faults[0]?.msg })
    const data = dataOf(form, person)
    const newEmail = sameMailbox(form.email, person.email) ? null : form.email
    if (newEmail !== null) await tries.demand([limits.emailChange], String(person.id))
    const changed = [
      ...changedFields(person, data),
      ...(newEmail === null ? [] : ['email_pending']),
      ...(picture === null ? [] : ['file']),
    ]
    await photos.storing(picture === null ? [] : [{ picture, purpose: 'profile' }], ([stored]) =>
      db.transaction(async (tx) => {
        const own = stored === undefined ? null : await photos.own(tx, stored)
        const edited = await people.accounts.editOwn(tx, person.id, data, own, clock.now())
        if (edited === null) throw new ApiError('noSession')
        await photos.drop(tx, [edited.replaced])
        if (newEmail !== null) await pendEmail(tx, person, newEmail)
        await audit.add(tx, entry(actor, 'profile.edit', origin, { changed }))
      }),
    )
    mail.nudge()
    return people.present(await personOf(actor), actor.temporaryKey)
  }

  /** Returns the field errors of a new password, besides those of its form. */
  async function passwordFaults(person: Person, change: PasswordChange): Promise<Fault[]> {
    const same = change.password.normalize('NFKC') === change.oldPassword.normalize('NFKC')
    if (same) return [...new ApiError('samePassword', { param: 'password' }).faults]
    const names = [person.first_name, person.last_name, person.second_name]
    const msg = await weakness(
      change.password,
      { document_number: person.document_number, names },
      parts.house,
    )
    return msg === null ? [] : [{ param: 'password', msg }]
  }

  async function changePassword(actor: Actor, change: PasswordChange, origin: Origin): Promise<void> {
    const subject = String(actor.id)
    const standing = await tries.look(limits.oldPassword, subject)
    if (standing.over) throw new ApiError('tooMany', { retryAfter: standing.retryAfter })
    const person = await personOf(actor)
    // A caller who signed in with a temporary password has to enter that one, because they do not know the other.
    const current = actor.temporaryKey ? await sessions.keyOfSession(actor.sessionId) : person.password_hash
    if (!(await passwords.verify(current, change.oldPassword))) {
      await tries.count(limits.oldPassword, subject)
      await audit.note({ ...entry(actor, 'profile.password', origin), outcome: 'refused' })
      throw new ApiError('wrongOldPassword', { param: 'oldPassword' })
    }
    const faults = await passwordFaults(person, change)
    if (faults.length > 0) throw new ApiError('invalid', { faults, msg: faults[0]?.msg })
    const hash = await passwords.hash(change.password)
    await db.transaction(async (tx) => {
      const now = clock.now()
      await sessions.lock(tx, actor.id)
      if (!(await people.accounts.setPassword(tx, actor.id, person.password_hash, hash, now)))
        throw new ApiError('changedMeanwhile')
      await sessions.keepOnly(tx, actor)
      await audit.add(tx, entry(actor, 'profile.password', origin))
      if (person.email === null) return
      await mail.queue(tx, passwordChanged, {
        recipient: person.email,
        person_id: actor.id,
        data: { first_name: person.greeting_name, at: now },
      })
    })
    await tries.forget(limits.oldPassword, subject)
    mail.nudge()
  }

  /**
   * Returns the member of staff with this token. Returns null for anyone else, for whom the call is a public one. Throws
   * for staff who first have to choose a password or set up a second factor.
   */
  async function staffBehind(token: string | undefined, origin: Origin): Promise<Actor | null> {
    if (token === undefined) return null
    const actor = await sessions.open(token, null, origin, false).catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 401) return null
      throw error
    })
    if (actor === null || actor.rol === 'STANDART_ROLE') return null
    if (actor.temporaryKey) throw new ApiError('passwordChangeRequired')
    if (actor.lacksFactor) throw new ApiError('secondFactorNeeded')
    return actor
  }

  /** Throws unless this caller may send a temporary password to this person now. */
  async function admitRecovery(staff: Actor | null, person: Person, origin: Origin): Promise<void> {
    const refusal = staff === null ? null : recoveryRefusal(staff.rol, person.rol)
    if (staff !== null && refusal !== null) {
      await audit.note({
        ...entry(staff, 'profile.recover', origin),
        patientId: person.id,
        outcome: 'refused',
      })
      throw new ApiError(refusal)
    }
    if (staff !== null) await tries.demand([limits.recoverStaff], String(staff.id))
    await tries.demand([limits.recover], callerNetwork(origin.ip, String(person.id)))
    if (staff === null) await tries.demand([limits.recoverAccount], String(person.id))
  }

  async function mailKey(tx: Queries, person: Person, made: { key: string; hash: string }): Promise<void> {
    const minutes = profileLimits.temporaryPasswordMinutes
    const until = new Date(clock.now().getTime() + minutes * minute)
    await sessions.giveKey(tx, person.id, made.hash, until)
    if (person.email === null) return
    await mail.queue(tx, person.rol === 'STANDART_ROLE' ? temporaryPassword : staffTemporaryPassword, {
      recipient: person.email,
      person_id: person.id,
      data: { first_name: person.greeting_name, key: made.key, minutes },
      notAfter: until,
    })
  }

  async function recover(
    document: { document_type_id: DocumentTypeId; document_number: string; altcha?: string | undefined },
    token: string | undefined,
    origin: Origin,
  ) {
    const staff = await staffBehind(token, origin)
    const stranger =
      staff === null
        ? await parts.addressCaps.admit('recover', [limits.recoverAddress], origin.ip, document.altcha)
        : null
    const number = cleanDocument(document.document_type_id, document.document_number)
    const person = await people.byDocument(document.document_type_id, number)
    if (person === null) {
      await stranger?.failed()
      throw new ApiError('noAccount')
    }
    await admitRecovery(staff, person, origin)
    const because = closedBecause({
      status: person.status,
      deleted: person.deleted_at !== null,
      cameOfAge: people.hasComeOfAge(person),
    })
    // A temporary password is created for a closed account too, so that the response time does not reveal its state.
    const made = await sessions.newKey()
    await db.transaction(async (tx) => {
      if (because === null) await mailKey(tx, person, made)
      else if (person.email !== null) {
        await mail.queue(tx, recoveryClosed, {
          recipient: person.email,
          person_id: person.id,
          data: { first_name: person.greeting_name, because },
        })
      }
      await audit.add(tx, {
        actorId: staff?.id ?? null,
        actorRole: staff?.rol ?? 'anonymous',
        action: 'profile.recover',
        patientId: person.id,
        origin,
      })
    })
    mail.nudge()
    return { document_number: number, email: person.email === null ? null : maskEmail(person.email) }
  }

  return {
    edit,
    changePassword,
    recover,

    /** Confirms a new e-mail address and returns it masked. Repeated calls return the same. */
    confirmEmail: async (token: string, origin: Origin): Promise<{ email: string }> => {
      const confirmed = await db.transaction(async (tx) => {
        const change = await people.accounts.emailChange(tx, hashToken(token))
        if (change === null) throw new ApiError('notFound')
        const done = change.used_at !== null && sameMailbox(change.email, change.current_email)
        if (done && change.open) return change.email
        const over = change.used_at !== null || change.expires_at <= clock.now() || !change.open
        if (over) throw new ApiError('emailLinkOver')
        await people.accounts.confirmEmail(tx, change, clock.now())
        await audit.add(tx, {
          actorId: null,
          actorRole: 'anonymous',
          action: 'profile.email',
          patientId: change.person_id,
          origin,
        })
        if (change.current_email !== null) {
          await mail.queue(tx, emailChanged, {
            recipient: change.current_email,
            person_id: change.person_id,
            data: { first_name: change.first_name, masked: maskEmail(change.email) },
          })
        }
        return change.email
      })
      mail.nudge()
      return { email: maskEmail(confirmed) }
    },

    /**
     * Closes the caller's account for good. The clinical record stays in the archive, and the portal no longer shows
     * it.
     */
    close: async (actor: Actor, origin: Origin): Promise<void> => {
      const person = await personOf(actor)
      await db.transaction(async (tx) => {
        const now = clock.now()
        await sessions.lock(tx, actor.id)
        const pictures = await people.accounts.close(tx, actor.id, now)
        if (pictures === null) throw new ApiError('noSession')
        await photos.drop(tx, pictures)
        await sessions.endAll(tx, actor.id, 'account-closed')
        await parts.accountClosed.announce(tx, { personId: actor.id, at: now })
        await audit.add(tx, entry(actor, 'profile.close', origin))
        if (person.email === null) return
        await mail.queue(tx, profileClosed, {
          recipient: person.email,
          person_id: actor.id,
          data: { first_name: person.greeting_name },
        })
      })
      mail.nudge()
      // Images that cannot be removed now are removed by the hourly job.
      await photos.removeDue().catch((error: unknown) => {
        parts.logger.warn(
          { err: error },
          'images of a closed account could not be deleted yet: the job photos.remove deletes them',
        )
      })
    },

    /** Returns a page of who read or changed the caller's data, and of the sign-ins of the account. */
    accesses: async (actor: Actor, query: Page & { from?: Day; to?: Day; others?: 'true' }) => {
      const { from, to, others } = query
      if (from !== undefined && to !== undefined && from > to) {
        const msg = 'La fecha de inicio debe ser anterior a la fecha de término'
        throw new ApiError('invalid', { msg, faults: [{ msg, param: 'from' }] })
      }
      const person = await personOf(actor)
      const period = {
        from: from === undefined ? null : momentOf(from, '00:00'),
        before: to === undefined ? null : momentOf(addDays(to, 1), '00:00'),
        others: others === 'true',
      }
      const trail = await store.trail(actor.id, period, query)
      const patient_full_name = fullName(person) ?? ''
      const accesses = trail.rows.map((row) => {
        const at = row.at.toISOString()
        if (row.action === signInAction)
          return { at, ...describeSignIn(row, patient_full_name), patient_full_name }
        const role = shownRole(row.actor_role, row.actor_id === actor.id)
        return {
          at,
          who: shownActor(role, fullName(row), parts.house),
          role,
          ...accessWords(row.action, row.detail),
          patient_full_name,
          from: shownOrigin(role, row.ip),
        }
      })
      return { accesses, ...pageOf(trail, query) }
    },
  }
}

export type ProfileService = ReturnType<typeof profileService>
