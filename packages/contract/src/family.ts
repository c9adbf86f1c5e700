/**
 * Family groups, as patients and as staff see them: the members of a group owner, the groups a patient belongs to,
 * and the requests between people. `type_relationship` always says what the member is to the group owner (`leader`
 * on the wire).
 */
import * as z from 'zod/mini'
import type { EndpointTable } from './endpoint.ts'
import { atMost } from './text.ts'
import { moment } from './values/dates.ts'
import {
  checkDocument,
  type DocumentTypeId,
  documentFault,
  documentFields,
  documentTypeId,
} from './values/document-number.ts'
import { countParam, id, idParam } from './values/ids.ts'

/** 0 pending, 1 approved, 2 rejected; 3 is withdrawn or ended, and appears in no list. */
export const requestStatus = { pending: 0, approved: 1, rejected: 2, hidden: 3 } as const

const names = { first_name: z.string(), last_name: z.string(), second_name: z.string() }
const named = z.object({ id: id(), ...names })
const relationship = z.object({ id: id(), name: z.string() })

/** Reasons why a group owner does not see a member's record. */
const sightRefusals = [
  'denied',
  'notApproved',
  'notEnabled',
  'leaderIsMinor',
  'ofAge',
  'notGuardian',
  'notProven',
] as const
export type SightRefusal = (typeof sightRefusals)[number]

const member = z.object({
  /** Number of the link between group owner and member. */
  id: id(),
  family_patient: z.object({
    ...named.shape,
    document_type: z.object({ id: documentTypeId(), name: z.string() }),
    document_number: z.string(),
    email: z.nullable(z.string()),
    phone: z.nullable(z.string()),
    image_store_id: z.nullable(z.int()),
    is_a_minor: z.boolean(),
  }),
  type_relationship: relationship,
  /** Whether the group owner can see this member's record today. */
  button_status: z.boolean(),
  /** Why the group owner cannot see the record; null when they can. */
  button_reason: z.nullable(z.enum(sightRefusals)),
  /** Whether the group owner may book appointments for this member; that gives no access to the record. */
  may_book: z.boolean(),
  /**
   * What proves that the group owner is the member's guardian; `none` when the relationship does not make them a
   * guardian.
   */
  guardian: z.enum(['none', 'unproven', 'registry', 'staff', 'denied']),
})
export type FamilyMember = z.output<typeof member>

const membership = z.object({
  /** Number of the link. */
  id: id(),
  patient_leader: z.object({ ...named.shape, image_store_id: z.nullable(z.int()) }),
  type_relationship: relationship,
  /** The member's own setting: whether the group owner may book appointments for them once they are of age. */
  may_book: z.boolean(),
})
export type FamilyMembership = z.output<typeof membership>

const request = z.object({
  id: id(),
  /** Number of the link that the request asks for. */
  family_id: id(),
  request_status: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  request_creation_date: moment(),
  applicant_patient: named,
  family_patient: named,
  type_relationship: relationship,
})
export type FamilyRequest = z.output<typeof request>

const optionalText = (length: number) => z.optional(z.nullable(z.string().check(atMost(length))))

/** Checks a document whose fields have other names than usual. */
function checkNamedDocument<Type extends string, Number extends string>(type: Type, number: Number) {
  return z.check<Record<Type, DocumentTypeId> & Record<Number, string>>(
    (payload) => {
      const typeId = payload.value[type]
      const text = payload.value[number]
      if ((typeId !== 1 && typeId !== 2) || typeof text !== 'string') return
      const message = documentFault(typeId, text)
      if (message) payload.issues.push({ code: 'custom', message, path: [number], input: payload.value })
    },
    { when: () => true },
  )
}

const relationshipId = () => id('Selecciona Tipo de relación')

// Names, the e-mail of a registered person and `user` are accepted and never used: e-mails use the data of the
// database.
const additionFields = {
  family_document_type: documentTypeId(),
  family_document_number: documentFields.document_number,
  type_relationship_id: relationshipId(),
  /** Whether the person gets an e-mail: an invitation to decide, or to open an account. */
  notify_mail: z._default(z.boolean(), true),
  first_name: optionalText(200),
  last_name: optionalText(200),
  second_name: optionalText(200),
  /** The address to which an unregistered person gets the invitation to open an account. */
  email: optionalText(254),
  user: optionalText(400),
  /** The legal text that was accepted; required for a minor. */
  legal_text_id: z.optional(z.nullable(id('Acepta el texto legal'))),
}
const document = () => checkNamedDocument('family_document_type', 'family_document_number')

/** A patient's request to add a person to their group. */
const familyAddition = z.object(additionFields).check(document())
export type FamilyAddition = z.output<typeof familyAddition>

const badUserId = 'ID de usuario inválido'

/** The same request made by staff, who name the group owner. */
const staffAddition = z.object({ patient_id: id(badUserId), ...additionFields }).check(document())

