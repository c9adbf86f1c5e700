/** Lets staff open, change and disable accounts. Checks who may change whom, and audits every change. */

import { ApiError, type FieldError } from '@mi-portal/contract/api-error'
import type { ConfirmationKind } from '@mi-portal/contract/confirmations'
import { greetingNameOf } from '@mi-portal/contract/greeting-name'
import { accountStatus } from '@mi-portal/contract/people'
import { permissionSetOf } from '@mi-portal/contract/permissions'
import { personRoleOf, type userEdit } from '@mi-portal/contract/users'
import { documentType } from '@mi-portal/contract/values/document-number'
import type * as z from 'zod/mini'
import type { Context } from '../../platform/context/context.ts'
import { isTaken } from '../../platform/database/constraint-errors.ts'
import type { Queries } from '../../platform/database/database.ts'
import type { Actor, Origin } from '../../platform/http/actor.ts'
import { weakness } from '../../platform/security/weak-passwords.ts'
import { listApplicationsOf } from '../applications/decide-applications.ts'
import { storeConsent } from '../consents/manage-consents.ts'
import { readCurrentText } from '../legal/publish-texts.ts'
import { accounts } from '../people/accounts/accounts.service.ts'
import { createVerificationLink } from '../people/create-verification-link.ts'
import { recoveryHeldUntil } from '../people/email.rules.ts'
import { mayAdminister } from '../people/people.rules.ts'
import type { Person } from '../people/people.service.ts'
import {
  findChoiceErrors,
  findKeyError,
  findMailboxErrors,
  findPerson,
  findPersonByDocument,
  getOpeningAges,
  getReopeningAges,
} from '../people/people.service.ts'
import { dropPhotosAfterDecision } from '../photos/store-photos.ts'
import { bindAccess } from '../record-access/bind-access.ts'
import {
  createTemporaryKey,
  endAllSessions,
  giveTemporaryKey,
  lockSessions,
} from '../session/use-sessions.ts'
import { notifyChanges } from './notify-changes.ts'
import { requestOrAnnounceAccess } from './permissions/give-access.ts'
import type { PhotoFiles } from './store-form-photos.ts'
import {
  datePhotosOfDocuments,
  ownFormPhotos,
  replaceFormPhotos,
  storeFormPhotos,
} from './store-form-photos.ts'
import { requestIdentityChange, separateIdentity } from './two-people/change-identities.ts'
import { proveMailbox, replaceMailbox } from './two-people/change-mailboxes.ts'
import { openKnownAccount, welcomeDays } from './two-people/open-accounts.ts'
import { type CreationForm, dataOf } from './two-people/opening.rules.ts'
import { staffWelcome } from './users.mails.ts'
import {
  disablingErrorOf,
  isOtherMailbox,
  type StoredData,
  traceOf,
  typedPasswordHours,
} from './users.rules.ts'
import { listSiteNames } from './users.store.ts'

type Edit = z.output<typeof userEdit>

const hour = 3_600_000
const newRights = { permission_set: 'administrator', sites: null } as const
const noPasswordLabels = {
  opening: 'Deja la contraseña vacía: al abrir la cuenta enviamos una temporal por e-mail',
  locked: 'Esta cuenta está bloqueada. Se desbloquea en persona',
  unverified:
    'Esta contraseña necesita un código que llega al e-mail verificado de la persona, y este e-mail no está verificado',
  held: 'El e-mail de esta cuenta lo cambió el personal hace menos de 72 horas. Hasta entonces no se puede definir una contraseña',
  guardian:
    'El e-mail de esta cuenta es el de quien representa a la persona. Primero agrega uno que solo ella use',
} as const

function rejectFieldErrors(fieldErrors: readonly FieldError[]): void {
  if (fieldErrors.length > 0) throw new ApiError('invalid', { fieldErrors, msg: fieldErrors[0]?.msg })
}

/** Returns the account to change; throws 404 if it does not exist and 403 if the caller may not change it. */
async function findTarget(ctx: Context, actor: Actor, id: number): Promise<Person> {
  const person = await findPerson(ctx, id)
  if (person === null) throw new ApiError('notFound')
  if (!mayAdminister(actor.rol, person.rol)) throw new ApiError('forbidden')
  return person
}

const toAuditEntry = (actor: Actor, action: string, personId: number, origin: Origin, detail?: object) => ({
  actorId: actor.id,
  actorRole: actor.rol,
  action,
  patientId: personId,
  origin,
  ...(detail ? { detail } : {}),
})

