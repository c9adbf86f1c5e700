import { ApiError } from '@mi-portal/contract/calls/api-error'
import { familyMemberEndpoints } from '@mi-portal/contract/family/members'
import type { FamilyRequest } from '@mi-portal/contract/family/requests'
import { familyRequestEndpoints } from '@mi-portal/contract/family/requests'
import { isStaff } from '@mi-portal/contract/permissions/roles'
import { delegableMatters } from '@mi-portal/contract/record-matters'
import { toDay } from '@mi-portal/contract/values/dates'
import type { DocumentTypeId } from '@mi-portal/contract/values/document-number'
import type { ActorContext, Context } from '../../platform/context/context.ts'
import { operation } from '../../platform/context/operation.ts'
import { findRow } from '../../platform/database/database.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { isMinor } from '../people/people.rules.ts'
import { findPerson, requireOpenPatient } from '../people/read-people.ts'
import { decideRecordAccess, describeGuardianship, mayBook, toGroupLink } from './family.rules.ts'
import type { LinkRow, RequestRow } from './family.sql.ts'
import * as familySql from './family.sql.ts'
import { findProtection } from './guardianship/guardianship.sql.ts'
import { toMemberName, toOwnerName } from './notify-family.ts'
import { findVisiblePatients } from './patient-access.ts'

const documentNames: Readonly<Record<DocumentTypeId, string>> = { 1: 'RUT', 2: 'Pasaporte' }

function isPatient(actor: Actor): boolean {
  return !isStaff(actor)
}

function presentMembership(row: LinkRow) {
  return {
    id: row.id,
    patient_leader: {
      id: row.leader_id,
      ...toOwnerName(row),
      image_store_id: row.leader_image,
    },
    type_relationship: { id: row.relationship_id, name: row.relationship },
    may_book: row.may_book,
  }
}