/** The same request in the spelling of the staff wizard. */
const staffAdditionCamel = z
  .object({
    patient_leader_id: id(badUserId),
    documentTypeId: documentTypeId(),
    documentNumber: documentFields.document_number,
    relationshipTypeId: relationshipId(),
    emilNotify: z._default(z.boolean(), true),
    firstName: optionalText(200),
    lastName: optionalText(200),
    secondName: optionalText(200),
    email: optionalText(254),
    legal_text_id: z.optional(z.nullable(id('Acepta el texto legal'))),
  })
  .check(checkNamedDocument('documentTypeId', 'documentNumber'))

const eitherStaffAddition = z.union([staffAddition, staffAdditionCamel])
export type StaffAddition = z.output<typeof eitherStaffAddition>

/** The query parameters of a landing page. */
export const landing = z.object({
  decision: z.enum(['accepted', 'rejected'], 'Decisión inválida'),
  document_type: z.string('Documento inválido').check(atMost(10, 'Documento inválido')),
  document_number: z.string('Documento inválido').check(atMost(32, 'Documento inválido')),
  name: z.string('Nombre inválido').check(atMost(60, 'Nombre inválido')),
  /** The portal's signature of the other parameters. */
  s: z.string('Firma inválida').check(atMost(200, 'Firma inválida')),
})
export type Landing = z.output<typeof landing>

const base = '/requests/families/groups'
const ofPatient = z.object({ patient_id: idParam(badUserId) })
const linkParam = z.object({ id: idParam() })
// The three ids must belong to the same request.
const decisionParams = z.object({ request_id: idParam(), applicant_id: idParam(), family_id: idParam() })
/** The page that opens after the decision. */
const decided = z.object({ landing: z.string() })
const groupReply = z.object({ familyGroup: z.array(member) })
const membershipsReply = z.object({ groups: z.array(membership) })
const requestsReply = z.object({ requests: z.array(request) })

