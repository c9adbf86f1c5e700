/** Asking somebody into a group, deciding it once, and ending a link: by patients and, with their own right, by staff. */
import { Failure } from '@mi-portal/contract/failure'
import type { FamilyAddition, FamilyMember, StaffAddition } from '@mi-portal/contract/family'
import { accountStatus } from '@mi-portal/contract/people'
import type { Ages } from '@mi-portal/contract/values/ages'
import { dayOf } from '@mi-portal/contract/values/dates'
import { cleanDocument, documentType } from '@mi-portal/contract/values/document-number'
import { isEmail } from '@mi-portal/contract/values/email'
import type { Audit } from '../../platform/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Queries } from '../../platform/database/database.ts'
import type { Actor, Origin } from '../../platform/http/actor.ts'
import type { MailTemplate } from '../../platform/mail-layout.ts'
import { hashToken, newToken } from '../../platform/security/tokens.ts'
import { limits, type Tries } from '../../platform/security/tries.ts'
import type { CivilRegistry } from '../../ports/civil-registry.ts'
import type { MailQueue } from '../../ports/mail.ts'
import type { ConsentsService } from '../consents/consents.service.ts'
import type { NotificationsService } from '../notifications/notifications.service.ts'
import type { PeopleService } from '../people/people.service.ts'
import {
  accountInvitation,
  groupInvitation,
  guardianJudged,
  linkEnded,
  requestDecided,
} from './family.mails.ts'
import {
  type AdditionRefusal,
  additionRefusal,
  decisionOf,
  endingOf,
  type RequestIds,
} from './family.rules.ts'
import type { FamilyService } from './family.service.ts'
import type { FamilyStore, PairRow, RelationshipRow, RequestRow } from './family.store.ts'
import type { LandingsService } from './landings.service.ts'

type Person = NonNullable<Awaited<ReturnType<PeopleService['byId']>>>

type RequestsParts = {
  readonly db: Database
  readonly store: FamilyStore
  readonly family: Pick<FamilyService, 'presentMember'>
  readonly landings: LandingsService
  readonly people: PeopleService
  readonly registry: CivilRegistry
  readonly notifications: Pick<NotificationsService, 'notify' | 'settle'>
  /** The text in force that whoever adds a minor accepts, as it is shown. */
  readonly consents: ConsentsService
  readonly legalText: () => Promise<{ readonly id: number; readonly version: string; readonly text: string }>
  readonly tries: Tries
  readonly audit: Audit
  readonly mail: MailQueue
  readonly clock: Clock
  readonly ages: Ages
  readonly house: { readonly product: string; readonly brand: string }
}

const invitationDays = 30

function fullName(person: Pick<Person, 'first_name' | 'last_name' | 'second_name'>): string {
  return [person.first_name, person.last_name, person.second_name].filter(Boolean).join(' ')
}

/** One of the two people of a link or request, as letters speak of them. */
type Side = {
  readonly id: number
  readonly first_name: string
  readonly name: string
  readonly email: string | null
}
type Pair = { readonly leader: Side; readonly member: Side }

function pairOf(row: PairRow): Pair {
  const side = (id: number, email: string | null, names: [string, string, string]): Side => ({
    id,
    first_name: names[0],
    name: names.filter(Boolean).join(' '),
    email,
  })
  return {
    leader: side(row.leader_id, row.leader_email, [
      row.leader_first_name,
      row.leader_last_name,
      row.leader_second_name,
    ]),
    member: side(row.member_id, row.member_email, [
      row.member_first_name,
      row.member_last_name,
      row.member_second_name,
    ]),
  }
}

/** What a person is asked for, whichever way it was spelled. */
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

/** The field of a refusal, as the patients' form spells it. */
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

const isStaff = (actor: Actor) => actor.rol !== 'STANDART_ROLE'

