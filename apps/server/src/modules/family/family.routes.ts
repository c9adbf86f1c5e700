import { guardianshipEndpoints } from '@mi-portal/contract/family/guardianship'
import { invitationEndpoints } from '@mi-portal/contract/family/invitations'
import { familyMemberEndpoints } from '@mi-portal/contract/family/members'
import { familyRequestEndpoints } from '@mi-portal/contract/family/requests'
import type { FastifyInstance } from 'fastify'
import { mount } from '../../platform/http/mount.ts'
import type { DecisionsService } from './decisions.service.ts'
import type { FamilyService } from './family.service.ts'
import type { GuardiansService } from './guardians.service.ts'
import type { AnnouncementsService } from './guardianship/announcements.service.ts'
import type { ProtectionsService } from './guardianship/protections.service.ts'
import type { InvitationsService } from './invitations.service.ts'
import type { LandingsService } from './landings.service.ts'
import type { LinksService } from './links.service.ts'

type FamilyRouteDependencies = {
  readonly family: FamilyService
  readonly invitations: InvitationsService
  readonly decisions: DecisionsService
  readonly guardians: GuardiansService
  readonly announcements: AnnouncementsService
  readonly protections: ProtectionsService
  readonly links: LinksService
  readonly landings: LandingsService
}

export function mountFamilyRoutes(
  app: FastifyInstance,
  {
    family,
    invitations,
    decisions,
    guardians,
    announcements,
    protections,
    links,
    landings,
  }: FamilyRouteDependencies,
) {
  mount(app, invitationEndpoints, {
    judgeLanding: async ({ body }) => ({ genuine: landings.isGenuine(body) }),
    openInvitation: ({ body }) => invitations.openInvitation(body.token),
  })
  mount(app, familyMemberEndpoints, {
    relationshipTypes: async () => ({ typeRelationship: await family.relationshipTypes() }),
    preferred: async ({ actor }) => ({ patients: await family.preferred(actor) }),
    group: async ({ actor, origin }) => ({ familyGroup: await family.group(actor, origin) }),
    selections: ({ actor }) => family.selections(actor),
    member: async ({ actor, params, origin }) => ({ data: await family.member(actor, params.id, origin) }),
    memberships: async ({ actor }) => ({ groups: await family.memberships(actor) }),
    switchBooking: async ({ actor, params, body, origin }) => {
      await family.switchBooking(actor, params.id, body.may_book, origin)
      return {}
    },
    remove: async ({ actor, params, origin }) => {
      await links.end(actor, params.id, origin)
      return {}
    },
    staffGroup: async ({ actor, query, origin }) => ({
      familyGroup: await family.staffGroup(actor, query.patient_id, origin),
    }),
    staffMemberships: ({ actor, query, origin }) => family.staffMemberships(actor, query.patient_id, origin),
    staffRemove: async ({ actor, query, origin }) => {
      await links.end(actor, query.id, origin)
      return {}
    },
    staffGuardian: async ({ actor, params, body, origin }) => ({
      data: await guardians.judgeGuardian(actor, params.link_id, body.confirmed, origin),
    }),
  })
  mount(app, guardianshipEndpoints, {
    announcements: async ({ actor }) => ({ announcements: await announcements.list(actor) }),
    answer: async ({ actor, params, body, origin }) => {
      await announcements.answer(actor, params.id, body.agrees, origin)
      return {}
    },
    protect: async ({ actor, params, body, origin }) => {
      await protections.change(actor, params.patient_id, body.protected, origin)
      return {}
    },
  })
  mount(app, familyRequestEndpoints, {
    search: ({ actor, params, query, origin }) =>
      family.search(actor, params.document_type_id, params.document_number, query.document_country, origin),
    sent: async ({ actor }) => ({ requests: await family.sent(actor) }),
    received: async ({ actor }) => ({ requests: await family.received(actor) }),
    add: ({ actor, body, origin }) => invitations.ask(actor, body, origin),
    accept: ({ actor, params, origin, reply }) =>
      decisions.decide(actor, params, true, origin, reply.elapsedTime),
    reject: ({ actor, params, origin, reply }) =>
      decisions.decide(actor, params, false, origin, reply.elapsedTime),
    resend: async ({ actor, params, origin }) => {
      await invitations.resend(actor, params.request_id, origin)
      return {}
    },
    staffSent: async ({ actor, query, origin }) => ({
      requests: await family.staffSent(actor, query.patient_id, origin),
    }),
    staffReceived: async ({ actor, query, origin }) => ({
      requests: await family.staffReceived(actor, query.patient_id, origin),
    }),
    staffAdd: ({ actor, body, origin }) => invitations.staffAsk(actor, body, origin),
    staffAccept: async ({ actor, params, query, origin, reply }) => {
      await decisions.decide(actor, params, true, origin, reply.elapsedTime, query)
      return {}
    },
    staffReject: async ({ actor, params, query, origin, reply }) => {
      await decisions.decide(actor, params, false, origin, reply.elapsedTime, query)
      return {}
    },
  })
}
