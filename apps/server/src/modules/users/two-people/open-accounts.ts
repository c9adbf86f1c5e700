/**
 * Opens accounts for patients: for a person who has none, and again for one who closed it. The account of a person without a record is
 * opened at once. Where there is a record, a second member of staff confirms the opening, because one who enters the mailbox of an account
 * could otherwise read the record of any person.
 */

import { ApiError } from '@mi-portal/contract/calls/api-error'
import { countryMissing } from '@mi-portal/contract/fields/document-schemas'
import { getGreetingName } from '@mi-portal/contract/fields/full-name'
import { accountStatus } from '@mi-portal/contract/people'
import { userEndpoints } from '@mi-portal/contract/users'
import { documentType } from '@mi-portal/contract/values/document-number'
import * as z from 'zod/mini'
import { toAuditActor } from '../../../platform/audit.ts'
import type { ActorContext, Context } from '../../../platform/context/context.ts'
import type { ConfirmedChange } from '../../../platform/context/events.ts'
import { operation } from '../../../platform/context/operation.ts'
import { isTaken } from '../../../platform/database/constraint-errors.ts'
import type { Queries } from '../../../platform/database/database.ts'
import type { Origin } from '../../../platform/http/actor.ts'
import {
  changedSinceRequest,
  describeDecision,
  describeRequester,
} from '../../confirmations/confirmations.rules.ts'
import { storeConsent } from '../../consents/manage-consents.ts'
import { readCurrentText } from '../../legal/publish-texts.ts'
import { editAccount, markPassportSeen } from '../../people/accounts/change-personal-data.ts'
import { createVerificationLink } from '../../people/create-verification-link.ts'
import {
  type AccountData,
  findChoiceErrors,
  findMailboxErrors,
  findPerson,
  findPersonByDocument,
  getOpeningAges,
  isGuardianMailbox,
  type Person,
} from '../../people/read-people.ts'
import { bindAccess, hasRecord } from '../../record-access/bind-access.ts'
import { createReportLink } from '../../session/account-links/create-account-links.ts'
import { createTemporaryKey, giveTemporaryKey, lockSessions } from '../../session/use-sessions.ts'
import { findOrCreateRecord } from '../create-records.ts'
import { readUser } from '../read-users.ts'
import {
  datePhotosOfDocuments,
  discardFormPhotos,
  ownFormPhotos,
  type PhotoFiles,
  replaceFormPhotos,
  storeFormPhotos,
} from '../store-form-photos.ts'
import { accountOpened, welcome } from '../users.mails.ts'
import { isGuardianEmail, personChanged, rejectFieldErrors, traceChanges } from '../users.rules.ts'
import {
  type CreationForm,
  openingChanges,
  readForm,
  toComparableFacts,
  toFormText,
  toStoredForm,
} from './opening.rules.ts'

type TemporaryKey = Awaited<ReturnType<typeof createTemporaryKey>>

const day = 24 * 3_600_000
export const welcomeDays = 7

const photoId = z.nullable(z.int())

const storedOpening = z.object({
  form: z.record(z.string(), z.string()),
  photos: z.object({
    image_store_id: photoId,
    image_store_passport: photoId,
    image_store_passport_patient: photoId,
  }),
  facts: z.string(),
  /** The terms that the person accepted at the desk, and from which IP address; null if they accept them at the first sign-in. */
  terms: z.nullable(z.object({ version: z.string(), ip: z.string() })),
})
type StoredOpening = z.output<typeof storedOpening>

type Opening = {
  readonly personId: number
  readonly opening: StoredOpening
  readonly actor: ConfirmedChange['actor']
  readonly requester: ConfirmedChange['requester'] | null
  readonly isAlone: boolean
  readonly temporaryKey: TemporaryKey
  readonly origin: Origin | null
}

/**
 * Opens the account of a person with a form and the images that were sent with it, or requests the opening from a second member of
 * staff. Returns whether it was opened. `terms` is the version that the person accepted at the desk.
 */