/** Opens an account of staff, or requests it. Returns its id, and whether it waits for a second super administrator. */
export async function addAdministrator(
  ctx: Context,
  actor: Actor,
  form: CreationForm,
  pictures: PhotoFiles,
  origin: Origin,
): Promise<{ id: number; waits: boolean }> {
  const rol = 'ADMIN_ROLE'
  rejectFieldErrors(await findChoiceErrors(ctx, form))
  const data = dataOf(form)
  const known = await findPersonByDocument(
    ctx,
    data.document_type_id,
    data.document_number,
    data.document_country,
  )
  if (known !== null) {
    const closed = known.deleted_at !== null
    throw new ApiError(closed ? 'documentClosed' : 'documentTaken', { param: 'document_number' })
  }
  const terms = await readCurrentText(ctx, 'terms')
  const { key, hash, tag } = await createTemporaryKey(ctx)
  const created = await storeFormPhotos(ctx, pictures, (stored) =>
    ctx.db.transaction(async (tx) => {
      const now = ctx.clock.now()
      const ownPhotos = await ownFormPhotos(ctx, tx, stored)
      const id = await accounts.insertAccount(tx, {
        ...data,
        ...ownPhotos,
        // The member of staff who opens the account has seen the passport.
        status_passport: data.document_type_id === documentType.passport,
        ...getOpeningAges(ctx, data),
        rol,
        now,
      })
      if (id === null) throw new ApiError('documentTaken', { param: 'document_number' })
      await datePhotosOfDocuments(ctx, tx, ownPhotos)
      await storeConsent(ctx, tx, {
        personId: id,
        kind: 'terms',
        version: terms.version,
        text: terms.text,
        channel: 'staff',
        ip: origin.ip,
      })
      await ctx.auditLog.add(
        tx,
        toAuditEntry(actor, 'users.create', id, origin, {
          rol,
          document_type_id: data.document_type_id,
          terms: terms.version,
        }),
      )
      const given = { person: { id, ...data }, rights: null, before: null, after: newRights }
      if (await requestOrAnnounceAccess(ctx, tx, actor, given, origin)) {
        await accounts.disable(tx, id, now)
        return { id, waits: true }
      }
      const until = new Date(now.getTime() + welcomeDays * 24 * hour)
      await giveTemporaryKey(ctx, tx, id, { hash, tag, until, mailedTo: data.email })
      const { token } = await createVerificationLink(ctx, tx, id, data.email)
      await ctx.mail.queue(tx, staffWelcome, {
        recipient: data.email,
        person_id: id,
        data: { first_name: greetingNameOf(data), key, days: welcomeDays, token },
        notAfter: until,
      })
      return { id, waits: false }
    }),
  )
  ctx.mail.trigger()
  return created
}

/** Returns why staff cannot type a password for a person: its code needs a verified address that has not changed lately. */
async function noPasswordBecause(
  ctx: Context,
  person: Person,
  email: string,
): Promise<keyof typeof noPasswordLabels | null> {
  if (person.locked_at !== null || person.recovery_frozen_at !== null) return 'locked'
  return isOtherMailbox(person.email, email) ? 'unverified' : findKeyError(ctx, person)
}

/** Returns whether an edit opens the account of a person who has none or closed it. */
function isOpening(person: Person, form: Edit): boolean {
  const hasNoAccount = person.deleted_at !== null || person.without_account
  return hasNoAccount && Number(form.status_data_id) === accountStatus.enabled
}

/** Checks a password that staff typed for another person. */
async function typedPasswordErrors(
  ctx: Context,
  actor: Actor,
  person: Person,
  form: Edit,
): Promise<FieldError[]> {
  if (form.password === undefined) return []
  if (actor.id === person.id)
    return [...new ApiError('ownPasswordElsewhere', { param: 'password' }).fieldErrors]
  if (isOpening(person, form)) return [{ param: 'password', msg: noPasswordLabels.opening }]
  const because = await noPasswordBecause(ctx, person, form.email)
  if (because !== null) return [{ param: 'password', msg: noPasswordLabels[because] }]
  const names = [form.first_name, form.last_name, form.second_name]
  const bearer = { document_number: form.document_number, names }
  const msg = await weakness(form.password, bearer, ctx.branding)
  return msg === null ? [] : [{ param: 'password', msg }]
}

