/** Queries and calls of a family group and its requests, for the user's own group or as staff for a patient. */

import { guardianshipEndpoints } from '@mi-portal/contract/family/guardianship'
import { type FamilyMember, familyMemberEndpoints } from '@mi-portal/contract/family/members'
import { type FamilyRequest, familyRequestEndpoints } from '@mi-portal/contract/family/requests'
import type { DocumentTypeId } from '@mi-portal/contract/values/document-number'
import { cleanDocument } from '@mi-portal/contract/values/document-number'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { waitForOutcome } from '../../lib/wait-for-outcome.ts'
import { groupFallback } from '../people/visible-people.queries.ts'

/** The patient whose group is shown, and whether staff or the patient views it. */
export interface Family {
  patientId: number
  asStaff: boolean
}

export const familiesKey = ['family'] as const
const familyKey = ({ patientId, asStaff }: Family) =>
  [...familiesKey, asStaff ? 'staff' : 'own', patientId] as const
const toQuery = ({ patientId }: Family) => ({ query: { patient_id: patientId } })

export function groupQuery(family: Family) {
  const fallback = groupFallback
  return queryOptions({
    queryKey: [...familyKey(family), 'group'],
    queryFn: async ({ signal }) => {
      const reply = family.asStaff
        ? await call(familyMemberEndpoints.staffGroup, toQuery(family), { signal, fallback })
        : await call(familyMemberEndpoints.group, {}, { signal, fallback })
      return reply.familyGroup
    },
  })
}

/** Loads the groups that a patient belongs to, and for staff the protection measure of a minor. */
export function membershipsQuery(family: Family) {
  const fallback = groupFallback
  return queryOptions({
    queryKey: [...familyKey(family), 'memberships'],
    queryFn: async ({ signal }) =>
      family.asStaff
        ? call(familyMemberEndpoints.staffMemberships, toQuery(family), { signal, fallback })
        : {
            ...(await call(familyMemberEndpoints.memberships, {}, { signal, fallback })),
            protection: null,
          },
  })
}

/** Loads the new guardians to whom the user may agree or object. */
export const announcedGuardiansQuery = queryOptions({
  queryKey: [...familiesKey, 'announced'],
  queryFn: async ({ signal }) =>
    (await call(guardianshipEndpoints.announcements, {}, { signal })).announcements,
})

/** Sorts requests, newest first. */
const newestFirst = (requests: readonly FamilyRequest[]) =>
  [...requests].sort(
    (one, other) => other.request_creation_date.localeCompare(one.request_creation_date) || other.id - one.id,
  )

export function receivedQuery(family: Family) {
  const fallback = family.asStaff
    ? 'Error al obtener solicitudes recibidas'
    : 'Error al cargar las solicitudes'
  return queryOptions({
    queryKey: [...familyKey(family), 'received'],
    queryFn: async ({ signal }) => {
      const reply = family.asStaff
        ? await call(familyRequestEndpoints.staffReceived, toQuery(family), { signal, fallback })
        : await call(familyRequestEndpoints.received, {}, { signal, fallback })
      return newestFirst(reply.requests)
    },
  })
}

export function sentQuery(family: Family) {
  const fallback = family.asStaff
    ? 'Error al obtener solicitudes enviadas'
    : 'Error al cargar las solicitudes'
  return queryOptions({
    queryKey: [...familyKey(family), 'sent'],
    queryFn: async ({ signal }) => {
      const reply = family.asStaff
        ? await call(familyRequestEndpoints.staffSent, toQuery(family), { signal, fallback })
        : await call(familyRequestEndpoints.sent, {}, { signal, fallback })
      return newestFirst(reply.requests)
    },
  })
}

