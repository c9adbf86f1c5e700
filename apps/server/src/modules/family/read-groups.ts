/**
 * Reads what a family group shows: members and what may be done for them, memberships, requests, and the search for a
 * person.
 */

import { ApiError } from '@mi-portal/contract/api-error'
import type { FamilyMember, FamilyMembership } from '@mi-portal/contract/family/members'
import { familyMemberEndpoints } from '@mi-portal/contract/family/members'
import type { FamilyRequest } from '@mi-portal/contract/family/requests'
import { familyRequestEndpoints } from '@mi-portal/contract/family/requests'
import { delegableMatters } from '@mi-portal/contract/record-matters'
import { toDay } from '@mi-portal/contract/values/dates'
import type { DocumentTypeId } from '@mi-portal/contract/values/document-number'
import { maskEmailForStrangers } from '@mi-portal/contract/values/email'
import type { Context } from '../../platform/context/context.ts'
import { operation } from '../../platform/context/operation.ts'
import type { Actor, Origin } from '../../platform/http/actor.ts'
import { limits } from '../../platform/security/rate-limiter.ts'
import { isMinor } from '../people/people.rules.ts'
import { findPerson, isPersonMinor } from '../people/read-people.ts'
import { openPerson } from '../staff-reads/open-people.ts'
import { decideRecordAccess, describeGuardianship, mayBook, toGroupLink } from './family.rules.ts'
import type { LinkRow, RequestRow } from './family.sql.ts'
import * as familySql from './family.sql.ts'
import { findAddablePerson } from './find-addable-people.ts'
import { findProtection } from './guardianship/guardianship.sql.ts'
import { findVisiblePatients } from './patient-access.ts'

const documentNames: Readonly<Record<DocumentTypeId, string>> = { 1: 'RUT', 2: 'Pasaporte' }

function isPatient(actor: Actor): boolean {
  return actor.rol === 'STANDART_ROLE'
}

function presentMembership(row: LinkRow): FamilyMembership {
  return {
    id: row.id,
    patient_leader: {
      id: row.leader_id,
      first_name: row.leader_first_name,
      last_name: row.leader_last_name,
      second_name: row.leader_second_name,
      image_store_id: row.leader_image,
    },
    type_relationship: { id: row.relationship_id, name: row.relationship },
    may_book: row.may_book,
  }
}

function presentRequest(row: RequestRow, isForStaff: boolean): FamilyRequest[] {
  if (row.request_status === 3) return []
  return [
    {
      id: row.id,
      family_id: row.family_id,
      request_status: row.request_status,
      request_creation_date: row.created_at.toISOString(),
      applicant_patient: {
        id: row.applicant_id,
        first_name: row.leader_first_name,
        last_name: row.leader_last_name,
        second_name: row.leader_second_name,
      },
      family_patient: {
        id: row.member_id,
        first_name: row.member_first_name,
        last_name: row.member_last_name,
        second_name: row.member_second_name,
      },
      type_relationship: { id: row.relationship_id, name: row.relationship },
      acceptance_waits: row.acceptance_waits,
      decision:
        isForStaff && row.decision_reason !== null && row.decision_evidence !== null
          ? { reason: row.decision_reason, evidence: row.decision_evidence }
          : null,
    },
  ]
}

/** A group owner sees the mailbox and phone of a minor from the moment at which the record opens to them. */
export function toMember(ctx: Context, row: LinkRow, to: 'owner' | 'staff'): FamilyMember {
  const today = toDay(ctx.clock.now())
  const groupLink = toGroupLink(row)
  const recordAccess = decideRecordAccess(groupLink, today, ctx.ages)
  const isMinorMember = isMinor(row.member_birth, today, ctx.ages)
  const showsContact = to === 'staff' || !isMinorMember || recordAccess.may
  return {
    id: row.id,
    family_patient: {
      id: row.member_id,
      first_name: row.member_first_name,
      last_name: row.member_last_name,
      second_name: row.member_second_name,
      document_type: { id: row.member_document_type, name: documentNames[row.member_document_type] },
      document_number: row.member_document,
      email: showsContact ? row.member_email : null,
      phone: showsContact ? row.member_phone : null,
      image_store_id: row.member_image,
      is_a_minor: isMinorMember,
    },
    type_relationship: { id: row.relationship_id, name: row.relationship },
    button_status: recordAccess.may,
    button_reason: recordAccess.may ? null : recordAccess.because,
    may_book: mayBook(groupLink, today, ctx.ages),
    access_from: row.access_from?.toISOString() ?? null,
    guardian: describeGuardianship(groupLink),
    guardian_waits: row.guardian_waits,
  }
}

async function writeAuditEntries(
  ctx: Context,
  actor: Actor,
  action: string,
  patientIds: readonly number[],
  origin: Origin,
) {
  for (const patientId of new Set(patientIds)) {
    if (patientId === actor.id) continue
    await ctx.auditLog.record({ actorId: actor.id, actorRole: actor.rol, action, patientId, origin })
  }
}

