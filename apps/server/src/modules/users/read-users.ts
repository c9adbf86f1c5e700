import { ApiError } from '@mi-portal/contract/calls/api-error'
import { toPageFields } from '@mi-portal/contract/calls/paging'
import { personFieldNames, pickFields } from '@mi-portal/contract/fields/person-fields'
import { accountStatus } from '@mi-portal/contract/people'
import { getPersonRole, userEndpoints } from '@mi-portal/contract/users'
import { ageOn, toDay } from '@mi-portal/contract/values/dates'
import { readPhones } from '@mi-portal/contract/values/phone'
import type { Context } from '../../platform/context/context.ts'
import { operation } from '../../platform/context/operation.ts'
import { toPeoplePatterns } from '../../platform/database/search-words.ts'
import { listPeopleApplications } from '../applications/decide-applications.ts'
import { mayAdminister } from '../people/people.rules.ts'
import { findPeople, findPerson, isGuardianMailbox, type Person, toPatient } from '../people/read-people.ts'
import { describeStatus } from './users.rules.ts'
import { findUsers, listPlaces } from './users.sql.ts'

const onlyOwnSites =
  'Ves a las personas atendidas en tus sedes, o en ninguna todavía. Si se atiende en otra sede, pide ayuda a una persona con todas las sedes.'

/** Returns whether nothing was known of a person: they were created for this application, or for an earlier one that was denied. */
function isUnknown({ date_birth, first_name, last_name }: Person, isCreated: boolean): boolean {
  return date_birth === null && (isCreated || `${first_name}${last_name}` === '')
}

/** Replaces the data of people who wait by those of their applications. What the clinic knew before is in `known`. */
export async function withApplications(ctx: Context, persons: readonly Person[]) {
  const waiting = persons.filter(({ status }) => status === accountStatus.pending).map(({ id }) => id)
  const found = waiting.length === 0 ? [] : await listPeopleApplications(ctx, waiting)
  return persons.map((person) => {
    const application = found.find(({ person_id }) => person_id === person.id)
    if (application === undefined) return { ...person, known: null, image_store_selfie: null }
    const applied = {
      ...application,
      names_proven: false,
      email_pending: null,
      email_verified_at: null,
      status_passport: false,
    }
    const known = isUnknown(person, application.creates_person) ? null : pickFields(person, personFieldNames)
    return { ...person, ...applied, known }
  })
}

async function toListedUser(ctx: Context, stored: readonly Person[]) {
  return (await withApplications(ctx, stored)).map((person) => {
    const status = describeStatus(person)
    return {
      ...pickFields(person, ['id', 'document_type_id', 'document_number', 'document_country', 'rol']),
      ...pickFields(person, ['first_name', 'last_name', 'second_name']),
      age: person.date_birth === null ? null : ageOn(person.date_birth, toDay(ctx.clock.now())),
      status_data: status,
      status_data_id: status.id,
      deleted: person.deleted_at !== null,
      due_at: person.pending_due_at,
    }
  })
}

async function toUser(ctx: Context, stored: readonly Person[]) {
  const persons = await withApplications(ctx, stored)
  const communes = persons.flatMap(({ commune_id }) => (commune_id === null ? [] : [commune_id]))
  const places = communes.length === 0 ? [] : await listPlaces(ctx, communes)
  const held = await Promise.all(
    persons.map(
      ({ id, email, pending_since }) => pending_since !== null && isGuardianMailbox(ctx, id, email),
    ),
  )
  return persons.map((person, index) => {
    const place = places.find(({ commune_id }) => commune_id === person.commune_id)
    const role = getPersonRole(person.rol)
    const status = describeStatus(person)
    const waiting = person.pending_since
    return {
      ...toPatient(ctx, person),
      email_verified: person.email_verified_at !== null,
      updated_at: person.updated_at,
      person_role: role,
      person_role_id: role.id,
      status_data: status,
      status_data_id: status.id,
      region: place ? { id: place.region_id, name: place.region } : null,
      city: place ? { id: place.city_id, name: place.city } : null,
      commune: place ? { id: place.commune_id, name: place.commune } : null,
      deleted: person.deleted_at !== null,
      ...(person.deceased_at === null ? {} : { deceased_on: person.deceased_on }),
      waiting_since: waiting,
      known: person.known,
      ...(held[index] ? { guardian_mailbox: true as const } : {}),
      image_store_selfie: person.image_store_selfie,
      due_at: person.pending_due_at,
    }
  })
}

export async function readUser(ctx: Context, id: number) {
  const person = await findPerson(ctx, id)
  const [user] = person === null ? [] : await toUser(ctx, [person])
  if (user === undefined) throw new ApiError('notFound')
  return user
}

export const listUsers = operation(userEndpoints.list, async (ctx, { body }) => {
  const { filter, status, late, ...page } = body

  const patterns = toPeoplePatterns(filter ?? '')
  const sought = late ? accountStatus.pending : status || null
  // The accounts that wait are work to do. All others are found by their data.
  const isSought = (patterns?.length ?? 0) > 0 || sought === accountStatus.pending
  const notice = ctx.actor.sites === null ? {} : { notice: onlyOwnSites }
  if (patterns === null || !isSought)
    return { patients: [], ...toPageFields({ rows: [], total: 0, more: false, ...notice }, page) }
  const lateAt = late ? ctx.clock.now() : null
  const search = {
    patterns,
    phones: readPhones(filter ?? ''),
    status: sought,
    lateAt,
    sites: ctx.actor.sites,
  }
  const found = await findUsers(ctx, search, page)
  const persons = await findPeople(ctx, found.ids)
  const patients = persons.filter(({ rol }) => rol === 'STANDART_ROLE').map(({ id }) => id)
  await ctx.audit.recordEach('users.list', patients)
  return {
    patients: await toListedUser(ctx, persons),
    ...toPageFields({ rows: persons, ...found, ...notice }, page),
  }
})

export const getUser = operation(userEndpoints.one, async (ctx, { params }) => {
  const user = await readUser(ctx, params.id)
  if (!mayAdminister(ctx.actor.rol, user.rol)) throw new ApiError('forbidden')
  await ctx.audit.record('users.read', { patientId: user.id })
  return { data: user }
})