export function requestsService(parts: RequestsParts) {
  const { db, store, people, registry, notifications, tries, audit, mail, clock, ages, house } = parts

  /** The same letter to both sides, each in its own words. */
  async function tellBoth<
    Data extends { first_name: string; leader: string; member: string; isLeader: boolean },
  >(
    tx: Queries,
    pair: Pair,
    template: MailTemplate<Data>,
    dataOf: (told: { first_name: string; leader: string; member: string; isLeader: boolean }) => Data,
  ): Promise<void> {
    for (const side of [pair.leader, pair.member]) {
      if (side.email === null) continue
      const told = {
        first_name: side.first_name,
        leader: pair.leader.name,
        member: pair.member.name,
        isLeader: side === pair.leader,
      }
      await mail.queue(tx, template, { recipient: side.email, person_id: side.id, data: dataOf(told) })
    }
  }

  const notice = (tx: Queries, person: Side, text: string, requestId?: number) =>
    notifications.notify(tx, {
      person_id: person.id,
      type: 'family_group',
      text,
      ...(requestId === undefined ? {} : { request_family_group_id: requestId }),
    })

  /** Whoever that document's open account belongs to. */
  async function invitedBy(addition: Addition): Promise<Person | null> {
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

  function refusalOf(code: AdditionRefusal, leader: Person, invited: boolean): Failure {
    const words: Partial<Record<AdditionRefusal, string>> = {
      ownDocument: `El documento ingresado corresponde al usuario ${fullName(leader)}`,
      leaderIsMinor: `${fullName(leader)} es menor de edad y no puede tener integrantes en su grupo familiar.`,
      notRegistered: `El usuario no está registrado en ${house.product}. Para agregarlo al grupo familiar, primero debe crear una cuenta.`,
    }
    const [msg, param] = [words[code], fieldOf[code]]
    return new Failure(code, {
      ...(msg === undefined ? {} : { msg }),
      ...(param === undefined ? {} : { param }),
      invited,
    })
  }

  /** Invites somebody without an account to open one; false where that was not asked for. */
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
      throw new Failure('invalid', { msg: 'Digita E-mail válido', faults })
    }
    await tries.demand([limits.familyInvitation], String(actor.id))
    await db.transaction(async (tx) => {
      await mail.queue(tx, accountInvitation, {
        recipient,
        person_id: null,
        data: { leader: fullName(leader) },
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

  /** By which the leader is the member's guardian from the start, where the registry says so. */
  async function proofOf(leader: Person, invited: Person, relationship: RelationshipRow) {
    if (!relationship.leader_is_guardian) return null
    if (leader.document_type_id !== documentType.run || invited.document_type_id !== documentType.run)
      return null
    const parents = await registry.parentsOf(invited.document_number)
    return parents.includes(leader.document_number) ? ('registry' as const) : null
  }

  async function ask(actor: Actor, leader: Person, addition: Addition, origin: Origin): Promise<number> {
    const [invited, relationships, legal] = await Promise.all([
      invitedBy(addition),
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
      const told = code === 'notRegistered' && (await inviteToOpen(actor, leader, addition, origin))
      throw refusalOf(code, leader, told)
    }
    const proof = await proofOf(leader, invited, relationship)
    const minor = people.isMinor(invited)
    const requestId = await db.transaction(async (tx) => {
      const now = clock.now()
      const id = await store.askFor(tx, {
        leaderId: leader.id,
        memberId: invited.id,
        relationshipId: relationship.id,
        proof,
        legalTextId: minor ? legal.id : null,
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
      await tellInvited(tx, id, leader, invited, relationship, addition.notify_mail)
      return id
    })
    // Somebody joined the two in the meantime: now there is a reason to say.
    if (requestId === null) throw refusalOf((await refusalNow()) ?? 'askedAlready', leader, false)
    mail.nudge()
    return requestId
  }

  async function tellInvited(
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
      text: `${fullName(leader)} quiere agregarte a su grupo familiar`,
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
        first_name: invited.first_name,
        leader: fullName(leader),
        relationship: relationship.name,
        token,
        days: invitationDays,
      },
      notAfter: until,
    })
  }

  /** Where the one who decided lands: under their own document, with the name of who asked. */
  function landingOf(request: RequestRow, approves: boolean): string {
    const { leader } = pairOf(request)
    const address = {
      decision: approves ? ('accepted' as const) : ('rejected' as const),
      document_type: String(request.member_document_type),
      document_number: request.member_document,
      name: leader.name.slice(0, 60).trim(),
    }
    const path = [address.decision, address.document_type, address.document_number, address.name]
    const s = parts.landings.signLanding(address)
    return `/${path.map(encodeURIComponent).join('/')}?s=${encodeURIComponent(s)}`
  }

  async function tellDecision(tx: Queries, request: RequestRow, approves: boolean, byStaff: boolean) {
    const { leader, member } = pairOf(request)
    await tellBoth(tx, { leader, member }, requestDecided, (told) => ({
      ...told,
      approved: approves,
      byStaff,
    }))
    const verb = approves ? 'aceptó' : 'rechazó'
    const team = `El equipo de ${house.brand}`
    const own = approves ? 'Aceptaste' : 'Rechazaste'
    await notice(
      tx,
      leader,
      byStaff
        ? `${team} ${verb} tu solicitud para agregar a ${member.name} a tu grupo familiar`
        : `${member.name} ${verb} tu solicitud para integrar tu grupo familiar`,
      request.id,
    )
    await notice(
      tx,
      member,
      `${byStaff ? `${team} ${verb}` : own} la solicitud de ${leader.name} para agregarte a su grupo familiar`,
      request.id,
    )
  }

  /**
   * Decides a request once. Throws 404 where it is not the decider's to decide, 409 where it is decided. `waited` is for
   * how many milliseconds the call has been here.
   */
  async function decide(actor: Actor, ids: RequestIds, approves: boolean, origin: Origin, waited: number) {
    const staff = isStaff(actor)
    const arrivedAt = new Date(clock.now().getTime() - waited)
    const request = await store.request(ids.request_id)
    const meets = decisionOf(request, ids, { id: actor.id, isStaff: staff, arrivedAt }, approves)
    if (request === null || meets === 'absent') throw new Failure('notFound')
    const landing = landingOf(request, approves)
    if (meets === 'repeated') return { landing }
    if (meets === 'decided') throw new Failure('decidedAlready')
    await db.transaction(async (tx) => {
      if (!(await store.decide(tx, request.family_id, approves, actor.id, clock.now())))
        throw new Failure('decidedAlready')
      await audit.add(tx, {
        actorId: actor.id,
        actorRole: actor.rol,
        action: approves ? 'family.accept' : 'family.reject',
        patientId: request.member_id,
        object: `request=${request.id} leader=${request.leader_id}`,
        origin,
      })
      await notifications.settle(tx, request.id)
      await tellDecision(tx, request, approves, staff)
    })
    mail.nudge()
    return { landing }
  }

  const endings = { removed: 'family.remove', withdrawn: 'family.withdraw', left: 'family.leave' } as const

  async function end(actor: Actor, linkId: number, origin: Origin): Promise<void> {
    const staff = isStaff(actor)
    const link = await store.link(linkId)
    const how = endingOf(link, staff ? (link?.leader_id ?? 0) : actor.id)
    if (link === null || how === null || link.state === 'ended') throw new Failure('notFound')
    const [from, pair] = [link.state, pairOf(link)]
    await db.transaction(async (tx) => {
      if (!(await store.end(tx, linkId, from, clock.now()))) throw new Failure('decidedAlready')
      await audit.add(tx, {
        actorId: actor.id,
        actorRole: actor.rol,
        action: endings[how],
        patientId: link.member_id,
        object: `link=${linkId} leader=${link.leader_id}`,
        origin,
      })
      const requestId = await store.requestOf(tx, linkId)
      if (requestId !== null) await notifications.settle(tx, requestId)
      if (how === 'withdrawn') return
      await tellBoth(tx, pair, linkEnded, (told) => ({ ...told, how: staff ? ('staff' as const) : how }))
      await notice(
        tx,
        how === 'left' ? pair.leader : pair.member,
        how === 'left'
          ? `${pair.member.name} salió de tu grupo familiar`
          : `Ya no eres integrante del grupo familiar de ${pair.leader.name}`,
      )
      if (staff) await notice(tx, pair.leader, `${pair.member.name} ya no es integrante de tu grupo familiar`)
    })
    mail.nudge()
  }

  async function personOf(id: number): Promise<Person> {
    const person = await people.byId(id)
    if (person === null || person.rol !== 'STANDART_ROLE' || person.deleted_at !== null)
      throw new Failure('notFound')
    return person
  }

  return {
    /** The number of the new request. Throws 400 with the reason where it cannot be. */
    ask: async (actor: Actor, addition: FamilyAddition, origin: Origin): Promise<number> => {
      await tries.demand([limits.familyAdd], String(actor.id))
      return ask(actor, await personOf(actor.id), addition, origin)
    },
    staffAsk: async (actor: Actor, body: StaffAddition, origin: Origin): Promise<number> => {
      const { leaderId, addition } = readStaffAddition(body)
      return ask(actor, await personOf(leaderId), addition, origin)
    },
    decide,
    end,
    /** Takes a member out of the caller's group, if they still are in it. */
    endWith: async (actor: Actor, memberId: number, origin: Origin): Promise<void> => {
      const linkId = await store.linkBetween(actor.id, memberId)
      if (linkId !== null) await end(actor, linkId, origin)
    },

    /** What an invitation's page shows; it decides nothing. Throws 410 once it is decided, withdrawn or too old. */
    openInvitation: async (token: string) => {
      const found = await store.invitation(hashToken(token))
      if (found === null) throw new Failure('notFound')
      if (found.request_status !== 0 || found.expires_at <= clock.now()) throw new Failure('invitationOver')
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

    /** Staff confirm or deny that a leader is the member's guardian. */
    judgeGuardian: async (
      actor: Actor,
      linkId: number,
      confirmed: boolean,
      origin: Origin,
    ): Promise<FamilyMember> => {
      const link = await store.link(linkId)
      if (link === null || link.state === 'ended') throw new Failure('notFound')
      if (!link.leader_is_guardian) throw new Failure('relationshipNotGuardian')
      const pair = pairOf(link)
      await db.transaction(async (tx) => {
        if (!(await store.judgeGuardian(tx, linkId, confirmed, actor.id))) throw new Failure('decidedAlready')
        await audit.add(tx, {
          actorId: actor.id,
          actorRole: actor.rol,
          action: confirmed ? 'family.confirmGuardian' : 'family.denyGuardian',
          patientId: link.member_id,
          object: `link=${linkId} leader=${link.leader_id}`,
          origin,
          detail: { before: { proof: link.guardian_proof, denied: link.guardian_denied } },
        })
        await tellBoth(tx, pair, guardianJudged, (told) => ({ ...told, confirmed }))
        const verb = confirmed ? 'confirmó' : 'negó'
        await notice(
          tx,
          pair.leader,
          `El equipo de ${house.brand} ${verb} que representas a ${pair.member.name}`,
        )
        await notice(
          tx,
          pair.member,
          `El equipo de ${house.brand} ${verb} que ${pair.leader.name} te representa`,
        )
      })
      mail.nudge()
      const after = await store.link(linkId)
      if (after === null) throw new Failure('notFound')
      return parts.family.presentMember(after)
    },
  }
}

export type RequestsService = ReturnType<typeof requestsService>