/** Throws 404 unless the id is that of a patient whose family staff may read. */
async function demandPatient(ctx: Context, patientId: number): Promise<void> {
  const person = await findPerson(ctx, patientId)
  if (person === null || person.rol !== 'STANDART_ROLE' || person.deleted_at !== null)
    throw new ApiError('notFound')
}

async function listGroup(
  ctx: Context,
  actor: Actor,
  ownerId: number,
  origin: Origin,
): Promise<FamilyMember[]> {
  const rows = await familySql.listMembers(ctx.db, ownerId, ctx.clock.now())
  await writeAuditEntries(
    ctx,
    actor,
    'family.card',
    rows.map((row) => row.member_id),
    origin,
  )
  return rows.map((row) => toMember(ctx, row, isPatient(actor) ? 'owner' : 'staff'))
}

/**
 * Reads a patient's family for staff. Writes an audit entry about the patient, even if nothing is found, and about
 * every person that the answer names.
 */
async function readForStaff<T>(
  ctx: Context,
  actor: Actor,
  action: string,
  patientId: number,
  origin: Origin,
  { read, namedIn }: { read: () => Promise<T>; namedIn: (answer: T) => readonly number[] },
): Promise<T> {
  await demandPatient(ctx, patientId)
  const answer = await read()
  await writeAuditEntries(ctx, actor, action, [patientId, ...namedIn(answer)], origin)
  return answer
}

const listMemberships = async (ctx: Context, id: number) =>
  (await familySql.listOwners(ctx.db, id, ctx.clock.now())).map(presentMembership)

const listSentRequests = async (ctx: Context, id: number, isForStaff: boolean) =>
  (await familySql.sentBy(ctx.db, id)).flatMap((row) => presentRequest(row, isForStaff))

export const listReceivedRequests = async (ctx: Context, id: number, isForStaff: boolean) =>
  (await familySql.receivedBy(ctx.db, id)).flatMap((row) => presentRequest(row, isForStaff))

const namedInRequests = (requests: readonly FamilyRequest[]) =>
  requests.flatMap(({ applicant_patient, family_patient }) => [applicant_patient.id, family_patient.id])

const listRelationshipTypes = (ctx: Context) => familySql.relationships(ctx.db)

const listGroupForStaff = (ctx: Context, actor: Actor, patientId: number, origin: Origin) =>
  readForStaff(ctx, actor, 'family.group', patientId, origin, {
    read: () => listGroup(ctx, actor, patientId, origin),
    // `group` writes the entries about its members itself.
    namedIn: () => [],
  })

export const listMembershipsForStaff = operation(familyMemberEndpoints.staffMemberships, (ctx, { query }) =>
  readForStaff(ctx, ctx.actor, 'family.memberships', query.patient_id, ctx.origin, {
    read: async () => {
      const [groups, [protection]] = await Promise.all([
        listMemberships(ctx, query.patient_id),
        ctx.db.run(findProtection, { member_id: query.patient_id }),
      ])
      return {
        groups,
        protection: protection ? { ...protection, since: protection.since.toISOString() } : null,
      }
    },
    namedIn: ({ groups }) => groups.map(({ patient_leader }) => patient_leader.id),
  }),
)

const listSentForStaff = (ctx: Context, actor: Actor, patientId: number, origin: Origin) =>
  readForStaff(ctx, actor, 'family.requests', patientId, origin, {
    read: () => listSentRequests(ctx, patientId, true),
    namedIn: namedInRequests,
  })

const listReceivedForStaff = (ctx: Context, actor: Actor, patientId: number, origin: Origin) =>
  readForStaff(ctx, actor, 'family.requests', patientId, origin, {
    read: () => listReceivedRequests(ctx, patientId, true),
    namedIn: namedInRequests,
  })

/**
 * Reads one member's card: patients read a card of their own group while the link is approved, staff any link
 * that has not ended.
 */
async function readMember(ctx: Context, actor: Actor, linkId: number, origin: Origin): Promise<FamilyMember> {
  const row = await familySql.link(ctx.db, linkId, ctx.clock.now())
  const mine = row?.leader_id === actor.id && row.state === 'approved'
  if (row === null || row.state === 'ended' || !(mine || !isPatient(actor))) throw new ApiError('notFound')
  await writeAuditEntries(ctx, actor, 'family.card', [row.member_id], origin)
  return toMember(ctx, row, isPatient(actor) ? 'owner' : 'staff')
}

/** Returns the caller, the members whose whole record they may use, and the adults who gave them access. Staff have none. */
export const listSelections = operation(familyMemberEndpoints.selections, async (ctx) => {
  if (!isPatient(ctx.actor)) return { selections: [], delegated: [] }
  const [self, others] = await Promise.all([
    findPerson(ctx, ctx.actor.id),
    findVisiblePatients(ctx, ctx.actor.id),
  ])
  if (self === null) throw new ApiError('noSession')
  const { id, first_name, last_name } = self
  const members = others
    .filter(({ role }) => role === 'guardian')
    .map((one) => ({ id: one.id, first_name: one.first_name, last_name: one.last_name, is_self: false }))
  const delegated = others
    .filter(({ role }) => role === 'delegate')
    .map((one) => ({
      id: one.id,
      first_name: one.first_name,
      last_name: one.last_name,
      matters: delegableMatters.filter((matter) => one.access[matter] !== null),
      may_book: one.mayBook,
    }))
  return { selections: [{ id, first_name, last_name, is_self: true }, ...members], delegated }
})

