/** Asks a person to join a family group, for patients and for staff, and invites who has no account to open one. */
import { ApiError } from '@mi-portal/contract/api-error'
import type { FamilyAddition, StaffAddition } from '@mi-portal/contract/family/requests'
import { accountStatus } from '@mi-portal/contract/people'
import type { Ages } from '@mi-portal/contract/values/ages'
import { dayOf } from '@mi-portal/contract/values/dates'
import { cleanDocument, documentType } from '@mi-portal/contract/values/document-number'
import { isEmail } from '@mi-portal/contract/values/email'
import type { Audit } from '../../platform/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Queries } from '../../platform/database/database.ts'
import type { Actor, Origin } from '../../platform/http/actor.ts'
import { hashToken, newToken } from '../../platform/security/tokens.ts'
import { limits, type Tries } from '../../platform/security/tries.ts'
import type { CivilRegistry } from '../../ports/civil-registry.ts'
import type { MailQueue } from '../../ports/mail.ts'
import type { ConsentsService } from '../consents/consents.service.ts'
import type { NotificationsService } from '../notifications/notifications.service.ts'
import { fullNameOf } from '../people/people.rules.ts'
import type { PeopleService } from '../people/people.service.ts'
import { accountInvitation, groupInvitation } from './family.mails.ts'
import { type AdditionRefusal, additionRefusal, isStaff } from './family.rules.ts'
import type { FamilyStore, RelationshipRow } from './family.store.ts'

type Person = NonNullable<Awaited<ReturnType<PeopleService['byId']>>>

type InvitationsParts = {
  readonly db: Database
  readonly store: FamilyStore
  readonly people: PeopleService
  readonly registry: CivilRegistry
  readonly notifications: Pick<NotificationsService, 'notify'>
  readonly consents: ConsentsService
  /** Returns the text in force that a person accepts when adding a minor, as it is shown. */
  readonly legalText: () => Promise<{ readonly id: number; readonly version: string; readonly text: string }>
  readonly tries: Tries
  readonly audit: Audit
  readonly mail: MailQueue
  readonly clock: Clock
  readonly ages: Ages
  readonly product: string
}

const invitationDays = 30

/** The data of an addition, in the field names of the patients' form. */
type Addition = Pick<
  FamilyAddition,
  | 'family_document_type'
  | 'family_document_number'
  | 'type_relationship_id'
  | 'notify_mail'
  | 'email'
  | 'legal_text_id'
>

function readStaffAddition(body: StaffAddition): { readonly leaderId: number; readonly addition: Addition } {
  if ('patient_id' in body) return { leaderId: body.patient_id, addition: body }
  return {
    leaderId: body.patient_leader_id,
    addition: {
      family_document_type: body.documentTypeId,
      family_document_number: body.documentNumber,
      type_relationship_id: body.relationshipTypeId,
      notify_mail: body.emilNotify,
      email: body.email,
      legal_text_id: body.legal_text_id,
    },
  }
}

/** The form field of each refusal, in the field names of the patients' form. */
const fieldOf: Readonly<Partial<Record<AdditionRefusal, string>>> = {
  ownDocument: 'family_document_number',
  notRegistered: 'family_document_number',
  memberAlready: 'family_document_number',
  askedAlready: 'family_document_number',
  leaderOfTheirs: 'family_document_number',
  askedByThem: 'family_document_number',
  rejectedLately: 'family_document_number',
  relationshipUnknown: 'type_relationship_id',
  relationshipNotOfMinor: 'type_relationship_id',
  legalTextNeeded: 'legal_text_id',
}

