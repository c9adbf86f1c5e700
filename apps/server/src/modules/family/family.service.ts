/**
 * Reads what a family group shows: members and what may be done for them, memberships, requests, and the search for a
 * person.
 */

import { ApiError } from '@mi-portal/contract/api-error'
import type { FamilyMember, FamilyMembership } from '@mi-portal/contract/family/members'
import type { FamilyRequest } from '@mi-portal/contract/family/requests'
import { delegableMatters } from '@mi-portal/contract/record-matters'
import type { Ages } from '@mi-portal/contract/values/ages'
import { dayOf } from '@mi-portal/contract/values/dates'
import type { DocumentTypeId } from '@mi-portal/contract/values/document-number'
import { maskEmailForStrangers } from '@mi-portal/contract/values/email'
import type { Audit } from '../../platform/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Context } from '../../platform/context/context.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Actor, Origin } from '../../platform/http/actor.ts'
import { limits, type RateLimiter } from '../../platform/security/rate-limiter.ts'
import { isMinor } from '../people/people.rules.ts'
import { findPerson, isPersonMinor } from '../people/people.service.ts'
import { openPerson } from '../staff-reads/open-people.ts'
import type { AddablePeopleService } from './addable-people.service.ts'
import { groupLinkOf, guardianshipOf, mayBook, recordAccessOf } from './family.rules.ts'
import type { LinkRow, RequestRow } from './family.sql.ts'
import * as familySql from './family.sql.ts'
import type { GuardianshipStore } from './guardianship/guardianship.store.ts'
import { findVisiblePatients } from './patient-access.ts'

type FamilyDependencies = {
  readonly db: Database
  readonly guardianship: Pick<GuardianshipStore, 'protection'>
  readonly ctx: Context
  readonly addable: Pick<AddablePeopleService, 'find'>

  readonly rateLimiter: RateLimiter
  readonly audit: Audit
  readonly clock: Clock
  readonly ages: Ages
}

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

