import { delegationEndpoints } from '@mi-portal/contract/family/delegations'
import { guardianshipEndpoints } from '@mi-portal/contract/family/guardianship'
import { invitationEndpoints } from '@mi-portal/contract/family/invitations'
import { familyMemberEndpoints } from '@mi-portal/contract/family/members'
import { familyRequestEndpoints } from '@mi-portal/contract/family/requests'
import type { Person } from '../../../test/authorization/actors.ts'
import {
  defineCases,
  nothingThere,
  ofPatient,
  open,
  own,
  signedIn,
  staffOnly,
} from '../../../test/authorization/cases.ts'
import { withDocument, withPatient } from '../../../test/authorization/sent.ts'
import { asA, legalTextId, staffAcceptance, staffRefusal } from '../../../test/family.ts'

const nameLink = (about: Person) => ({ params: { id: about.link } })
const nameReceived = (about: Person) => ({ params: about.received })
const familyCard = ['name', 'document', 'contact'] as const

export const familyCases = [
  ...defineCases('family-invitations', invitationEndpoints, {
    judgeLanding: open({
      sent: ({ document }) => ({
        body: { decision: 'accepted', document_type: '1', document_number: document, name: 'Otra', s: 'x' },
      }),
    }),
    openInvitation: open({
      sent: ({ invitationToken }) => ({ body: { token: invitationToken } }),
      shows: ['name'],
    }),
  }),

  ...defineCases('delegations', delegationEndpoints, {
    list: own({ shows: ['name'] }),
    give: own({
      body: {
        document_type_id: 1,
        document_number: '123456785',
        matters: ['exams'],
        may_book: false,
        months: 12,
      },
      but: { upward: 403 },
    }),
    // No offer of access has this number; the tests of delegated access call with those of others.
    accept: own({ ...nothingThere, ok: 404, but: { upward: 403 } }),
    decline: own({ ...nothingThere, ok: 404, but: { upward: 403 } }),
    renew: own({ ...nothingThere, ok: 404, but: { upward: 403 } }),
    end: own({ ...nothingThere, ok: 404 }),
  }),

  ...defineCases('family-members', familyMemberEndpoints, {
    relationshipTypes: signedIn(),
    preferred: own({ shows: ['name'] }),
    group: own({ shows: familyCard }),
    selections: signedIn({ shows: ['name'] }),
    member: ofPatient({
      sent: nameLink,
      but: { patient: 404, leader: 200, administrator: 200, superAdministrator: 200 },
      shows: familyCard,
    }),
    memberships: own({ shows: ['name'] }),
    switchBooking: ofPatient({
      sent: ({ link }) => ({ params: { id: link }, body: { may_book: false } }),
      but: { guardian: 404, upward: 403 },
    }),
    remove: ofPatient({ sent: nameLink, but: { leader: 200, upward: 403 } }),
    staffGroup: staffOnly({ sent: withPatient, shows: familyCard }),
    staffMemberships: staffOnly({ sent: withPatient, shows: ['name'] }),
    staffRemove: staffOnly({ sent: ({ link }) => ({ query: { id: link } }), shows: [] }),
    staffGuardian: staffOnly({
      sent: ({ link }) => ({ params: { link_id: link }, body: {} }),
      shows: familyCard,
    }),
  }),

  ...defineCases('guardianship', guardianshipEndpoints, {
    announcements: own({ shows: ['name'] }),
    // No guardian was announced in the matrix; the tests of announcements answer to some.
    answer: own({ ...nothingThere, body: { agrees: false }, ok: 404 }),
    protect: staffOnly({
      sent: ({ id }) => ({ params: { patient_id: id }, body: { protected: true } }),
      shows: [],
    }),
  }),

  ...defineCases('family-requests', familyRequestEndpoints, {
    search: signedIn({
      sent: (about) => ({ params: withDocument(about) }),
      but: { upward: 403 },
      shows: { patients: ['name'], staff: ['name', 'contact'] },
    }),
    sent: own({ shows: ['name'] }),
    received: own({ shows: ['name'] }),
    add: signedIn({
      sent: ({ document }) => ({
        body: {
          family_document_type: 1,
          family_document_number: document,
          type_relationship_id: asA.nephew,
          legal_text_id: legalTextId,
        },
      }),
      but: {
        patient: 400,
        guardian: 400,
        leader: 400,
        upward: 403,
        administrator: 403,
        superAdministrator: 403,
      },
    }),
    accept: ofPatient({ sent: nameReceived, but: { guardian: 404 }, shows: ['name'] }),
    reject: ofPatient({ sent: nameReceived, but: { guardian: 404 }, shows: ['name'] }),
    staffSent: staffOnly({ sent: withPatient, shows: ['name'] }),
    staffReceived: staffOnly({ sent: withPatient, shows: ['name'] }),
    staffAdd: staffOnly({
      sent: ({ id }) => ({
        body: {
          patient_id: id,
          family_document_type: 1,
          family_document_number: '111111111',
          type_relationship_id: asA.nephew,
        },
      }),
      // The children in the matrix cannot own a group.
      ok: 400,
      shows: ['name'],
    }),
    // The request is not the caller's own, or does not exist.
    resend: own({ params: { request_id: 2_000_000_000 }, ok: 404 }),
    staffAccept: staffOnly({
      sent: (about) => ({ ...nameReceived(about), query: staffAcceptance }),
      shows: [],
    }),
    staffReject: staffOnly({ sent: (about) => ({ ...nameReceived(about), query: staffRefusal }), shows: [] }),
  }),
]
