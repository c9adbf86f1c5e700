/**
 * Family groups, as patients and as staff see them: the members of a group owner, and the groups a patient belongs to.
 * `type_relationship` always says what the member is to the group owner (`leader` on the wire).
 */
import * as z from 'zod/mini'
import { endpoints } from '../calls/endpoint.ts'
import { documentTypeId } from '../fields/document-schemas.ts'
import { delegableMatters } from '../record-matters.ts'
import { moment } from '../values/date-schemas.ts'
import { id, idParam } from '../values/ids.ts'

/** The sentences of rejected additions, which name a person or the product. */
export const additionSentences = {
  ownDocument: (owner: string) => `El documento ingresado corresponde al usuario ${owner}`,
  leaderIsMinor: (owner: string) =>
    `${owner} es menor de edad y no puede tener integrantes en su grupo familiar.`,
  notRegistered: (product: string) =>
    `El usuario no está registrado en ${product}. Para agregarlo al grupo familiar, primero debe crear una cuenta.`,
}

export const personNames = { first_name: z.string(), last_name: z.string(), second_name: z.string() }
export const named = z.object({ id: id(), ...personNames })
export const relationship = z.object({ id: id(), name: z.string() })

/**
 * Reasons why a group owner does not see a member's record. `announced`: the other guardians were notified, and the access has not begun.
 * `frozen`: one of them objected.
 */
const recordDenialReasons = [
  'denied',
  'notApproved',
  'notEnabled',
  'leaderIsMinor',
  'ofAge',
  'notGuardian',
  'notProven',
  'announced',
  'frozen',
] as const
export type RecordDenialReason = (typeof recordDenialReasons)[number]

const member = z.object({
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
  button_reason: z.nullable(z.enum(recordDenialReasons)),
  access_from: z.nullable(moment()),
  /** Whether the group owner may book appointments for this member; that gives no access to the record. */
  may_book: z.boolean(),
  /**
   * What proves that the group owner is the member's guardian; `none` when the relationship does not make them a
   * guardian.
   */
  guardian: z.enum(['none', 'unproven', 'registry', 'staff', 'denied']),
  /** Whether a member of staff requested to confirm the guardian and another one has not decided yet. */
  guardian_waits: z.boolean(),
})
export type FamilyMember = z.output<typeof member>

const membership = z.object({
  id: id(),
  patient_leader: z.object({ ...named.shape, image_store_id: z.nullable(z.int()) }),
  type_relationship: relationship,
  /** The member's own setting: whether the group owner may book appointments for them once they are of age. */
  may_book: z.boolean(),
})
export type FamilyMembership = z.output<typeof membership>

const delegatedPerson = z.object({
  id: id(),
  first_name: z.string(),
  last_name: z.string(),
  matters: z.array(z.enum(delegableMatters)),
  may_book: z.boolean(),
})

export const badUserId = 'ID de usuario inválido'

export const familyGroupPath = '/requests/families/groups'
export const ofPatient = z.object({ patient_id: idParam(badUserId) })
const linkParam = z.object({ id: idParam() })
const groupReply = z.object({ familyGroup: z.array(member) })
const membershipsReply = z.object({ groups: z.array(membership) })

export const familyMemberEndpoints = endpoints({ access: 'patient' })({
  relationshipTypes: {
    route: 'GET /types/relationships',
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
  preferred: {
    route: 'GET /preferreds/patients',
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
    route: `GET ${familyGroupPath}`,
    summary: 'Lists the members of the caller’s group',
    reply: groupReply,
  },
  selections: {
    route: `GET ${familyGroupPath}/selections`,
    access: 'signedIn',
    summary:
      'Lists the caller, the members whose whole record the caller may use, and the adults who gave the caller access to matters of theirs',
    reply: z.object({
      selections: z.array(
        z.object({ id: id(), first_name: z.string(), last_name: z.string(), is_self: z.boolean() }),
      ),
      delegated: z.array(delegatedPerson),
    }),
  },
  member: {
    route: 'GET /requests/families/member/{id}',
    access: 'signedIn',
    permission: 'users.read',
    opens: { through: 'familyLink', field: 'id' },
    summary: 'Returns a member of the caller’s group, by the number of the link; staff get any member',
    params: linkParam,
    reply: z.object({ data: member }),
  },
  memberships: {
    route: `GET ${familyGroupPath}/as-member`,
    summary: 'Lists the groups to which the caller belongs as a member',
    reply: membershipsReply,
  },
  switchBooking: {
    route: `PUT ${familyGroupPath}/as-member/{id}`,
    adultsOnly: true,
    summary: 'Changes whether the group owner may book appointments for the calling adult member',
    params: linkParam,
    body: z.object({ may_book: z.boolean() }),
  },
  remove: {
    route: `DELETE ${familyGroupPath}/{id}`,
    adultsOnly: true,
    summary:
      'Ends a link: the group owner removes a member or withdraws a request, or an adult member leaves',
    params: linkParam,
  },
  staffGroup: {
    route: `GET ${familyGroupPath}/admin/patient-family-group`,
    access: 'staff',
    permission: 'users.read',
    opens: 'patient_id',
    summary: 'Lists the members of a patient’s group',
    query: ofPatient,
    reply: groupReply,
  },
  staffMemberships: {
    route: `GET ${familyGroupPath}/admin/patient-family-groups-as-member`,
    access: 'staff',
    permission: 'users.read',
    opens: 'patient_id',
    summary: 'Lists the groups to which a patient belongs as a member, and the protection measure of a minor',
    query: ofPatient,
    reply: z.extend(membershipsReply, {
      /** The protection measure that stops new guardians of a minor; `end_waits`: another member of staff has to confirm its end. */
      protection: z.nullable(z.object({ since: moment(), end_waits: z.boolean() })),
    }),
  },
  staffRemove: {
    route: `DELETE ${familyGroupPath}/admin/patient-family-group`,
    access: 'staff',
    permission: 'users.edit',
    opens: { through: 'familyLink', field: 'id' },
    summary: 'Ends a link or withdraws a request, as staff',
    query: z.object({ id: idParam() }),
  },
  staffGuardian: {
    route: `PUT ${familyGroupPath}/admin/guardian/{link_id}`,
    access: 'staff',
    permission: 'users.edit',
    opens: { through: 'familyLink', field: 'link_id' },
    summary:
      'Requests that another member of staff confirms the group owner as the member’s guardian, or denies it at once',
    params: z.object({ link_id: idParam() }),
    body: z.object({ confirmed: z._default(z.boolean(), true) }),
    reply: z.object({ data: member }),
  },
})