async function openOrRequest(
  ctx: ActorContext,
  person: Person,
  form: CreationForm,
  pictures: PhotoFiles,
  terms: string | null,
): Promise<boolean> {
  rejectFieldErrors(await findMailboxErrors(ctx, person.id, toStoredForm(form).email))
  const isRecorded = await hasRecord(ctx, person)
  // Hashing takes long, so it does not happen inside the transaction.
  const temporaryKey = await createTemporaryKey(ctx)
  return storeFormPhotos(ctx, pictures, (stored) =>
    ctx.db.transaction(async (tx) => {
      const photos = await ownFormPhotos(ctx, tx, stored)
      await datePhotosOfDocuments(ctx, tx, photos)
      const opening: StoredOpening = {
        form: toFormText(form),
        photos,
        facts: toComparableFacts(person),
        terms: terms === null ? null : { version: terms, ip: ctx.origin.ip },
      }
      const request = {
        kind: 'account-opening',
        subjectId: person.id,
        payload: opening,
        changes: openingChanges(person, toStoredForm(form)),
        actor: ctx.actor,
        origin: ctx.origin,
      } as const
      return bindAccess(ctx, tx, { kind: 'staff', hasRecord: isRecorded, request }, () =>
        openAccount(ctx, tx, {
          personId: person.id,
          opening,
          actor: ctx.actor,
          requester: null,
          isAlone: false,
          temporaryKey,
          origin: ctx.origin,
        }),
      )
    }),
  )
}

/** Finds the person whose account is opened, locked until the transaction ends. Throws 409 if anything changed since the request. */
async function findUnchanged(ctx: Context, tx: Queries, id: number, opening: StoredOpening) {
  await lockSessions(tx, id)
  const person = await findPerson(ctx, id)
  const form = readForm(opening.form)
  if (
    person === null ||
    form === null ||
    person.status === accountStatus.pending ||
    toComparableFacts(person) !== opening.facts
  )
    throw changedSinceRequest(personChanged)
  if ((await findChoiceErrors(ctx, form)).length > 0)
    throw changedSinceRequest('El formulario tiene una opción que ya no se ofrece')
  if (await isGuardianMailbox(ctx, id, form.email)) throw changedSinceRequest(isGuardianEmail)
  return { person, data: toStoredForm(form) }
}

async function writeAccount(
  ctx: Context,
  tx: Queries,
  person: Person,
  data: AccountData,
  opening: StoredOpening,
) {
  const now = ctx.clock.now()
  const after = {
    ...data,
    ...opening.photos,
    status: accountStatus.enabled,
    ...getOpeningAges(ctx, data),
    // Two members of staff checked the address, or there is no record to protect: it takes temporary passwords at once.
    recovery_held_until: now,
    now,
  }
  try {
    if (!(await editAccount(tx, person, after))) throw changedSinceRequest(personChanged)
  } catch (error) {
    if (isTaken(error)) throw changedSinceRequest('Otra cuenta ya usa ese documento')
    throw error
  }
  // The member of staff who creates an account has seen the passport.
  if (opening.terms !== null && data.document_type_id === documentType.passport)
    await markPassportSeen(tx, person.id)
  await replaceFormPhotos(ctx, tx, person, opening.photos, false)
}

async function storeTermsConsent(
  ctx: Context,
  tx: Queries,
  personId: number,
  accepted: StoredOpening['terms'],
) {
  if (accepted === null) return
  const { version, text } = await readCurrentText(ctx, 'terms')
  if (version !== accepted.version)
    throw changedSinceRequest('Los términos y condiciones cambiaron desde que se pidió')
  await storeConsent(ctx, tx, {
    personId,
    kind: 'terms',
    version,
    text,
    channel: 'staff',
    ip: accepted.ip,
  })
}

async function auditOpening(
  ctx: Context,
  tx: Queries,
  person: Person,
  data: AccountData,
  opening: StoredOpening,
  { actor, requester, origin }: Opening,
) {
  const { changed, ...sides } = traceChanges(person, { ...data, status: accountStatus.enabled })
  const requested = describeRequester(requester)
  const entry = {
    ...toAuditActor(actor, origin),
    patientId: person.id,
  }
  if (opening.terms !== null) {
    const detail = {
      rol: person.rol,
      document_type_id: data.document_type_id,
      terms: opening.terms.version,
    }
    await ctx.auditLog.add(tx, { ...entry, action: 'users.create', detail: { ...detail, ...requested } })
    return
  }
  await ctx.auditLog.add(tx, { ...entry, action: 'users.edit', detail: { changed, ...sides, ...requested } })
  const detail = { before: { status: person.status }, after: { status: accountStatus.enabled } }
  await ctx.auditLog.add(tx, { ...entry, action: 'users.enable', detail: { ...detail, ...requested } })
}