function presentRequest(row: RequestRow, isForStaff: boolean) {
  if (row.request_status === 3) return []
  return [
    {
      id: row.id,
      family_id: row.family_id,
      request_status: row.request_status,
      request_creation_date: row.created_at,
      applicant_patient: {
        id: row.applicant_id,
        ...toOwnerName(row),
      },
      family_patient: {
        id: row.member_id,
        ...toMemberName(row),
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
export function toMember(ctx: Context, row: LinkRow, to: 'owner' | 'staff') {
  const today = toDay(ctx.clock.now())
  const groupLink = toGroupLink(row)
  const recordAccess = decideRecordAccess(groupLink, today, ctx.ages)
  const isMinorMember = isMinor(row.member_birth, today, ctx.ages)
  const showsContact = to === 'staff' || !isMinorMember || recordAccess.may
  return {
    id: row.id,
    family_patient: {
      id: row.member_id,
      ...toMemberName(row),
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
    access_from: row.access_from,
    guardian: describeGuardianship(groupLink),
    guardian_waits: row.guardian_waits,
  }
}

const recordNamed = (ctx: ActorContext, action: string, patientIds: readonly number[]) =>
  ctx.audit.recordEach(
    action,
    patientIds.filter((id) => id !== ctx.actor.id),
  )

async function listGroup(ctx: ActorContext, ownerId: number) {
  const rows = await ctx.db.run(familySql.listMembers, { leader_id: ownerId, now: ctx.clock.now() })
  await recordNamed(
    ctx,
    'family.card',
    rows.map((row) => row.member_id),
  )
  return rows.map((row) => toMember(ctx, row, isPatient(ctx.actor) ? 'owner' : 'staff'))
}

/** Writes an audit entry about the patient, even if nothing is found, and about everyone whom the answer names. */
async function readForStaff<T>(
  ctx: ActorContext,
  action: string,
  patientId: number,
  { read, namedIn }: { read: () => Promise<T>; namedIn: (answer: T) => readonly number[] },
): Promise<T> {
  await requireOpenPatient(ctx, patientId)
  const answer = await read()
  await recordNamed(ctx, action, [patientId, ...namedIn(answer)])
  return answer
}

const listMemberships = async (ctx: Context, id: number) =>
  (await ctx.db.run(familySql.listOwners, { member_id: id, now: ctx.clock.now() })).map(presentMembership)

const listSentRequests = async (ctx: Context, id: number, isForStaff: boolean) =>
  (await ctx.db.run(familySql.sentBy, { leader_id: id })).flatMap((row) => presentRequest(row, isForStaff))

export const listReceivedRequests = async (ctx: Context, id: number, isForStaff: boolean) =>
  (await ctx.db.run(familySql.receivedBy, { member_id: id })).flatMap((row) =>
    presentRequest(row, isForStaff),
  )

const namedInRequests = (requests: readonly Pick<FamilyRequest, 'applicant_patient' | 'family_patient'>[]) =>
  requests.flatMap(({ applicant_patient, family_patient }) => [applicant_patient.id, family_patient.id])

export const listMembershipsForStaff = operation(familyMemberEndpoints.staffMemberships, (ctx, { query }) =>
  readForStaff(ctx, 'family.memberships', query.patient_id, {
    read: async () => {
      const [groups, [protection]] = await Promise.all([
        listMemberships(ctx, query.patient_id),
        ctx.db.run(findProtection, { member_id: query.patient_id }),
      ])
      return { groups, protection: protection ?? null }
    },
    namedIn: ({ groups }) => groups.map(({ patient_leader }) => patient_leader.id),
  }),
)

/** Reads one member's card: patients read a card of their own group while the link is approved, staff any link that has not ended. */
async function readMember(ctx: ActorContext, linkId: number) {
  const { actor } = ctx
  const row = await findRow(ctx.db, familySql.link, { id: linkId, now: ctx.clock.now() })
  const mine = row?.leader_id === actor.id && row.state === 'approved'
  if (row === null || row.state === 'ended' || !(mine || !isPatient(actor))) throw new ApiError('notFound')
  await recordNamed(ctx, 'family.card', [row.member_id])
  return toMember(ctx, row, isPatient(actor) ? 'owner' : 'staff')
}

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

async function listPreferred(ctx: ActorContext) {
  const { actor } = ctx
  const [self, rows] = await Promise.all([
    findPerson(ctx, actor.id),
    ctx.db.run(familySql.listMembers, { leader_id: actor.id, now: ctx.clock.now() }),
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

/** Lets the group owner book for the calling member. The setting counts only while the member is an adult. */
export const switchBooking = operation(familyMemberEndpoints.switchBooking, async (ctx, { params, body }) => {
  await ctx.db.transaction(async (tx) => {
    const switched = { id: params.id, member_id: ctx.actor.id, may_book: body.may_book }
    if ((await tx.run(familySql.switchBooking, switched)).length === 0) throw new ApiError('notFound')
    await ctx.audit.add(tx, 'family.switchBooking', {
      patientId: ctx.actor.id,
      object: `link=${params.id}`,
      detail: { may_book: body.may_book },
    })
  })
  return {}
})

export const getRelationshipTypes = operation(familyMemberEndpoints.relationshipTypes, async (ctx) => ({
  typeRelationship: await ctx.db.run(familySql.relationships, {}),
}))

export const getPreferred = operation(familyMemberEndpoints.preferred, async (ctx) => ({
  patients: await listPreferred(ctx),
}))

export const getGroup = operation(familyMemberEndpoints.group, async (ctx) => ({
  familyGroup: await listGroup(ctx, ctx.actor.id),
}))

export const getMember = operation(familyMemberEndpoints.member, async (ctx, { params }) => ({
  data: await readMember(ctx, params.id),
}))

export const getMemberships = operation(familyMemberEndpoints.memberships, async (ctx) => ({
  groups: await listMemberships(ctx, ctx.actor.id),
}))

export const getGroupForStaff = operation(familyMemberEndpoints.staffGroup, async (ctx, { query }) => ({
  familyGroup: await readForStaff(ctx, 'family.group', query.patient_id, {
    read: () => listGroup(ctx, query.patient_id),
    // `listGroup` writes the entries about the members itself.
    namedIn: () => [],
  }),
}))

export const getSentRequests = operation(familyRequestEndpoints.sent, async (ctx) => ({
  requests: await listSentRequests(ctx, ctx.actor.id, false),
}))

export const getReceivedRequests = operation(familyRequestEndpoints.received, async (ctx) => ({
  requests: await listReceivedRequests(ctx, ctx.actor.id, false),
}))

export const getSentForStaff = operation(familyRequestEndpoints.staffSent, async (ctx, { query }) => ({
  requests: await readForStaff(ctx, 'family.requests', query.patient_id, {
    read: () => listSentRequests(ctx, query.patient_id, true),
    namedIn: namedInRequests,
  }),
}))

export const getReceivedForStaff = operation(
  familyRequestEndpoints.staffReceived,
  async (ctx, { query }) => ({
    requests: await readForStaff(ctx, 'family.requests', query.patient_id, {
      read: () => listReceivedRequests(ctx, query.patient_id, true),
      namedIn: namedInRequests,
    }),
  }),
)