async function editErrors(ctx: Context, actor: Actor, person: Person, form: Edit): Promise<FieldError[]> {
  const role = form.person_role_id
  return [
    ...(await findChoiceErrors(ctx, form, person.forecast_id)),
    ...(isOtherMailbox(person.email, form.email) ? await findMailboxErrors(ctx, person.id, form.email) : []),
    ...(role !== undefined && Number(role) !== personRoleOf(person.rol).id
      ? new ApiError('roleKept', { param: 'person_role_id' }).fieldErrors
      : []),
    ...(await typedPasswordErrors(ctx, actor, person, form)),
  ]
}

/** Ends what depends on an account when it is disabled, in the same transaction. */
async function endAccount(ctx: Context, tx: Queries, person: Person): Promise<void> {
  await endAllSessions(ctx, tx, person.id, 'account-closed')
  await ctx.events.accountDisabled.announce(tx, {
    personId: person.id,
    at: ctx.clock.now(),
    cause: 'disabled',
  })
  if (person.status === accountStatus.pending)
    await dropPhotosAfterDecision(ctx, tx, [person.image_store_passport, person.image_store_passport_patient])
}

/**
 * Throws unless the account may be disabled now. Concurrent calls about super administrators wait for each other, so
 * the last one cannot be disabled.
 */
async function admitDisabling(tx: Queries, actor: Actor, person: Person): Promise<void> {
  const self = actor.id === person.id
  const counted = !self && person.rol === 'SUPER_ADMIN_ROLE' ? await accounts.lockSuperAdmins(tx) : []
  const otherSuperAdmins = counted.filter((id) => id !== person.id).length
  const rejection = disablingErrorOf({ self, target: person.rol, otherSuperAdmins })
  if (rejection !== null) throw new ApiError(rejection)
}

/** Stores a password that staff typed. The own password stays until the typed one is used, with the code from the proven mailbox. */
async function giveTypedPassword(ctx: Context, tx: Queries, person: Person, hash: string): Promise<void> {
  await bindAccess(ctx, tx, { kind: 'proven-mailbox' }, async () => {
    await endAllSessions(ctx, tx, person.id, 'password-changed')
    const until = new Date(ctx.clock.now().getTime() + typedPasswordHours * hour)
    await giveTemporaryKey(ctx, tx, person.id, { hash, tag: null, until, mailedTo: null })
  })
}

/** Throws unless the person may be edited as the form has it. */
async function admitEdit(
  ctx: Context,
  actor: Actor,
  person: Person,
  form: Edit,
  status: number,
): Promise<void> {
  // Only a decision writes the data of an application into the person, so an edit is rejected.
  const waits = person.status === accountStatus.pending
  if (waits && (await listApplicationsOf(ctx, [person.id])).length > 0) throw new ApiError('awaitsDecision')
  rejectFieldErrors(await editErrors(ctx, actor, person, form))
  if (form.updated_at !== undefined && Date.parse(form.updated_at) !== person.updated_at.getTime())
    throw new ApiError('changedMeanwhile')
  if (waits && status === accountStatus.enabled) throw new ApiError('awaitsDecision')
}

/** Returns the status that an edit stores: a disabled account of staff may stay so until a second super administrator confirms it. */
async function admitStatus(
  ctx: Context,
  tx: Queries,
  actor: Actor,
  person: Person,
  wanted: number,
  origin: Origin,
) {
  const isDisabled = person.status === accountStatus.disabled
  if (wanted === accountStatus.disabled && !isDisabled) await admitDisabling(tx, actor, person)
  const stays = { status: wanted, access: [] }
  if (person.rol === 'STANDART_ROLE' || !isDisabled || wanted !== accountStatus.enabled) return stays
  const sites = person.site_ids === null ? null : await listSiteNames(ctx, person.site_ids)
  const after = { permission_set: permissionSetOf(person.rol, person.permission_set), sites }
  const given = { person, rights: null, before: null, after }
  const waits = await requestOrAnnounceAccess(ctx, tx, actor, given, origin)
  return waits ? { status: person.status, access: ['staff-access' as const] } : stays
}