export const familyEndpoints = {
  judgeLanding: {
    // Sent in a body, so that no document number appears in the address of a call.
    method: 'POST',
    path: `${base}/landings`,
    access: 'public',
    summary:
      'Returns whether the portal created the address of a landing page, so that the name in it may be shown',
    body: landing,
    reply: z.object({ genuine: z.boolean() }),
  },
  openInvitation: {
    // Sent in a body, so that the token does not appear where addresses are logged.
    method: 'POST',
    path: `${base}/invitations/open`,
    access: 'public',
    summary: 'Returns who sent an invitation, by the token in its e-mail; decides nothing',
    mayBeOver: true,
    body: z.object({ token: z.string().check(z.minLength(20), atMost(100)) }),
    reply: z.object({
      request: z.object({ id: id(), applicant_id: id(), family_id: id() }),
      applicant: z.object(names),
      /** The first name of the invited person, with which the page addresses them. */
      invited_first_name: z.string(),
      type_relationship: relationship,
      expires_at: moment(),
    }),
  },

  relationshipTypes: {
    method: 'GET',
    path: '/types/relationships',
    access: 'signedIn',
    summary: 'Lists the possible relationships of a member to the group owner',
    reply: z.object({
      typeRelationship: z.array(
        z.object({
          ...relationship.shape,
          member_may_be_minor: z.boolean(),
          leader_is_guardian: z.boolean(),
        }),
      ),
    }),
  },
  search: {
    method: 'GET',
    path: '/patients/searches/{document_type_id}/{document_number}',
    access: 'signedIn',
    adultsOnly: true,
    summary:
      'Returns whether an identity document has an account, and its holder; patients get the e-mail masked',
    params: z
      .object({
        document_type_id: z.pipe(countParam(1, 2, 'Selecciona Tipo de documento'), documentTypeId()),
        document_number: documentFields.document_number,
      })
      .check(checkDocument<{ document_type_id: DocumentTypeId; document_number: string }>()),
    reply: z.object({
      registered: z.boolean(),
      patient: z.nullable(
        z.object({ ...named.shape, email: z.nullable(z.string()), is_a_minor: z.boolean() }),
      ),
    }),
  },
  preferred: {
    method: 'GET',
    path: '/preferreds/patients',
    access: 'patient',
    summary: 'Lists the caller and the members of their group, with the permissions for each',
    reply: z.object({
      patients: z.array(
        z.object({
          id: id(),
          first_name: z.string(),
          last_name: z.string(),
          relationship: z.nullable(z.string()),
          is_self: z.boolean(),
          button_status: z.boolean(),
          may_book: z.boolean(),
        }),
      ),
    }),
  },

  group: {
    method: 'GET',
    path: base,
    access: 'patient',
    summary: 'Lists the members of the caller’s group',
    reply: groupReply,
  },
  selections: {
    method: 'GET',
    path: `${base}/selections`,
    access: 'signedIn',
    summary: 'Lists the caller and the members whose record the caller may use',
    reply: z.object({
      selections: z.array(
        z.object({ id: id(), first_name: z.string(), last_name: z.string(), is_self: z.boolean() }),
      ),
    }),
  },
  member: {
    method: 'GET',
    path: '/requests/families/member/{id}',
    access: 'signedIn',
    summary: 'Returns a member of the caller’s group, by the number of the link; staff get any member',
    params: linkParam,
    reply: z.object({ data: member }),
  },
  memberships: {
    method: 'GET',
    path: `${base}/as-member`,
    access: 'patient',
    summary: 'Lists the groups to which the caller belongs as a member',
    reply: membershipsReply,
  },
  switchBooking: {
    method: 'PUT',
    path: `${base}/as-member/{id}`,
    access: 'patient',
    adultsOnly: true,
    summary: 'Changes whether the group owner may book appointments for the calling adult member',
    params: linkParam,
    body: z.object({ may_book: z.boolean() }),
    reply: z.object({}),
  },
  sent: {
    method: 'GET',
    path: `${base}/requests/sent`,
    access: 'patient',
    summary: 'Lists the group requests that the caller sent',
    reply: requestsReply,
  },
  received: {
    method: 'GET',
    path: `${base}/requests/received`,
    access: 'patient',
    summary: 'Lists the group requests that the caller received',
    reply: requestsReply,
  },
  add: {
    method: 'POST',
    path: base,
    access: 'patient',
    adultsOnly: true,
    summary:
      'Requests that a person joins the caller’s group; a person without an account is invited to open one',
    body: familyAddition,
    reply: z.object({ request_id: id() }),
  },
  remove: {
    method: 'DELETE',
    path: `${base}/{id}`,
    access: 'patient',
    adultsOnly: true,
    summary:
      'Ends a link: the group owner removes a member or withdraws a request, or an adult member leaves',
    params: linkParam,
    reply: z.object({}),
  },
  accept: {
    method: 'GET',
    path: `${base}/modals/accepteds/{request_id}/{applicant_id}/{family_id}`,
    access: 'patient',
    changesState: true,
    summary: 'Accepts a group request as the invited person',
    params: decisionParams,
    reply: decided,
  },
  reject: {
    method: 'GET',
    path: `${base}/modals/rejecteds/{request_id}/{applicant_id}/{family_id}`,
    access: 'patient',
    changesState: true,
    summary: 'Rejects a group request as the invited person',
    params: decisionParams,
    reply: decided,
  },

  staffGroup: {
    method: 'GET',
    path: `${base}/admin/patient-family-group`,
    access: 'staff',
    summary: 'Lists the members of a patient’s group',
    query: ofPatient,
    reply: groupReply,
  },
  staffMemberships: {
    method: 'GET',
    path: `${base}/admin/patient-family-groups-as-member`,
    access: 'staff',
    summary: 'Lists the groups to which a patient belongs as a member',
    query: ofPatient,
    reply: membershipsReply,
  },
  staffSent: {
    method: 'GET',
    path: `${base}/admin/patient-requests/sent`,
    access: 'staff',
    summary: 'Lists the group requests that a patient sent',
    query: ofPatient,
    reply: requestsReply,
  },
  staffReceived: {
    method: 'GET',
    path: `${base}/admin/patient-requests/received`,
    access: 'staff',
    summary: 'Lists the group requests that a patient received',
    query: ofPatient,
    reply: requestsReply,
  },
  staffAdd: {
    method: 'POST',
    path: `${base}/admin/patient-family-group`,
    access: 'staff',
    summary: 'Requests that a person joins a patient’s group; accepts both spellings of the body',
    body: eitherStaffAddition,
    reply: z.object({ request_id: id() }),
  },
  staffRemove: {
    method: 'DELETE',
    path: `${base}/admin/patient-family-group`,
    access: 'staff',
    summary: 'Ends a link or withdraws a request, as staff',
    query: z.object({ id: idParam() }),
    reply: z.object({}),
  },
  staffAccept: {
    method: 'GET',
    path: `${base}/admin/patient-requests/accept/{request_id}/{applicant_id}/{family_id}`,
    access: 'staff',
    changesState: true,
    summary: 'Accepts a group request on behalf of the invited person, as staff',
    params: decisionParams,
    reply: z.object({}),
  },
  staffReject: {
    method: 'GET',
    path: `${base}/admin/patient-requests/reject/{request_id}/{applicant_id}/{family_id}`,
    access: 'staff',
    changesState: true,
    summary: 'Rejects a group request on behalf of the invited person, as staff',
    params: decisionParams,
    reply: z.object({}),
  },
  staffGuardian: {
    method: 'PUT',
    path: `${base}/admin/guardian/{link_id}`,
    access: 'staff',
    summary:
      'Confirms that the group owner is the member’s guardian, or denies it whatever other proof exists',
    params: z.object({ link_id: idParam() }),
    body: z.object({ confirmed: z._default(z.boolean(), true) }),
    reply: z.object({ data: member }),
  },
} as const satisfies EndpointTable
