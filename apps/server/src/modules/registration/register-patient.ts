/** Opens accounts at once for a RUN with a passed identity check. Otherwise stores an application, which staff decide. */
import { ApiError, type FieldError } from '@mi-portal/contract/calls/api-error'
import { personalDataFields, personFieldNames, pickFields } from '@mi-portal/contract/fields/person-fields'
import type { Notified } from '@mi-portal/contract/notified'
import { accountStatus } from '@mi-portal/contract/people'
import { registrationEndpoints, type registrationForm } from '@mi-portal/contract/registration'
import { latestBirth, toDay } from '@mi-portal/contract/values/dates'
import { cleanCountry, cleanDocument, documentType } from '@mi-portal/contract/values/document-number'
import type * as z from 'zod/mini'
import type { CallContext } from '../../platform/context/context.ts'
import { operation } from '../../platform/context/operation.ts'
import type { Queries } from '../../platform/database/database.ts'
import type { ReceivedImage } from '../../platform/http/forms/images.ts'
import { collectNotified } from '../../platform/notified.ts'
import { limits } from '../../platform/security/rate-limiter.ts'
import { weakness } from '../../platform/security/weak-passwords.ts'
import { addApplication, notifyEarlierMailbox } from '../applications/decide-applications.ts'
import { storeConsent } from '../consents/manage-consents.ts'
import { consumeProof, findProof, isIdentityLeftToStaff, type ProvenRecord } from '../identity/use-proofs.ts'
import { insertPatient, reopenAccount } from '../people/accounts/register-people.ts'
import { createVerificationLink } from '../people/create-verification-link.ts'
import {
  findChoiceErrors,
  findMailboxErrors,
  findPerson,
  getOpeningAges,
  type NewPatient,
  type Person,
  toPatient,
} from '../people/read-people.ts'
import {
  ownPhotoFor,
  type PhotoPurpose,
  type StoredPhoto,
  schedulePhotoDeletion,
  storePhotos,
} from '../photos/store-photos.ts'
import { removeEarlierAccess } from '../session/use-sessions.ts'
import { type AcceptedTexts, findAcceptedTexts } from './accepted-texts.ts'
import { admitCounted } from './admit-calls.ts'
import { findDocumentState, rejectTaken } from './check-document.ts'
import { registrationConfirmed, registrationReceived } from './registration.mails.ts'
import { listIdentityPhotos } from './registration.rules.ts'

type RegistrationForm = z.output<typeof registrationForm>
type PhotoFiles = Readonly<Record<string, ReceivedImage>>
type Applied = Omit<NewPatient, 'status' | 'opened_as_minor' | 'opened_as_child' | 'names_proven'> & {
  readonly image_store_selfie: number | null
}
type Registered = { readonly person_id: number; readonly key: string | null; readonly notified: Notified }
type Proof = { readonly solem: string; readonly hasNames: boolean }

const purposes: Readonly<Record<string, PhotoPurpose>> = {
  file: 'profile',
  file_passport: 'passport',
  file_passport_patient: 'passport-patient',
  file_selfie: 'selfie',
}

function asProven(form: RegistrationForm, proven: ProvenRecord | null): RegistrationForm {
  const { names, last_name, second_name, date_birth } = proven ?? {}
  return {
    ...form,
    ...(names ? { first_name: names, last_name, second_name } : {}),
    ...(date_birth ? { date_birth } : {}),
  }
}

async function findPasswordErrors(
  { branding }: CallContext,
  form: RegistrationForm,
  number: string,
): Promise<FieldError[]> {
  const names = [form.first_name, form.last_name, form.second_name]
  const msg = await weakness(form.password, { document_number: number, names }, branding)
  return msg === null ? [] : [{ param: 'password', msg }]
}

function pickPhotos(identityPhotos: ReturnType<typeof listIdentityPhotos>, pictures: PhotoFiles) {
  return ['file', ...identityPhotos.map(({ param }) => param)].flatMap((name) => {
    const photo = pictures[name]
    const purpose = purposes[name]
    return photo && purpose ? [{ picture: photo, purpose }] : []
  })
}