/** Stores an edit. Returns the changes of it that wait for a second member of staff. */
async function storeEdit(
  ctx: Context,
  actor: Actor,
  form: Edit,
  pictures: PhotoFiles,
  origin: Origin,
): Promise<ConfirmationKind[]> {
  const person = await findTarget(ctx, actor, form.id)
  const wanted = form.status_data_id === undefined ? person.status : Number(form.status_data_id)
  await admitEdit(ctx, actor, person, form, wanted)
  if (isOpening(person, form))
    return (await openKnownAccount(ctx, actor, person, form, pictures, origin)) ? [] : ['account-opening']
  const disables = wanted === accountStatus.disabled && person.status !== accountStatus.disabled
  const { held, stored } = await separateIdentity(ctx, person, dataOf(form))
  const mailbox = await proveMailbox(ctx, actor, person, form.email, origin)
  const data: StoredData = { ...stored, email: mailbox === null ? form.email : person.email }
  const hash = form.password === undefined ? null : await ctx.passwords.hash(form.password)
  // A birth date corrected by staff decides again whether the account was opened for a minor.
  const { opened_as_minor, opened_as_child } =
    data.date_birth === person.date_birth ? person : getReopeningAges(ctx, person, data)

  const waiting = await storeFormPhotos(ctx, pictures, (files) =>
    ctx.db.transaction(async (tx) => {
      const now = ctx.clock.now()
      const { status, access } = await admitStatus(ctx, tx, actor, person, wanted, origin)
      await lockSessions(tx, person.id)
      const ownPhotos = await ownFormPhotos(ctx, tx, files)
      const after = {
        ...data,
        ...ownPhotos,
        status,
        opened_as_minor,
        opened_as_child,
        recovery_held_until: recoveryHeldUntil(now),
        now,
      }
      if (!(await accounts.edit(tx, person, after))) throw new ApiError('changedMeanwhile')
      await replaceFormPhotos(ctx, tx, person, ownPhotos, person.status === accountStatus.pending)
      if (disables) await endAccount(ctx, tx, person)
      if (hash !== null) await giveTypedPassword(ctx, tx, person, hash)
      await auditChange(
        ctx,
        tx,
        actor,
        person,
        { ...data, status },
        Object.keys(pictures),
        hash !== null,
        origin,
      )
      const identity = await requestIdentityChange(ctx, tx, person, held, actor, origin)
      const changed = { password: hash !== null, pictures: Object.keys(pictures) }
      await notifyChanges(ctx, tx, person, data, changed)
      return [
        ...access,
        ...identity,
        ...(await replaceMailbox(ctx, tx, mailbox, person, form.email, actor, origin)),
      ]
    }),
  )
  ctx.mail.trigger()
  return waiting
}

/** Writes an audit entry for the changed data, and a second one if the account was disabled or enabled. */
async function auditChange(
  ctx: Context,
  tx: Queries,
  actor: Actor,
  person: Person,
  after: StoredData & { status: number },
  pictures: readonly string[],
  password: boolean,
  origin: Origin,
): Promise<void> {
  const { changed, ...sides } = traceOf(person, after)
  const all = [...changed, ...pictures, ...(password ? ['password'] : [])]
  await ctx.auditLog.add(tx, toAuditEntry(actor, 'users.edit', person.id, origin, { changed: all, ...sides }))
  const status = { before: { status: person.status }, after: { status: after.status } }
  if (person.status !== after.status) {
    const action = after.status === accountStatus.enabled ? 'users.enable' : 'users.disable'
    await ctx.auditLog.add(tx, toAuditEntry(actor, action, person.id, origin, status))
  }
}

/** Stores an edit. Returns the changes of it that wait for a second member of staff. */
export async function editUser(
  ctx: Context,
  actor: Actor,
  form: Edit,
  pictures: PhotoFiles,
  origin: Origin,
): Promise<ConfirmationKind[]> {
  try {
    return await storeEdit(ctx, actor, form, pictures, origin)
  } catch (error) {
    if (isTaken(error)) throw new ApiError('documentTaken', { param: 'document_number' })
    throw error
  }
}

export async function disableUser(ctx: Context, actor: Actor, id: number, origin: Origin): Promise<void> {
  const person = await findTarget(ctx, actor, id)
  await ctx.db.transaction(async (tx) => {
    await admitDisabling(tx, actor, person)
    if (!(await accounts.disable(tx, id, ctx.clock.now()))) return
    await endAccount(ctx, tx, person)
    await ctx.auditLog.add(
      tx,
      toAuditEntry(actor, 'users.disable', id, origin, {
        before: { status: person.status },
        after: { status: accountStatus.disabled },
      }),
    )
  })
}
