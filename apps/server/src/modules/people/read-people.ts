import { ApiError, type FieldError } from '@mi-portal/contract/calls/api-error'
import { personFieldNames, pickFields } from '@mi-portal/contract/fields/person-fields'
import { peopleEndpoints } from '@mi-portal/contract/people'
import { isStaff } from '@mi-portal/contract/permissions/roles'
import { latestBirth, toDay } from '@mi-portal/contract/values/dates'
import { cleanCountry, type DocumentTypeId } from '@mi-portal/contract/values/document-number'
import { maskEmail } from '@mi-portal/contract/values/email'
import type { ActorContext, Context } from '../../platform/context/context.ts'
import { operation } from '../../platform/context/operation.ts'
import { findRow, type Queries } from '../../platform/database/database.ts'
import type { AuthorizedPatient } from '../../platform/http/actor.ts'
import { getKeyError } from './email.rules.ts'
import {
  choiceErrors,
  crossesAgeLimit,
  isAdolescent,
  isMinor,
  type OpenedAt,
  openedAt,
  outgrownStep,
  type PersonChoices,
  reopenedAt,
} from './people.rules.ts'
import type { Person } from './people.sql.ts'
import * as peopleSql from './people.sql.ts'

export type { AccountData, RecordData } from './accounts/change-personal-data.ts'
export type { OwnPhotos } from './accounts/columns.sql.ts'
export type { NewPatient } from './accounts/register-people.ts'
export type { Person } from './people.sql.ts'

const getToday = (ctx: Pick<Context, 'clock'>) => toDay(ctx.clock.now())

export function toPatient(ctx: Pick<Context, 'clock' | 'ages'>, person: Person, temporaryKey = false) {
  // A new column is never shown before it is added to the fields of a person or here.
  return {
    id: person.id,
    document_type_id: person.document_type_id,
    document_number: person.document_number,
    document_country: person.document_country,
    ...pickFields(person, personFieldNames),
    names_proven: person.names_proven,
    image_store_id: person.image_store_id,
    image_store_passport: person.image_store_passport,
    image_store_passport_patient: person.image_store_passport_patient,
    status_passport: person.status_passport,
    status: person.status,
    rol: person.rol,
    ...(isStaff(person) ? { permission_set: person.permission_set } : {}),
    email_pending: person.email_pending === null ? null : maskEmail(person.email_pending),
    date_creation: person.date_creation,
    is_a_minor: isMinor(person.date_birth, getToday(ctx), ctx.ages),
    temporary_key_status: temporaryKey,
  }
}

/** Whether a guardian of a person of the age of reserve has the mailbox. Addresses are compared as providers read them. */
export async function isGuardianMailbox(
  ctx: Context,
  personId: number,
  mailbox: string | null,
): Promise<boolean> {
  const adult = latestBirth(ctx.ages.adult, getToday(ctx))
  const reserve = latestBirth(ctx.ages.reserve, getToday(ctx))
  return mailbox !== null && peopleSql.isGuardianMailbox(ctx.db, personId, mailbox, { adult, reserve })
}

/**
 * Finds a person by document; `number` is normalized as stored. Throws 400 at `document_country` if people of several countries
 * have the number and no country is given, so that no caller takes one person for another.
 */
export async function findPersonByDocument(
  ctx: Pick<Context, 'db'>,
  typeId: DocumentTypeId,
  number: string,
  country: string | null | undefined,
): Promise<Person | null> {
  const found = await peopleSql.byDocument(ctx.db, typeId, number, cleanCountry(typeId, country))
  if (found === 'several') throw new ApiError('passportCountryNeeded', { param: 'document_country' })
  return found
}

export const findPerson = (ctx: Pick<Context, 'db'>, id: number) => findRow(ctx.db, peopleSql.byId, { id })

export const findPeople = (ctx: Pick<Context, 'db'>, ids: readonly number[]) =>
  ctx.db.run(peopleSql.byIds, { ids })

export const isPersonMinor = (ctx: Pick<Context, 'clock' | 'ages'>, person: Pick<Person, 'date_birth'>) =>
  isMinor(person.date_birth, getToday(ctx), ctx.ages)

export const isAgeLimitCrossed = (ctx: Context, before: Person['date_birth'], after: Person['date_birth']) =>
  crossesAgeLimit(before, after, getToday(ctx), ctx.ages)