async function writePerson(
  ctx: CallContext,
  tx: Queries,
  person: NewPatient,
  before: Person | null,
): Promise<number> {
  const { ages, clock } = ctx
  const now = clock.now()
  const today = toDay(now)
  const latestBirths = { adult: latestBirth(ages.adult, today), reserve: latestBirth(ages.reserve, today) }
  const id =
    before === null
      ? await insertPatient(tx, person, now)
      : await reopenAccount(tx, person, now, latestBirths)
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

/**
 * Throws unless the person passed the identity check, and does not open their account with the mailbox of a guardian. Without a proof, this
 * answer would show strangers whose mailbox it is, so staff learn it when they decide about an application.
 */
async function requireProof(
  ctx: CallContext,
  proven: ProvenRecord | null,
  before: Person | null,
  email: string,
): Promise<void> {
  if (proven === null) throw new ApiError('identityNotProven', { param: 'solem' })
  const fieldErrors = before === null ? [] : await findMailboxErrors(ctx, before.id, email)
  if (fieldErrors.length > 0) throw new ApiError('invalid', { fieldErrors })
}

async function apply(
  ctx: CallContext,
  tx: Queries,
  person: Applied,
  before: Person | null,
  texts: AcceptedTexts,
): Promise<Registered> {
  const { person_id, key } = await addApplication(ctx, tx, person, before, texts, ctx.origin.ip)
  const data = { path: `/registro/${key}` as const }
  const mail = { recipient: person.email, person_id, data }
  const notified = await collectNotified(person_id, () => ctx.mail.queue(tx, registrationReceived, mail))
  return { person_id, key, notified }
}

async function openAccount(
  ctx: CallContext,
  tx: Queries,
  person: Applied,
  { solem, hasNames }: Proof,
  before: Person | null,
  texts: AcceptedTexts,
): Promise<Registered> {
  if (!(await consumeProof(ctx, tx, solem, person.document_number)))
    throw new ApiError('identityNotProven', { param: 'solem' })
  const account = {
    ...person,
    status: accountStatus.enabled,
    ...getOpeningAges(ctx, person),
    names_proven: hasNames,
  }
  const id = await writePerson(ctx, tx, account, before)
  for (const text of texts) await storeConsent(ctx, tx, { ...text, personId: id, ip: ctx.origin.ip })
  const { token, days, until } = await createVerificationLink(ctx, tx, id, person.email)
  const mail = { recipient: person.email, person_id: id, data: { token, days }, notAfter: until }
  const notified = await collectNotified(id, () => ctx.mail.queue(tx, registrationConfirmed, mail))
  if (before !== null) await notifyEarlierMailbox(ctx, tx, before, person.email)
  return { person_id: id, key: null, notified }
}

async function ownPhotos(ctx: CallContext, tx: Queries, stored: readonly StoredPhoto[]) {
  return {
    image_store_id: await ownPhotoFor(ctx, tx, stored, 'profile'),
    image_store_passport: await ownPhotoFor(ctx, tx, stored, 'passport'),
    image_store_passport_patient: await ownPhotoFor(ctx, tx, stored, 'passport-patient'),
    image_store_selfie: await ownPhotoFor(ctx, tx, stored, 'selfie'),
  }
}

export const registerPatient = operation(
  registrationEndpoints.register,
  async (ctx, { form: sent, pictures }) => {
    const { auditLog, clock, db, origin, passwords } = ctx
    // Every call counts, also a failed one: each may store images and send mail to an address that anyone typed.
    await admitCounted(ctx, [limits.register, limits.registerDay], sent.altcha)
    const typeId = sent.document_type_id
    const number = cleanDocument(typeId, sent.document_number)
    const isLeftToStaff = await isIdentityLeftToStaff(ctx)
    const needsProof = typeId === documentType.run && !isLeftToStaff
    const identityPhotos = listIdentityPhotos(typeId, isLeftToStaff)
    const solem = needsProof ? (sent.solem ?? null) : null
    const proven = solem === null ? null : await findProof(ctx, solem, number)
    const form = asProven(sent, proven)
    const { texts, fieldErrors: textErrors } = await findAcceptedTexts(ctx, form)
    const fieldErrors = [
      ...(await findChoiceErrors(ctx, form)),
      ...(await findPasswordErrors(ctx, form, number)),
      ...textErrors,
      ...identityPhotos.filter(({ param }) => pictures[param] === undefined),
    ]
    if (fieldErrors.length > 0) throw new ApiError('invalid', { fieldErrors })
    const { person: before, may } = await findDocumentState(ctx, typeId, number, form.document_country)
    rejectTaken(may)
    if (needsProof) await requireProof(ctx, proven, before, form.email)

    const applied = {
      document_type_id: typeId,
      document_number: number,
      document_country: cleanCountry(typeId, form.document_country),
      ...pickFields(form, personalDataFields),
      email: form.email,
      password_hash: await passwords.hash(form.password),
    }
    const proof = solem === null ? null : { solem, hasNames: Boolean(proven?.names) }
    const opened = await storePhotos(ctx, pickPhotos(identityPhotos, pictures), (stored) =>
      db.transaction(async (tx) => {
        const images = await ownPhotos(ctx, tx, stored)
        const person = { ...applied, ...images }
        const { person_id, key, notified } = await (proof === null
          ? apply(ctx, tx, person, before, texts)
          : openAccount(ctx, tx, person, proof, before, texts))
        await auditLog.add(tx, {
          // An application proves nothing yet: it may come from a stranger.
          ...(proof === null
            ? { actorId: null, actorRole: 'anonymous', action: 'registration.apply' }
            : {
                actorId: person_id,
                actorRole: 'STANDART_ROLE',
                action: before === null ? 'registration.open' : 'registration.reopen',
              }),
          patientId: person_id,
          origin,
          detail: {
            document_type_id: typeId,
            status: proof === null ? accountStatus.pending : accountStatus.enabled,
            terms: texts[0]?.version,
          },
        })
        return { id: person_id, key, images, notified }
      }),
    )
    const person = await findPerson(ctx, opened.id)
    if (person === null) throw new ApiError('unavailable')
    if (proof !== null) return { patient: toPatient(ctx, person), application_key: null, ...opened.notified }
    // The answer repeats what was applied for, and nothing of what the clinic knows of the person.
    const patient = {
      ...toPatient(ctx, { ...person, ...applied, ...opened.images }),
      ...pickFields(form, personFieldNames),
      names_proven: false,
      email_pending: null,
      status_passport: false,
      date_creation: clock.now(),
    }
    return { patient, application_key: opened.key, ...opened.notified }
  },
)
