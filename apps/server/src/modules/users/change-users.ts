import { ApiError, type FieldError } from '@mi-portal/contract/calls/api-error'
import type { ConfirmationKind } from '@mi-portal/contract/confirmations'
import { accountStatus } from '@mi-portal/contract/people'
import { getPermissionSet } from '@mi-portal/contract/permissions/permissions'
import { getPersonRole, type userEdit, userEndpoints } from '@mi-portal/contract/users'
import type * as z from 'zod/mini'
import type { ActorContext, Context } from '../../platform/context/context.ts'
import { operation } from '../../platform/context/operation.ts'
import { isTaken } from '../../platform/database/constraint-errors.ts'
import type { Queries } from '../../platform/database/database.ts'
import { weakness } from '../../platform/security/weak-passwords.ts'
import { listPeopleApplications } from '../applications/decide-applications.ts'
import { editAccount } from '../people/accounts/change-personal-data.ts'
import { recoveryHeldUntil } from '../people/email.rules.ts'
import {
  findChoiceErrors,
  findKeyError,
  findMailboxErrors,
  getReopeningAges,
  type Person,
} from '../people/read-people.ts'
import { bindAccess } from '../record-access/bind-access.ts'
import { endAllSessions, giveTemporaryKey, lockSessions } from '../session/use-sessions.ts'
import { admitDisabling, endAccount, findTarget } from './disable-users.ts'
import { notifyChanges } from './notify-changes.ts'
import { requestOrAnnounceAccess } from './permissions/give-access.ts'
import { readUser } from './read-users.ts'
import { ownFormPhotos, type PhotoFiles, replaceFormPhotos, storeFormPhotos } from './store-form-photos.ts'
import { requestIdentityChange, separateIdentity } from './two-people/change-identities.ts'
import { proveMailbox, replaceMailbox } from './two-people/change-mailboxes.ts'
import { openKnownAccount } from './two-people/open-accounts.ts'
import { toStoredForm } from './two-people/opening.rules.ts'
import {
  isOtherMailbox,
  rejectFieldErrors,
  type StoredData,
  traceChanges,
  typedPasswordHours,
} from './users.rules.ts'
import { listSiteNames } from './users.sql.ts'

type Edit = z.output<typeof userEdit>

const hour = 3_600_000

const noPasswordLabels = {
  opening: 'Deja la contraseña vacía: al abrir la cuenta enviamos una temporal por e-mail',
  locked: 'Esta cuenta está bloqueada. Se desbloquea en persona',
  unverified:
    'Esta contraseña necesita un código que llega al e-mail verificado de la persona, y este e-mail no está verificado',
  held: 'El e-mail de esta cuenta lo cambió el personal hace menos de 72 horas. Hasta entonces no se puede definir una contraseña',
  guardian:
    'El e-mail de esta cuenta es el de quien representa a la persona. Primero agrega uno que solo ella use',
} as const

/** Returns why staff cannot type a password for a person: its code needs a verified address that has not changed lately. */
async function noPasswordBecause(
  ctx: Context,
  person: Person,
  email: string,
): Promise<keyof typeof noPasswordLabels | null> {
  if (person.locked_at !== null || person.recovery_frozen_at !== null) return 'locked'
  return isOtherMailbox(person.email, email) ? 'unverified' : findKeyError(ctx, person)
}

function isOpening(person: Person, form: Edit): boolean {
  const hasNoAccount = person.deleted_at !== null || person.without_account
  return hasNoAccount && Number(form.status_data_id) === accountStatus.enabled
}

async function typedPasswordErrors(ctx: ActorContext, person: Person, form: Edit): Promise<FieldError[]> {
  if (form.password === undefined) return []
  if (ctx.actor.id === person.id)
    return [...new ApiError('ownPasswordElsewhere', { param: 'password' }).fieldErrors]
  if (isOpening(person, form)) return [{ param: 'password', msg: noPasswordLabels.opening }]
  const because = await noPasswordBecause(ctx, person, form.email)
  if (because !== null) return [{ param: 'password', msg: noPasswordLabels[because] }]
  const names = [form.first_name, form.last_name, form.second_name]
  const bearer = { document_number: form.document_number, names }
  const msg = await weakness(form.password, bearer, ctx.branding)
  return msg === null ? [] : [{ param: 'password', msg }]
}

async function editErrors(ctx: ActorContext, person: Person, form: Edit): Promise<FieldError[]> {
  const role = form.person_role_id
  return [
    ...(await findChoiceErrors(ctx, form, person.forecast_id)),
    ...(isOtherMailbox(person.email, form.email) ? await findMailboxErrors(ctx, person.id, form.email) : []),
    ...(role !== undefined && Number(role) !== getPersonRole(person.rol).id
      ? new ApiError('roleKept', { param: 'person_role_id' }).fieldErrors
      : []),
    ...(await typedPasswordErrors(ctx, person, form)),
  ]
}