export function invitationsService(parts: InvitationsParts) {
  const { db, store, people, registry, notifications, tries, audit, mail, clock, ages, product } = parts

  /** Finds the patient with an open account under this document; null if there is none. */
  async function findInvitedPerson(addition: Addition): Promise<Person | null> {
    const number = cleanDocument(addition.family_document_type, addition.family_document_number)
    const person = await people.byDocument(addition.family_document_type, number)
    const open =
      person !== null &&
      person.rol === 'STANDART_ROLE' &&
      person.status === accountStatus.enabled &&
      person.deleted_at === null &&
      !people.hasComeOfAge(person)
    return open ? person : null
  }

  function createRefusalError(code: AdditionRefusal, leader: Person, invited: boolean): ApiError {
    const words: Partial<Record<AdditionRefusal, string>> = {
      ownDocument: `El documento ingresado corresponde al usuario ${fullNameOf(leader)}`,
      leaderIsMinor: `${fullNameOf(leader)} es menor de edad y no puede tener integrantes en su grupo familiar.`,
      notRegistered: `El usuario no está registrado en ${product}. Para agregarlo al grupo familiar, primero debe crear una cuenta.`,
    }
    const [msg, param] = [words[code], fieldOf[code]]
    return new ApiError(code, {
      ...(msg === undefined ? {} : { msg }),
      ...(param === undefined ? {} : { param }),
      invited,
    })
  }

  /** Invites a person without an account to open one; returns false if that was not requested. */
  async function inviteToOpen(
    actor: Actor,
    leader: Person,
    addition: Addition,
    origin: Origin,
  ): Promise<boolean> {
    const recipient = addition.email?.trim() ?? ''
    if (!addition.notify_mail || recipient === '') return false
    if (!isEmail(recipient)) {
      const faults = [{ msg: 'Digita E-mail válido', param: 'email' }]
      throw new ApiError('invalid', { msg: 'Digita E-mail válido', faults })
    }
    await tries.demand([limits.familyInvitation], String(actor.id))
    await db.transaction(async (tx) => {
      await mail.queue(tx, accountInvitation, {
        recipient,
        person_id: null,
        data: { leader: leader.names_proven ? fullNameOf(leader) : null },
      })
      await audit.add(tx, {
        actorId: actor.id,
        actorRole: actor.rol,
        action: 'family.invite',
        patientId: leader.id,
        origin,
      })
    })
    mail.nudge()
    return true
  }

  /**
   * Returns the proof that makes the group owner the member's guardian from the start, if the civil registry names
   * them as a parent.
   */
  async function findGuardianProof(leader: Person, invited: Person, relationship: RelationshipRow) {
    if (!relationship.leader_is_guardian) return null
    if (leader.document_type_id !== documentType.run || invited.document_type_id !== documentType.run)
      return null
    const parents = await registry.parentsOf(invited.document_number)
    return parents.includes(leader.document_number) ? ('registry' as const) : null
  }

  async function ask(actor: Actor, leader: Person, addition: Addition, origin: Origin): Promise<number> {
    const [invited, relationships, legal] = await Promise.all([
      findInvitedPerson(addition),
      store.relationships(),
      parts.legalText(),
    ])
    const relationship = relationships.find(({ id }) => id === addition.type_relationship_id) ?? null
    const legalTextAccepted = addition.legal_text_id === legal.id
    const refusalNow = async () => {
      const joined = invited === null ? null : await store.joined(leader.id, invited.id)
      const live =
        joined === null || joined.live_leader === null || joined.live_state === null
          ? null
          : { leader_id: joined.live_leader, state: joined.live_state }
      return additionRefusal(
        { leader, invited, relationship, legalTextAccepted, live, rejectedAt: joined?.rejected_at ?? null },
        clock.now(),
        dayOf(clock.now()),
        ages,
      )
    }
    const refusal = await refusalNow()
    if (refusal !== null || invited === null || relationship === null) {
      const code = refusal ?? 'notRegistered'
      const isInvited = code === 'notRegistered' && (await inviteToOpen(actor, leader, addition, origin))
      throw createRefusalError(code, leader, isInvited)
    }
    const proof = await findGuardianProof(leader, invited, relationship)
    const minor = people.isMinor(invited)
    const requestId = await db.transaction(async (tx) => {
      const now = clock.now()
      const id = await store.askFor(tx, {
        leader_id: leader.id,
        member_id: invited.id,
        relationship_type_id: relationship.id,
        guardian_proof: proof,
        legal_text_id: minor ? legal.id : null,
        now,
      })
      if (id === null) return null
      if (minor) {
        await parts.consents.give(tx, {
          personId: leader.id,
          kind: 'family_group',
          version: legal.version,
          text: legal.text,
          channel: isStaff(actor) ? 'staff' : 'web',
          ip: origin.ip,
          patientId: invited.id,
        })
      }
      await audit.add(tx, {
        actorId: actor.id,
        actorRole: actor.rol,
        action: 'family.ask',
        patientId: invited.id,
        object: `request=${id} leader=${leader.id}`,
        origin,
        detail: { relationship: relationship.id, proof },
      })
      await notifyInvited(tx, id, leader, invited, relationship, addition.notify_mail)
      return id
    })
    // Another request linked the two people in the meantime, so there is a reason to report now.
    if (requestId === null) throw createRefusalError((await refusalNow()) ?? 'askedAlready', leader, false)
    mail.nudge()
    return requestId
  }

  async function notifyInvited(
    tx: Queries,
    requestId: number,
    leader: Person,
    invited: Person,
    relationship: RelationshipRow,
    byMail: boolean,
  ): Promise<void> {
    await notifications.notify(tx, {
      person_id: invited.id,
      type: 'family_group',
      text: `${fullNameOf(leader)} quiere agregarte a su grupo familiar`,
      request_family_group_id: requestId,
    })
    if (!byMail || invited.email === null) return
    const token = newToken()
    const until = new Date(clock.now().getTime() + invitationDays * 24 * 3_600_000)
    await store.invite(tx, requestId, hashToken(token), until)
    await mail.queue(tx, groupInvitation, {
      recipient: invited.email,
      person_id: invited.id,
      data: {
        first_name: invited.greeting_name,
        leader: fullNameOf(leader),
        relationship: relationship.name,
        token,
        days: invitationDays,
      },
      notAfter: until,
    })
  }

  async function personOf(id: number): Promise<Person> {
    const person = await people.byId(id)
    if (person === null || person.rol !== 'STANDART_ROLE' || person.deleted_at !== null)
      throw new ApiError('notFound')
    return person
  }

  return {
    /** Returns the id of the new request. Throws 400 with the reason if the person cannot be added. */
    ask: async (actor: Actor, addition: FamilyAddition, origin: Origin): Promise<number> => {
      await tries.demand([limits.familyAdd], String(actor.id))
      return ask(actor, await personOf(actor.id), addition, origin)
    },
    staffAsk: async (actor: Actor, body: StaffAddition, origin: Origin): Promise<number> => {
      const { leaderId, addition } = readStaffAddition(body)
      return ask(actor, await personOf(leaderId), addition, origin)
    },
    /**
     * Returns what the page of an invitation shows and decides nothing. Throws 410 once the request is decided,
     * withdrawn or too old.
     */
    openInvitation: async (token: string) => {
      const found = await store.invitation(hashToken(token))
      if (found === null) throw new ApiError('notFound')
      if (found.request_status !== 0 || found.expires_at <= clock.now()) throw new ApiError('invitationOver')
      return {
        request: { id: found.id, applicant_id: found.applicant_id, family_id: found.family_id },
        applicant: {
          first_name: found.leader_first_name,
          last_name: found.leader_last_name,
          second_name: found.leader_second_name,
        },
        invited_first_name: found.member_first_name,
        type_relationship: { id: found.relationship_id, name: found.relationship },
        expires_at: found.expires_at.toISOString(),
      }
    },
  }
}

export type InvitationsService = ReturnType<typeof invitationsService>