async function sendFirstMail(
  ctx: Context,
  tx: Queries,
  personId: number,
  data: AccountData,
  reopened: { readonly decision: string | null } | null,
  temporaryKey: TemporaryKey,
) {
  const until = new Date(ctx.clock.now().getTime() + welcomeDays * day)
  await giveTemporaryKey(ctx, tx, personId, { ...temporaryKey, until, mailedTo: data.email })
  const outgoing = { recipient: data.email, person_id: personId, notAfter: until }
  const first = { first_name: getGreetingName(data), key: temporaryKey.key, days: welcomeDays }
  if (reopened === null) {
    const { token } = await createVerificationLink(ctx, tx, personId, data.email)
    await ctx.mail.queue(tx, welcome, { ...outgoing, data: { ...first, token } })
    return
  }
  const reportPath = await createReportLink(ctx, tx, personId, 'la apertura de la cuenta por la clínica')
  await ctx.mail.queue(tx, accountOpened, { ...outgoing, data: { ...first, ...reopened, reportPath } })
}

async function openAccount(ctx: Context, tx: Queries, act: Opening): Promise<void> {
  const { opening, temporaryKey } = act
  const { person, data } = await findUnchanged(ctx, tx, act.personId, opening)
  await writeAccount(ctx, tx, person, data, opening)
  await storeTermsConsent(ctx, tx, person.id, opening.terms)
  await auditOpening(ctx, tx, person, data, opening, act)
  const decision = act.requester === null ? null : describeDecision(act.isAlone)
  await sendFirstMail(ctx, tx, person.id, data, opening.terms === null ? { decision } : null, temporaryKey)
}

/**
 * Opens the account of a patient who has none, or requests the opening. A person who is not known yet becomes a patient without an
 * account first, so that connected systems can be asked for a record. Throws if the document has an account.
 */
export const createPatient = operation(userEndpoints.createPatient, async (ctx, { form, pictures }) => {
  rejectFieldErrors(await findChoiceErrors(ctx, form))
  const { version } = await readCurrentText(ctx, 'terms')
  const person = await findOrCreateRecord(ctx, { ...toStoredForm(form), email: null, phone: null })
  if (person.status === accountStatus.pending) throw new ApiError('awaitsDecision')
  const isOpened = await openOrRequest(ctx, person, form, pictures, version)
  return { patient: await readUser(ctx, person.id), waiting: isOpened ? [] : ['account-opening' as const] }
})

export async function openKnownAccount(
  ctx: ActorContext,
  person: Person,
  form: CreationForm,
  pictures: PhotoFiles,
): Promise<boolean> {
  const data = toStoredForm(form)
  const holder = await findPersonByDocument(
    ctx,
    data.document_type_id,
    data.document_number,
    data.document_country,
  )
  // The form is read again when it is confirmed, and a passport of an account that is opened needs its country.
  if (data.document_type_id === documentType.passport && data.document_country === null)
    throw new ApiError('invalid', { param: 'document_country', msg: countryMissing })
  if (holder !== null && holder.id !== person.id)
    throw new ApiError('documentTaken', { param: 'document_number' })
  return openOrRequest(ctx, person, form, pictures, null)
}

export function openConfirmedAccounts(ctx: Context): void {
  ctx.events.changeConfirmed.on(async (tx, change) => {
    if (change.kind !== 'account-opening') return
    const { subjectId, temporaryKey, payload } = change
    if (temporaryKey === null) throw new Error('account openings: there is no temporary password')
    const opening = storedOpening.parse(payload)
    await openAccount(ctx, tx, { ...change, personId: subjectId, opening, temporaryKey })
  })
  ctx.events.changeDropped.on(async (tx, { kind, payload }) => {
    if (kind === 'account-opening') await discardFormPhotos(ctx, tx, storedOpening.parse(payload).photos)
  })
}
