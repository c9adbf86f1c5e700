import { ApiError } from '@mi-portal/contract/calls/api-error'
import { additionSentences } from '@mi-portal/contract/family/members'
import type { FamilyAddition, StaffAddition } from '@mi-portal/contract/family/requests'
import { familyRequestEndpoints } from '@mi-portal/contract/family/requests'
import { formatFullName } from '@mi-portal/contract/fields/full-name'
import { isStaff } from '@mi-portal/contract/permissions/roles'
import { toDay } from '@mi-portal/contract/values/dates'
import { isEmail } from '@mi-portal/contract/values/email'
import type { ActorContext, Context } from '../../platform/context/context.ts'
import { operation } from '../../platform/context/operation.ts'
import { findRow, type Queries } from '../../platform/database/database.ts'
import { limits } from '../../platform/security/rate-limiter.ts'
import { storeConsent } from '../consents/manage-consents.ts'
import { readCurrentText } from '../legal/publish-texts.ts'
import { notify } from '../notifications/notify-person.ts'
import type { Person } from '../people/read-people.ts'
import { isPersonMinor, requireOpenPatient } from '../people/read-people.ts'
import { openPerson } from '../staff-reads/open-people.ts'
import { accountInvitation } from './family.mails.ts'
import { type AdditionErrorCode, findAdditionError } from './family.rules.ts'
import type { RelationshipRow } from './family.sql.ts'
import * as familySql from './family.sql.ts'
import { findAddablePerson, isRegisteredParent } from './find-addable-people.ts'
import { beginAnnouncement } from './guardianship/announce-guardians.ts'
import { findProtection, lockLinks } from './guardianship/guardianship.sql.ts'
import { sendInvitation } from './send-invitations.ts'

type Asked = { readonly request_id: number; readonly joined: boolean }

type Addition = Pick<
  FamilyAddition,
  | 'family_document_type'
  | 'family_document_number'
  | 'family_document_country'
  | 'type_relationship_id'
  | 'notify_mail'
  | 'email'
  | 'legal_text_id'
>

function readStaffAddition(body: StaffAddition): { readonly ownerId: number; readonly addition: Addition } {
  if ('patient_id' in body) return { ownerId: body.patient_id, addition: body }
  return {
    ownerId: body.patient_leader_id,
    addition: {
      family_document_type: body.documentTypeId,
      family_document_number: body.documentNumber,
      family_document_country: body.documentCountry,
      type_relationship_id: body.relationshipTypeId,
      notify_mail: body.emilNotify,
      email: body.email,
      legal_text_id: body.legal_text_id,
    },
  }
}

const fields: Readonly<Partial<Record<AdditionErrorCode, string>>> = {
  ownDocument: 'family_document_number',
  notRegistered: 'family_document_number',
  memberAlready: 'family_document_number',
  askedAlready: 'family_document_number',
  leaderOfTheirs: 'family_document_number',
  askedByThem: 'family_document_number',
  rejectedLately: 'family_document_number',
  additionNotPossible: 'family_document_number',
  relationshipUnknown: 'type_relationship_id',
  relationshipNotOfMinor: 'type_relationship_id',
  legalTextNeeded: 'legal_text_id',
}

function createRejectionError(
  ctx: Context,
  code: AdditionErrorCode,
  owner: Person,
  invited: boolean,
): ApiError {
  const words: Partial<Record<AdditionErrorCode, string>> = {
    ownDocument: additionSentences.ownDocument(formatFullName(owner)),
    leaderIsMinor: additionSentences.leaderIsMinor(formatFullName(owner)),
    notRegistered: additionSentences.notRegistered(ctx.branding.product),
  }
  const [msg, param] = [words[code], fields[code]]
  return new ApiError(code, {
    ...(msg === undefined ? {} : { msg }),
    ...(param === undefined ? {} : { param }),
    invited,
  })
}

async function inviteToOpen(ctx: ActorContext, owner: Person, addition: Addition): Promise<boolean> {
  const recipient = addition.email?.trim() ?? ''
  if (!addition.notify_mail || recipient === '') return false
  if (!isEmail(recipient)) {
    const fieldErrors = [{ msg: 'Digita E-mail válido', param: 'email' }]
    throw new ApiError('invalid', { msg: 'Digita E-mail válido', fieldErrors })
  }
  await ctx.rateLimiter.consumeEach([limits.familyInvitation], String(ctx.actor.id))
  await ctx.db.transaction(async (tx) => {
    await ctx.mail.queue(tx, accountInvitation, {
      recipient,
      person_id: null,
      data: { owner: owner.names_proven ? formatFullName(owner) : null },
    })
    await ctx.audit.add(tx, 'family.invite', { patientId: owner.id })
  })
  return true
}

async function findInvited(ctx: ActorContext, owner: Person, addition: Addition) {
  const { family_document_type, family_document_number, family_document_country } = addition
  const staff = isStaff(ctx.actor)
  const parent = staff ? null : owner
  const invited = await findAddablePerson(
    ctx,
    family_document_type,
    family_document_number,
    family_document_country,
    parent,
  )
  if (staff && invited !== null) await openPerson(ctx, invited.id)
  return invited
}