export const relationshipsQuery = queryOptions({
  queryKey: [...familiesKey, 'relationships'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async ({ signal }) =>
    (
      await call(
        familyMemberEndpoints.relationshipTypes,
        {},
        { signal, fallback: 'Error server al obtener tipo de relación familiar' },
      )
    ).typeRelationship,
})

/**
 * Reloads all groups, memberships and requests after a change, and what depends on them: the notifications, and the
 * patients whose record the user can open, whose key begins with `familiesKey` too.
 */
function useReloadFamilies() {
  const client = useQueryClient()
  return () =>
    Promise.all([familiesKey, ['notifications']].map((queryKey) => client.invalidateQueries({ queryKey })))
}

type DecidedRequest = Pick<FamilyRequest, 'id' | 'family_id'> & { applicant_id: number }

interface Decision {
  request: DecidedRequest
  approved: boolean
  /** Only of staff: why, and which document they saw. */
  reason?: string
  evidence?: string
}

/** Accepts or rejects a request. Resolves with the address of the page that confirms it; with null for staff. */
export function useDecideRequest(asStaff: boolean) {
  const reload = useReloadFamilies()
  return useMutation({
    mutationFn: async ({ request, approved, reason, evidence }: Decision) => {
      const { id: request_id, applicant_id, family_id } = request
      const params = { request_id, applicant_id, family_id }
      const verb = approved ? 'aceptar' : 'rechazar'
      if (asStaff) {
        const fallback = `Error al ${verb} solicitud`
        // The server rejects what was not chosen at its field.
        const query = { reason, evidence } as never
        if (approved) await call(familyRequestEndpoints.staffAccept, { params, query }, { fallback })
        else await call(familyRequestEndpoints.staffReject, { params, query }, { fallback })
        return null
      }
      const endpoint = approved ? familyRequestEndpoints.accept : familyRequestEndpoints.reject
      const { landing } = await call(endpoint, { params }, { fallback: `Error al ${verb} la solicitud` })
      return landing
    },
    // The lists are reloaded even after an error, because another person may have decided already.
    onSettled: reload,
  })
}

/** Sends the invitation of a pending request again. */
export function useResendInvitation() {
  return useMutation({
    mutationFn: (request_id: number) =>
      call(
        familyRequestEndpoints.resend,
        { params: { request_id } },
        { fallback: 'No ha sido posible enviar la invitación' },
      ),
  })
}

/** Ends a link: removes a member, withdraws a request, or leaves a group. */
export function useEndLink(asStaff: boolean) {
  const reload = useReloadFamilies()
  return useMutation({
    mutationFn: async (linkId: number) => {
      const fallback = 'Error server al eliminar familiar'
      if (asStaff) await call(familyMemberEndpoints.staffRemove, { query: { id: linkId } }, { fallback })
      else await call(familyMemberEndpoints.remove, { params: { id: linkId } }, { fallback })
    },
    onSettled: reload,
  })
}

export function useSwitchBooking() {
  const reload = useReloadFamilies()
  return useMutation({
    mutationFn: ({ linkId, may_book }: { linkId: number; may_book: boolean }) =>
      call(
        familyMemberEndpoints.switchBooking,
        { params: { id: linkId }, body: { may_book } },
        { fallback: groupFallback },
      ),
    onSettled: reload,
  })
}

/** Agrees or objects to a new guardian. */
export function useAnswerGuardian() {
  const reload = useReloadFamilies()
  return useMutation({
    mutationFn: ({ id, agrees }: { id: number; agrees: boolean }) =>
      call(
        guardianshipEndpoints.answer,
        { params: { id }, body: { agrees } },
        { fallback: 'No pudimos guardar tu respuesta' },
      ),
    onSettled: reload,
  })
}

/** Sets the protection measure of a minor, or requests its end. */
export function useChangeProtection(patientId: number) {
  const reload = useReloadFamilies()
  return useMutation({
    mutationFn: (isProtected: boolean) =>
      call(
        guardianshipEndpoints.protect,
        { params: { patient_id: patientId }, body: { protected: isProtected } },
        { fallback: 'No pudimos guardar la medida de protección' },
      ),
    onSettled: reload,
  })
}

/** Stores the decision of staff whether the group owner is the member's guardian. */
export function useDecideGuardian() {
  const reload = useReloadFamilies()
  return useMutation({
    mutationFn: ({ member, confirmed }: { member: FamilyMember; confirmed: boolean }) =>
      call(
        familyMemberEndpoints.staffGuardian,
        { params: { link_id: member.id }, body: { confirmed } },
        { fallback: 'Error server al obtener familiar' },
      ),
    onSettled: reload,
  })
}

export interface PersonDocument {
  type: DocumentTypeId
  number: string
  /** The country that issued the passport; empty if it was not asked for. */
  country: string
}

/** Finds the patient with this identity document; null if there is none. */
export function useSearchPerson() {
  return useMutation({
    mutationFn: async ({ type, number, country }: PersonDocument) => {
      const params = { document_type_id: type, document_number: cleanDocument(type, number) }
      const { patient } = await call(
        familyRequestEndpoints.search,
        { params, query: { document_country: country || undefined } },
        { fallback: 'Error server al obtener familiar' },
      )
      return patient
    },
  })
}

interface Addition {
  document: PersonDocument
  relationshipId: number
  legalTextId?: number
  /** E-mail address to which a person without an account is invited. */
  email?: string
}

/**
 * Sends a request to join the group and resolves with it. Resolves or rejects 0.8 s after the server's answer, a
 * wait that the specification sets.
 */
export function useRequestMember(family: Family) {
  const reload = useReloadFamilies()
  return useMutation({
    mutationFn: async ({ document, relationshipId, legalTextId, email }: Addition) => {
      const body = {
        family_document_type: document.type,
        family_document_number: cleanDocument(document.type, document.number),
        family_document_country: document.country || undefined,
        type_relationship_id: relationshipId,
        notify_mail: true,
        legal_text_id: legalTextId,
        email,
      }
      const options = { fallback: 'Error al agregar integrante al grupo familiar' }
      const outcome = await waitForOutcome(
        family.asStaff
          ? call(
              familyRequestEndpoints.staffAdd,
              { body: { ...body, patient_id: family.patientId } },
              options,
            )
          : call(familyRequestEndpoints.add, { body }, options),
      )
      if (outcome instanceof Error) throw outcome
      return outcome
    },
    onSuccess: reload,
  })
}