/**
 * Returns the field errors of a form's choices: not in the catalogues, hidden there, or inconsistent with each
 * other. `storedForecast` is the health insurance that the person has already, which may be hidden by now.
 */
export async function findChoiceErrors(
  ctx: Context,
  choices: PersonChoices,
  storedForecast: number | null = null,
): Promise<FieldError[]> {
  const { document_type_id = 1 } = choices
  const document_country = cleanCountry(document_type_id, choices.document_country)
  const given = { ...choices, document_country, kept_forecast_id: storedForecast }
  const offered = await findRow(ctx.db, peopleSql.offered, given)
  if (offered === null) throw new ApiError('unavailable')
  return choiceErrors(choices.date_birth, getToday(ctx), offered)
}

export const getOpeningAges = (ctx: Context, person: Pick<Person, 'date_birth'>) =>
  openedAt(person.date_birth, getToday(ctx), ctx.ages)

export const getReopeningAges = (ctx: Context, before: OpenedAt, after: Pick<Person, 'date_birth'>) =>
  reopenedAt(before, after.date_birth, getToday(ctx), ctx.ages)

export const getOutgrownStep = (ctx: Context, person: Person) => outgrownStep(person, getToday(ctx), ctx.ages)

export const hasComeOfAge = (ctx: Context, person: Person) =>
  outgrownStep(person, getToday(ctx), ctx.ages) === 'adult'

/** Returns whether the person is a minor for whom the law reserves data, and holds their own account. */
export const isPersonAdolescent = (ctx: Context, person: Person) =>
  isAdolescent(person.date_birth, getToday(ctx), ctx.ages) &&
  outgrownStep(person, getToday(ctx), ctx.ages) === null

export const findMailboxErrors = async (
  ctx: Context,
  personId: number,
  mailbox: string,
): Promise<readonly FieldError[]> =>
  (await isGuardianMailbox(ctx, personId, mailbox))
    ? new ApiError('guardianMailbox', { param: 'email' }).fieldErrors
    : []

/** Returns a patient, whose record may be closed. Throws 404 for other people: staff have no record. */
export async function requirePatient(ctx: Pick<Context, 'db'>, id: number): Promise<Person> {
  const person = await findPerson(ctx, id)
  if (person === null || isStaff(person)) throw new ApiError('notFound')
  return person
}

export async function requireOpenPatient(ctx: Pick<Context, 'db'>, id: number): Promise<Person> {
  const person = await requirePatient(ctx, id)
  if (person.deleted_at !== null) throw new ApiError('notFound')
  return person
}

export const listStaffWithMailbox = (db: Queries) => db.run(peopleSql.listStaffWithMailbox, {})

export const listSuperAdmins = async (db: Queries) =>
  (await listStaffWithMailbox(db)).filter(({ rol }) => rol === 'SUPER_ADMIN_ROLE')

/** Why an address must not receive what opens the account, or null. `guardian`: of a guardian of an adolescent. */
export const findKeyError = async (
  ctx: Context,
  person: Person,
): Promise<ReturnType<typeof getKeyError> | 'guardian'> =>
  (await isGuardianMailbox(ctx, person.id, person.email)) ? 'guardian' : getKeyError(person, ctx.clock.now())

/** Only the patient and staff see e-mail, phone and preferred name, which a guardian may not know. */
async function readAuthorizedPerson(ctx: ActorContext, patient: AuthorizedPatient) {
  const person = await findRow(ctx.db, peopleSql.byId, { id: patient.id })
  const staff = isStaff(ctx.actor)
  const self = ctx.actor.id === patient.id
  // Staff cannot read the account of a colleague by this call.
  if (!person || (staff && !self && isStaff(person))) throw new ApiError('notFound')
  const presented = toPatient(ctx, person, self && ctx.actor.temporaryKey)
  if (self || staff) return presented
  return { ...presented, preferred_name: '', email: null, email_pending: null, phone: null }
}

export const readOwnPerson = operation(peopleEndpoints.self, async (ctx, { patient }) => ({
  data: await readAuthorizedPerson(ctx, patient),
}))

export const readPerson = operation(peopleEndpoints.one, async (ctx, { patient }) => ({
  data: await readAuthorizedPerson(ctx, patient),
}))