async function listPreferred(ctx: Context, actor: Actor) {
  const [self, rows] = await Promise.all([
    findPerson(ctx, actor.id),
    familySql.listMembers(ctx.db, actor.id, ctx.clock.now()),
  ])
  if (self === null) throw new ApiError('noSession')
  const { id, first_name, last_name } = self
  const own = { id, first_name, last_name, relationship: null, is_self: true }
  const members = rows
    .map((row) => toMember(ctx, row, 'owner'))
    .map((member) => ({
      id: member.family_patient.id,
      first_name: member.family_patient.first_name,
      last_name: member.family_patient.last_name,
      relationship: member.type_relationship.name,
      is_self: false,
      button_status: member.button_status,
      may_book: member.may_book,
    }))
  return [{ ...own, button_status: true, may_book: true }, ...members]
}

/** Searches for the person with a document who can be added to a group. */
export const searchPerson = operation(familyRequestEndpoints.search, async (ctx, { params, query }) => {
  if (isPatient(ctx.actor)) await ctx.rateLimiter.consumeEach([limits.familySearch], String(ctx.actor.id))
  const parent = isPatient(ctx.actor) ? await findPerson(ctx, ctx.actor.id) : null
  if (isPatient(ctx.actor) && parent === null) throw new ApiError('noSession')
  const person = await findAddablePerson(
    ctx,
    params.document_type_id,
    params.document_number,
    query.document_country,
    parent,
  )
  if (person === null) return { registered: false, patient: null }
  if (!isPatient(ctx.actor)) await openPerson(ctx, ctx.actor, person.id, ctx.origin)
  await writeAuditEntries(ctx, ctx.actor, 'family.search', [person.id], ctx.origin)
  const email =
    person.email !== null && isPatient(ctx.actor) ? maskEmailForStrangers(person.email) : person.email
  const { id, first_name, last_name, second_name } = person
  const facts = {
    ...{ id, first_name, last_name, second_name, email },
    is_a_minor: isPersonMinor(ctx, person),
    has_account: !person.without_account,
  }
  return { registered: true, patient: facts }
})

/**
 * Stores whether the group owner of this link may book appointments for the calling member. The setting counts only
 * while the member is an adult.
 */
export const switchBooking = operation(familyMemberEndpoints.switchBooking, async (ctx, { params, body }) => {
  await ctx.db.transaction(async (tx) => {
    const owner = await familySql.switchBooking(tx, params.id, ctx.actor.id, body.may_book)
    if (owner === null) throw new ApiError('notFound')
    await ctx.audit.add(tx, 'family.switchBooking', {
      patientId: ctx.actor.id,
      object: `link=${params.id}`,
      detail: { may_book: body.may_book },
    })
  })
  return {}
})

export const getRelationshipTypes = operation(familyMemberEndpoints.relationshipTypes, async (ctx) => ({
  typeRelationship: await listRelationshipTypes(ctx),
}))

export const getPreferred = operation(familyMemberEndpoints.preferred, async (ctx) => ({
  patients: await listPreferred(ctx, ctx.actor),
}))

export const getGroup = operation(familyMemberEndpoints.group, async (ctx) => ({
  familyGroup: await listGroup(ctx, ctx.actor, ctx.actor.id, ctx.origin),
}))

export const getMember = operation(familyMemberEndpoints.member, async (ctx, { params }) => ({
  data: await readMember(ctx, ctx.actor, params.id, ctx.origin),
}))

export const getMemberships = operation(familyMemberEndpoints.memberships, async (ctx) => ({
  groups: await listMemberships(ctx, ctx.actor.id),
}))

export const getGroupForStaff = operation(familyMemberEndpoints.staffGroup, async (ctx, { query }) => ({
  familyGroup: await listGroupForStaff(ctx, ctx.actor, query.patient_id, ctx.origin),
}))

export const getSentRequests = operation(familyRequestEndpoints.sent, async (ctx) => ({
  requests: await listSentRequests(ctx, ctx.actor.id, false),
}))

export const getReceivedRequests = operation(familyRequestEndpoints.received, async (ctx) => ({
  requests: await listReceivedRequests(ctx, ctx.actor.id, false),
}))

export const getSentForStaff = operation(familyRequestEndpoints.staffSent, async (ctx, { query }) => ({
  requests: await listSentForStaff(ctx, ctx.actor, query.patient_id, ctx.origin),
}))

export const getReceivedForStaff = operation(
  familyRequestEndpoints.staffReceived,
  async (ctx, { query }) => ({
    requests: await listReceivedForStaff(ctx, ctx.actor, query.patient_id, ctx.origin),
  }),
)