/** Stores a password that staff typed. The own password stays until the typed one is used, with the code from the proven mailbox. */
async function giveTypedPassword(ctx: Context, tx: Queries, person: Person, hash: string): Promise<void> {
  await bindAccess(ctx, tx, { kind: 'proven-mailbox' }, async () => {
    await endAllSessions(ctx, tx, person.id, 'password-changed')
    const until = new Date(ctx.clock.now().getTime() + typedPasswordHours * hour)
    await giveTemporaryKey(ctx, tx, person.id, { hash, tag: null, until, mailedTo: null })
  })
}

async function admitEdit(ctx: ActorContext, person: Person, form: Edit, status: number): Promise<void> {
  // Only a decision writes the data of an application into the person, so an edit is rejected.
  const waits = person.status === accountStatus.pending
  if (waits && (await listPeopleApplications(ctx, [person.id])).length > 0)
    throw new ApiError('awaitsDecision')
  rejectFieldErrors(await editErrors(ctx, person, form))
  if (form.updated_at !== undefined && Date.parse(form.updated_at) !== person.updated_at.getTime())
    throw new ApiError('changedMeanwhile')
  if (waits && status === accountStatus.enabled) throw new ApiError('awaitsDecision')
}

/** Returns the status that an edit stores: a disabled account of staff may stay so until a second super administrator confirms it. */
async function admitStatus(ctx: ActorContext, tx: Queries, person: Person, wanted: number) {
  const isDisabled = person.status === accountStatus.disabled
  if (wanted === accountStatus.disabled && !isDisabled) await admitDisabling(tx, ctx.actor, person)
  const stays = { status: wanted, access: [] }
  if (person.rol === 'STANDART_ROLE' || !isDisabled || wanted !== accountStatus.enabled) return stays
  const sites = person.site_ids === null ? null : await listSiteNames(ctx, person.site_ids)
  const after = { permission_set: getPermissionSet(person.rol, person.permission_set), sites }
  const given = { person, rights: null, before: null, after }
  const waits = await requestOrAnnounceAccess(ctx, tx, given)
  return waits ? { status: person.status, access: ['staff-access' as const] } : stays
}

/** Stores an edit. Returns the changes of it that wait for a second member of staff. */
async function storeEdit(ctx: ActorContext, form: Edit, pictures: PhotoFiles): Promise<ConfirmationKind[]> {
  const person = await findTarget(ctx, form.id)
  const wanted = form.status_data_id === undefined ? person.status : Number(form.status_data_id)
  await admitEdit(ctx, person, form, wanted)
  if (isOpening(person, form))
    return (await openKnownAccount(ctx, person, form, pictures)) ? [] : ['account-opening']
  const disables = wanted === accountStatus.disabled && person.status !== accountStatus.disabled
  const { held, stored } = await separateIdentity(ctx, person, toStoredForm(form))
  const mailbox = await proveMailbox(ctx, person, form.email)
  const data: StoredData = { ...stored, email: mailbox === null ? form.email : person.email }
  const hash = form.password === undefined ? null : await ctx.passwords.hash(form.password)
  // A birth date corrected by staff decides again whether the account was opened for a minor.
  const { opened_as_minor, opened_as_child } =
    data.date_birth === person.date_birth ? person : getReopeningAges(ctx, person, data)

  return storeFormPhotos(ctx, pictures, (files) =>
    ctx.db.transaction(async (tx) => {
      const now = ctx.clock.now()
      const { status, access } = await admitStatus(ctx, tx, person, wanted)
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
      if (!(await editAccount(tx, person, after))) throw new ApiError('changedMeanwhile')
      await replaceFormPhotos(ctx, tx, person, ownPhotos, person.status === accountStatus.pending)
      if (disables) await endAccount(ctx, tx, person)
      if (hash !== null) await giveTypedPassword(ctx, tx, person, hash)
      await auditChange(ctx, tx, person, { ...data, status }, Object.keys(pictures), hash !== null)
      const identity = await requestIdentityChange(ctx, tx, person, held)
      const changed = { password: hash !== null, pictures: Object.keys(pictures) }
      await notifyChanges(ctx, tx, person, data, changed)
      return [...access, ...identity, ...(await replaceMailbox(ctx, tx, mailbox, person, form.email))]
    }),
  )
}

async function auditChange(
  ctx: ActorContext,
  tx: Queries,
  person: Person,
  after: StoredData & { status: number },
  pictures: readonly string[],
  password: boolean,
): Promise<void> {
  const { changed, ...sides } = traceChanges(person, after)
  const all = [...changed, ...pictures, ...(password ? ['password'] : [])]
  const patientId = person.id
  await ctx.audit.add(tx, 'users.edit', { patientId, detail: { changed: all, ...sides } })
  if (person.status === after.status) return
  const action = after.status === accountStatus.enabled ? 'users.enable' : 'users.disable'
  const detail = { before: { status: person.status }, after: { status: after.status } }
  await ctx.audit.add(tx, action, { patientId, detail })
}

export const changeUser = operation(userEndpoints.edit, async (ctx, { form, pictures }) => {
  const waiting = await storeEdit(ctx, form, pictures).catch((error: unknown) => {
    throw isTaken(error) ? new ApiError('documentTaken', { param: 'document_number' }) : error
  })
  return { patient: await readUser(ctx, form.id), waiting }
})