async function askPerson(ctx: ActorContext, owner: Person, addition: Addition): Promise<Asked> {
  const [invited, relationships, legal] = await Promise.all([
    findInvited(ctx, owner, addition),
    ctx.db.run(familySql.relationships, {}),
    readCurrentText(ctx, 'family_group'),
  ])
  const relationship = relationships.find(({ id }) => id === addition.type_relationship_id) ?? null
  const legalTextAccepted = addition.legal_text_id === legal.id
  const findRejection = async () => {
    const joined =
      invited === null
        ? null
        : await findRow(ctx.db, familySql.findJoined, { leader_id: owner.id, member_id: invited.id })
    const live =
      joined === null || joined.live_leader === null || joined.live_state === null
        ? null
        : { leader_id: joined.live_leader, state: joined.live_state }
    return findAdditionError(
      {
        owner,
        invited,
        relationship,
        legalTextAccepted,
        live,
        rejectedAt: joined?.rejected_at ?? null,
        isProtected:
          invited !== null && (await ctx.db.run(findProtection, { member_id: invited.id })).length > 0,
      },
      ctx.clock.now(),
      toDay(ctx.clock.now()),
      ctx.ages,
    )
  }
  const rejection = await findRejection()
  if (rejection !== null || invited === null || relationship === null) {
    const code = rejection ?? 'notRegistered'
    const isInvited = code === 'notRegistered' && (await inviteToOpen(ctx, owner, addition))
    throw createRejectionError(ctx, code, owner, isInvited)
  }
  const isGuardian = relationship.leader_is_guardian
  const proof = isGuardian && (await isRegisteredParent(ctx, owner, invited)) ? ('registry' as const) : null
  // Nobody can accept for a child without an account. A parent needs no acceptance, staff need a second member of staff.
  const joins = invited.without_account && !isStaff(ctx.actor)
  if (joins && proof === null) throw createRejectionError(ctx, 'relationshipNotOfMinor', owner, false)
  const minor = isPersonMinor(ctx, invited)
  const asked = await ctx.db.transaction(async (tx) => {
    const now = ctx.clock.now()
    const inserted = await findRow(tx, familySql.insertRequest, {
      leader_id: owner.id,
      member_id: invited.id,
      relationship_type_id: relationship.id,
      guardian_proof: proof,
      legal_text_id: minor ? legal.id : null,
      now,
    })
    if (inserted === null) return null
    const { id } = inserted
    if (minor) {
      await storeConsent(ctx, tx, {
        personId: owner.id,
        kind: 'family_group',
        version: legal.version,
        text: legal.text,
        channel: isStaff(ctx.actor) ? 'staff' : 'web',
        ip: ctx.origin.ip,
        patientId: invited.id,
      })
    }
    await ctx.audit.add(tx, 'family.ask', {
      patientId: invited.id,
      object: `request=${id} leader=${owner.id}`,
      detail: { relationship: relationship.id, proof },
    })
    if (joins) return { request_id: id, joined: await joinAsParent(ctx, tx, id, owner, invited) }
    await notifyInvited(ctx, tx, id, owner, invited, relationship, addition.notify_mail)
    return { request_id: id, joined: false }
  })
  // Another request linked the two people in the meantime, so there is a reason to report now.
  if (asked === null) throw createRejectionError(ctx, (await findRejection()) ?? 'askedAlready', owner, false)
  return asked
}

/**
 * Adds a child without an account to the group of the parent whom the civil registry names. Returns false if staff denied the parent as a guardian,
 * or another guardian objected: the request then waits for staff.
 */
async function joinAsParent(ctx: ActorContext, tx: Queries, requestId: number, owner: Person, child: Person) {
  const linked = await findRow(tx, familySql.linkBetween, { leader_id: owner.id, member_id: child.id })
  const link = linked && (await findRow(tx, familySql.link, { id: linked.id, now: ctx.clock.now() }))
  if (link === null || link.guardian_denied || link.is_frozen) return false
  await tx.run(lockLinks, { member_id: child.id })
  if (!(await familySql.decide(tx, link.id, true, owner.id, ctx.clock.now()))) return false
  await ctx.audit.add(tx, 'family.accept', {
    patientId: child.id,
    object: `request=${requestId} leader=${owner.id}`,
    detail: { without_account: true },
  })
  await beginAnnouncement(ctx, tx, link.id, owner.id)
  return true
}

async function notifyInvited(
  ctx: Context,
  tx: Queries,
  requestId: number,
  owner: Person,
  invited: Person,
  relationship: RelationshipRow,
  byMail: boolean,
): Promise<void> {
  await notify(ctx, tx, {
    person_id: invited.id,
    type: 'family_group',
    text: `${formatFullName(owner)} quiere agregarte a su grupo familiar`,
    request_family_group_id: requestId,
  })
  if (byMail) await sendInvitation(ctx, tx, requestId, owner, invited, relationship.name)
}

export const addMember = operation(familyRequestEndpoints.add, async (ctx, { body }) => {
  await ctx.rateLimiter.consumeEach([limits.familyAdd], String(ctx.actor.id))
  return askPerson(ctx, await requireOpenPatient(ctx, ctx.actor.id), body)
})

export const addMemberAsStaff = operation(familyRequestEndpoints.staffAdd, async (ctx, { body }) => {
  const { ownerId, addition } = readStaffAddition(body)
  await openPerson(ctx, ownerId)
  return askPerson(ctx, await requireOpenPatient(ctx, ownerId), addition)
})