export function createFamilyService(dependencies: FamilyDependencies) {
  const { db, guardianship, ctx, addable, rateLimiter, audit } = dependencies
  const { clock, ages } = dependencies

  /** A group owner sees the mailbox and phone of a minor from the moment at which the record opens to them. */
  function presentMember(row: LinkRow, to: 'owner' | 'staff'): FamilyMember {
    const today = dayOf(clock.now())
    const groupLink = groupLinkOf(row)
    const recordAccess = recordAccessOf(groupLink, today, ages)
    const isMinorMember = isMinor(row.member_birth, today, ages)
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
      may_book: mayBook(groupLink, today, ages),
      access_from: row.access_from?.toISOString() ?? null,
      guardian: guardianshipOf(groupLink),
      guardian_waits: row.guardian_waits,
    }
  }

  async function writeAuditEntries(
    actor: Actor,
    action: string,
    patientIds: readonly number[],
    origin: Origin,
  ) {
    for (const patientId of new Set(patientIds)) {
      if (patientId === actor.id) continue
      await audit.record({ actorId: actor.id, actorRole: actor.rol, action, patientId, origin })
    }
  }

  /** Throws 404 unless the id is that of a patient whose family staff may read. */
  async function demandPatient(patientId: number): Promise<void> {
    const person = await findPerson(ctx, patientId)
    if (person === null || person.rol !== 'STANDART_ROLE' || person.deleted_at !== null)
      throw new ApiError('notFound')
  }

  async function group(actor: Actor, ownerId: number, origin: Origin): Promise<FamilyMember[]> {
    const rows = await familySql.listMembers(db, ownerId, clock.now())
    await writeAuditEntries(
      actor,
      'family.card',
      rows.map((row) => row.member_id),
      origin,
    )
    return rows.map((row) => presentMember(row, isPatient(actor) ? 'owner' : 'staff'))
  }

  /**
   * Reads a patient's family for staff. Writes an audit entry about the patient, even if nothing is found, and about
   * every person that the answer names.
   */
  async function forStaff<T>(
    actor: Actor,
    action: string,
    patientId: number,
    origin: Origin,
    { read, namedIn }: { read: () => Promise<T>; namedIn: (answer: T) => readonly number[] },
  ): Promise<T> {
    await demandPatient(patientId)
    const answer = await read()
    await writeAuditEntries(actor, action, [patientId, ...namedIn(answer)], origin)
    return answer
  }

  const memberships = async (id: number) =>
    (await familySql.listOwners(db, id, clock.now())).map(presentMembership)
  const sent = async (id: number, isForStaff: boolean) =>
    (await familySql.sentBy(db, id)).flatMap((row) => presentRequest(row, isForStaff))
  const received = async (id: number, isForStaff: boolean) =>
    (await familySql.receivedBy(db, id)).flatMap((row) => presentRequest(row, isForStaff))
  const namedInRequests = (requests: readonly FamilyRequest[]) =>
    requests.flatMap(({ applicant_patient, family_patient }) => [applicant_patient.id, family_patient.id])

  return {
    group: (actor: Actor, origin: Origin) => group(actor, actor.id, origin),
    memberships: (actor: Actor) => memberships(actor.id),
    sent: (actor: Actor) => sent(actor.id, false),
    received: (actor: Actor) => received(actor.id, false),
    relationshipTypes: () => familySql.relationships(db),

    staffGroup: (actor: Actor, patientId: number, origin: Origin) =>
      forStaff(actor, 'family.group', patientId, origin, {
        read: () => group(actor, patientId, origin),
        // `group` writes the entries about its members itself.
        namedIn: () => [],
      }),
    staffMemberships: (actor: Actor, patientId: number, origin: Origin) =>
      forStaff(actor, 'family.memberships', patientId, origin, {
        read: async () => {
          const [groups, protection] = await Promise.all([
            memberships(patientId),
            guardianship.protection(patientId),
          ])
          return {
            groups,
            protection: protection && { ...protection, since: protection.since.toISOString() },
          }
        },
        namedIn: ({ groups }) => groups.map(({ patient_leader }) => patient_leader.id),
      }),
    staffSent: (actor: Actor, patientId: number, origin: Origin) =>
      forStaff(actor, 'family.requests', patientId, origin, {
        read: () => sent(patientId, true),
        namedIn: namedInRequests,
      }),
    staffReceived: (actor: Actor, patientId: number, origin: Origin) =>
      forStaff(actor, 'family.requests', patientId, origin, {
        read: () => received(patientId, true),
        namedIn: namedInRequests,
      }),

    /**
     * Reads one member's card: patients read a card of their own group while the link is approved, staff any link
     * that has not ended.
     */
    member: async (actor: Actor, linkId: number, origin: Origin): Promise<FamilyMember> => {
      const row = await familySql.link(db, linkId, clock.now())
      const mine = row?.leader_id === actor.id && row.state === 'approved'
      if (row === null || row.state === 'ended' || !(mine || !isPatient(actor)))
        throw new ApiError('notFound')
      await writeAuditEntries(actor, 'family.card', [row.member_id], origin)
      return presentMember(row, isPatient(actor) ? 'owner' : 'staff')
    },

    /** Returns the caller, the members whose whole record they may use, and the adults who gave them access. Staff have none. */
    selections: async (actor: Actor) => {
      if (!isPatient(actor)) return { selections: [], delegated: [] }
      const [self, others] = await Promise.all([
        findPerson(ctx, actor.id),
        findVisiblePatients(ctx, actor.id),
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
    },

    preferred: async (actor: Actor) => {
      const [self, rows] = await Promise.all([
        findPerson(ctx, actor.id),
        familySql.listMembers(db, actor.id, clock.now()),
      ])
      if (self === null) throw new ApiError('noSession')
      const { id, first_name, last_name } = self
      const own = { id, first_name, last_name, relationship: null, is_self: true }
      const members = rows
        .map((row) => presentMember(row, 'owner'))
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
    },

    /** Searches for the person with a document who can be added to a group. */
    search: async (
      actor: Actor,
      typeId: DocumentTypeId,
      number: string,
      country: string | null | undefined,
      origin: Origin,
    ) => {
      if (isPatient(actor)) await rateLimiter.consumeEach([limits.familySearch], String(actor.id))
      const parent = isPatient(actor) ? await findPerson(ctx, actor.id) : null
      if (isPatient(actor) && parent === null) throw new ApiError('noSession')
      const person = await addable.find(typeId, number, country, parent)
      if (person === null) return { registered: false, patient: null }
      if (!isPatient(actor)) await openPerson(ctx, actor, person.id, origin)
      await writeAuditEntries(actor, 'family.search', [person.id], origin)
      const email =
        person.email !== null && isPatient(actor) ? maskEmailForStrangers(person.email) : person.email
      const { id, first_name, last_name, second_name } = person
      const facts = {
        ...{ id, first_name, last_name, second_name, email },
        is_a_minor: isPersonMinor(ctx, person),
        has_account: !person.without_account,
      }
      return { registered: true, patient: facts }
    },

    /**
     * Stores whether the group owner of this link may book appointments for the calling member. The setting counts only
     * while the member is an adult.
     */
    switchBooking: async (actor: Actor, linkId: number, mayBookNow: boolean, origin: Origin) => {
      await db.transaction(async (tx) => {
        const owner = await familySql.switchBooking(tx, linkId, actor.id, mayBookNow)
        if (owner === null) throw new ApiError('notFound')
        await audit.add(tx, {
          actorId: actor.id,
          actorRole: actor.rol,
          action: 'family.switchBooking',
          patientId: actor.id,
          object: `link=${linkId}`,
          origin,
          detail: { may_book: mayBookNow },
        })
      })
    },

    presentMember,
  }
}

export type FamilyService = ReturnType<typeof createFamilyService>
