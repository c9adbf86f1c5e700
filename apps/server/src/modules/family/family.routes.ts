import { guardianshipEndpoints } from '@mi-portal/contract/family/guardianship'
import { invitationEndpoints } from '@mi-portal/contract/family/invitations'
import { familyMemberEndpoints } from '@mi-portal/contract/family/members'
import { familyRequestEndpoints } from '@mi-portal/contract/family/requests'
import { routes } from '../../platform/context/operation.ts'
import {
  acceptRequest,
  acceptRequestAsStaff,
  rejectRequest,
  rejectRequestAsStaff,
} from './decide-requests.ts'
import { removeMember, removeMemberAsStaff } from './end-links.ts'
import { searchPerson } from './find-addable-people.ts'
import { answerAnnouncement, getAnnouncements } from './guardianship/announce-guardians.ts'
import { changeProtection } from './guardianship/protect-minors.ts'
import { addMember, addMemberAsStaff } from './invite-people.ts'
import { judgeGuardianOfLink } from './judge-guardians.ts'
import {
  getGroup,
  getGroupForStaff,
  getMember,
  getMemberships,
  getPreferred,
  getReceivedForStaff,
  getReceivedRequests,
  getRelationshipTypes,
  getSentForStaff,
  getSentRequests,
  listMembershipsForStaff,
  listSelections,
  switchBooking,
} from './read-groups.ts'
import { openInvitation, resendInvitation } from './send-invitations.ts'
import { judgeLanding } from './sign-landings.ts'

export const invitationRoutes = routes(invitationEndpoints, {
  judgeLanding,
  openInvitation,
})

export const familyMemberRoutes = routes(familyMemberEndpoints, {
  relationshipTypes: getRelationshipTypes,
  preferred: getPreferred,
  group: getGroup,
  selections: listSelections,
  member: getMember,
  memberships: getMemberships,
  switchBooking,
  remove: removeMember,
  staffGroup: getGroupForStaff,
  staffMemberships: listMembershipsForStaff,
  staffRemove: removeMemberAsStaff,
  staffGuardian: judgeGuardianOfLink,
})

export const guardianshipRoutes = routes(guardianshipEndpoints, {
  announcements: getAnnouncements,
  answer: answerAnnouncement,
  protect: changeProtection,
})

export const familyRequestRoutes = routes(familyRequestEndpoints, {
  search: searchPerson,
  sent: getSentRequests,
  received: getReceivedRequests,
  add: addMember,
  accept: acceptRequest,
  reject: rejectRequest,
  resend: resendInvitation,
  staffSent: getSentForStaff,
  staffReceived: getReceivedForStaff,
  staffAdd: addMemberAsStaff,
  staffAccept: acceptRequestAsStaff,
  staffReject: rejectRequestAsStaff,
})
