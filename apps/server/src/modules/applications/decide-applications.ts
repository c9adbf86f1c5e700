/** Applications without a proven identity. They are stored apart from the person until staff approve; a denied one leaves nothing. */

import { ApiError } from '@mi-portal/contract/calls/api-error'
import { getGreetingName } from '@mi-portal/contract/fields/full-name'
import type { PersonalData } from '@mi-portal/contract/fields/person-fields'
import type { DocumentTypeId } from '@mi-portal/contract/values/document-number'
import type { Context } from '../../platform/context/context.ts'
import { findRow, type Queries } from '../../platform/database/database.ts'
import { hashToken, newToken } from '../../platform/security/tokens.ts'
import { storeConsent } from '../consents/manage-consents.ts'
import { getDueMoment } from '../deadlines/get-due-moment.ts'
import {
  insertApplicant,
  markWaiting,
  stopWaiting,
  writeApplication,
} from '../people/accounts/register-people.ts'
import type { Person } from '../people/read-people.ts'
import { getOpeningAges, isGuardianMailbox } from '../people/read-people.ts'
import { dropPhotosAfterDecision, schedulePhotoDeletion } from '../photos/store-photos.ts'
import { removeEarlierAccess } from '../session/use-sessions.ts'
import { registrationRepeated } from './applications.mails.ts'
import type { AcceptedText, ApplicationPhotos } from './applications.sql.ts'
import * as applicationsSql from './applications.sql.ts'

type Applied = PersonalData &
  ApplicationPhotos & {
    readonly document_type_id: DocumentTypeId
    readonly document_number: string
    readonly document_country: string | null
    readonly email: string
    readonly password_hash: string
  }

type Arrival = { readonly now: Date; readonly dueAt: Date }

/**
 * Returns the id of the person who waits from now on. Nothing else of a known person changes. Throws if the document has been
 * registered meanwhile: the database decides which of two concurrent applications comes first.
 */
async function startWaiting(tx: Queries, applied: Applied, before: Person | null, { now, dueAt }: Arrival) {
  const id =
    before === null
      ? await insertApplicant(tx, applied, now, dueAt)
      : await markWaiting(tx, before.id, before.status, now, dueAt)
  if (id === null) throw new ApiError('documentTaken', { param: 'document_number' })
  return id
}

async function endEarlierAccess(ctx: Context, tx: Queries, person: Person, replacesPhoto: boolean) {
  await removeEarlierAccess(ctx, tx, person.id)
  await schedulePhotoDeletion(ctx, tx, [
    replacesPhoto ? person.image_store_id : null,
    person.image_store_passport,
    person.image_store_passport_patient,
  ])
}

/** Notifies the mailbox that the account had before that it gets no more mail. */
export async function notifyEarlierMailbox(
  ctx: Context,
  tx: Queries,
  person: Pick<Person, 'id' | 'email'>,
  email: string,
): Promise<void> {
  const old = person.email
  if (!old || old.toLowerCase() === email.toLowerCase()) return
  const data = { at: ctx.clock.now() }
  await ctx.mail.queue(tx, registrationRepeated, { recipient: old, person_id: person.id, data })
}

export async function addApplication(
  ctx: Context,
  tx: Queries,
  applied: Applied,
  before: Person | null,
  accepted: readonly AcceptedText[],
  ip: string,
): Promise<{ person_id: number; key: string }> {
  const { document_type_id: _, document_number: __, ...data } = applied
  const now = ctx.clock.now()
  const dueAt = await getDueMoment(tx, ctx.publicClinic().promises.identity, now)
  const person_id = await startWaiting(tx, applied, before, { now, dueAt })
  const key = newToken()
  await applicationsSql.insert(
    tx,
    {
      ...data,
      person_id,
      creates_person: before === null,
      previous_status: before?.status ?? 2,
      ip,
      applied_at: now,
    },
    accepted,
    { key_hash: hashToken(key), due_at: dueAt },
  )
  return { person_id, key }
}

/**
 * Writes the application of a person into the person, with its consents. Returns whom to notify; null if the person has no application: the
 * account waited before the table of applications existed. The mailbox that the account had before is notified too.
 */
export async function approveApplication(ctx: Context, tx: Queries, person: Person, statusPassport: boolean) {
  const application = await findRow(tx, applicationsSql.take, { person_id: person.id })
  if (application === null) return null
  const { ip, applied_at, consents: accepted } = application
  if (await isGuardianMailbox(ctx, person.id, application.email)) throw new ApiError('guardianMailbox')
  const approved = await writeApplication(tx, person.id, {
    ...application,
    status_passport: statusPassport,
    ...getOpeningAges(ctx, application),
    now: ctx.clock.now(),
  })
  if (!approved) throw new ApiError('decidedAlready')
  for (const text of accepted)
    await storeConsent(ctx, tx, { ...text, personId: person.id, ip, at: applied_at })
  await endEarlierAccess(ctx, tx, person, application.image_store_id !== null)
  await dropPhotosAfterDecision(ctx, tx, [
    application.image_store_passport,
    application.image_store_passport_patient,
    application.image_store_selfie,
  ])
  await notifyEarlierMailbox(ctx, tx, person, application.email)
  return { email: application.email, first_name: getGreetingName(application) }
}

/** Removes the application of a person and restores the person. Returns whom to notify; null if there is no application. */
export async function denyApplication(ctx: Context, tx: Queries, personId: number) {
  const application = await findRow(tx, applicationsSql.take, { person_id: personId })
  if (application === null) return null
  await stopWaiting(tx, application, ctx.clock.now())
  await dropPhotosAfterDecision(ctx, tx, [
    application.image_store_id,
    application.image_store_passport,
    application.image_store_passport_patient,
    application.image_store_selfie,
  ])
  return { email: application.email, first_name: getGreetingName(application) }
}

export async function forgetApplications(ctx: Context, tx: Queries, personId: number): Promise<void> {
  const application = await findRow(tx, applicationsSql.take, { person_id: personId })
  if (application === null) return
  await schedulePhotoDeletion(ctx, tx, [
    application.image_store_id,
    application.image_store_passport,
    application.image_store_passport_patient,
    application.image_store_selfie,
  ])
}

export const listPeopleApplications = (ctx: Context, personIds: readonly number[]) =>
  ctx.db.run(applicationsSql.ofPeople, { person_ids: personIds })
