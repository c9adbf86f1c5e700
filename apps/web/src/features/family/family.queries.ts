/** A family group and its requests: the signed-in person's own, or a patient's as staff administer them. */

import { type FamilyMember, type FamilyRequest, familyEndpoints } from '@mi-portal/contract/family'
import { profileEndpoints } from '@mi-portal/contract/profile'
import type { DocumentTypeId } from '@mi-portal/contract/values/document-number'
import { cleanDocument } from '@mi-portal/contract/values/document-number'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { settle } from '../../lib/settle.ts'
import { wait } from '../../ui/tokens.ts'

/** Whose group a screen shows, and to whom. */
export interface Family {
  patientId: number
  asStaff: boolean
}

const familiesKey = ['family'] as const
const familyKey = ({ patientId, asStaff }: Family) =>
  [...familiesKey, asStaff ? 'staff' : 'own', patientId] as const
const of = ({ patientId }: Family) => ({ query: { patient_id: patientId } })

export function groupQuery(family: Family) {
  const fallback = 'Error server al obtener grupo familiar'
  return queryOptions({
    queryKey: [...familyKey(family), 'group'],
    queryFn: async ({ signal }) => {
      const reply = family.asStaff
        ? await call(familyEndpoints.staffGroup, of(family), { signal, fallback })
        : await call(familyEndpoints.group, {}, { signal, fallback })
      return reply.familyGroup
    },
  })
}

export function membershipsQuery(family: Family) {
  const fallback = 'Error server al obtener grupo familiar'
  return queryOptions({
    queryKey: [...familyKey(family), 'memberships'],
    queryFn: async ({ signal }) => {
      const reply = family.asStaff
        ? await call(familyEndpoints.staffMemberships, of(family), { signal, fallback })
        : await call(familyEndpoints.memberships, {}, { signal, fallback })
      return reply.groups
    },
  })
}

/** Newest first. */
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
        ? await call(familyEndpoints.staffReceived, of(family), { signal, fallback })
        : await call(familyEndpoints.received, {}, { signal, fallback })
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
        ? await call(familyEndpoints.staffSent, of(family), { signal, fallback })
        : await call(familyEndpoints.sent, {}, { signal, fallback })
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
        familyEndpoints.relationshipTypes,
        {},
        { signal, fallback: 'Error server al obtener tipo de relación familiar' },
      )
    ).typeRelationship,
})

const photoLifeMs = 4 * 60_000

/** Where somebody's photo can be seen for five minutes. Without it the initials serve as well. */
export function photoQuery({ id, image_store_id }: { id: number; image_store_id: number | null }) {
  return queryOptions({
    queryKey: [...familiesKey, 'photo', id, image_store_id],
    enabled: image_store_id !== null,
    staleTime: photoLifeMs,
    refetchInterval: photoLifeMs,
    retry: false,
    queryFn: async ({ signal }) =>
      (await call(profileEndpoints.photos, { params: { id } }, { signal })).file_profile,
  })
}

/** After every change the lists of both sides follow, and what hangs on them: bell, and whose record may be used. */
function useForgetFamilies() {
  const client = useQueryClient()
  return () =>
    Promise.all(
      [familiesKey, ['notifications'], ['selections']].map((queryKey) =>
        client.invalidateQueries({ queryKey }),
      ),
    )
}

type Decided = Pick<FamilyRequest, 'id' | 'family_id'> & { applicant_id: number }

/** Accepts or rejects; resolves with the page that says so, where the portal names one. */
export function useDecide(asStaff: boolean) {
  const forget = useForgetFamilies()
  return useMutation({
    mutationFn: async ({ request, approved }: { request: Decided; approved: boolean }) => {
      const { id: request_id, applicant_id, family_id } = request
      const params = { request_id, applicant_id, family_id }
      const verb = approved ? 'aceptar' : 'rechazar'
      if (asStaff) {
        const endpoint = approved ? familyEndpoints.staffAccept : familyEndpoints.staffReject
        await call(endpoint, { params }, { fallback: `Error al ${verb} solicitud` })
        return null
      }
      const endpoint = approved ? familyEndpoints.accept : familyEndpoints.reject
      const { landing } = await call(endpoint, { params }, { fallback: `Error al ${verb} la solicitud` })
      return landing
    },
    // Decided already by somebody else: the lists show it.
    onSettled: forget,
  })
}

/** Ends a link: a member is taken out, a request taken back, or a member leaves. */
export function useEndLink(asStaff: boolean) {
  const forget = useForgetFamilies()
  return useMutation({
    mutationFn: async (linkId: number) => {
      const fallback = 'Error server al eliminar familiar'
      if (asStaff) await call(familyEndpoints.staffRemove, { query: { id: linkId } }, { fallback })
      else await call(familyEndpoints.remove, { params: { id: linkId } }, { fallback })
    },
    onSettled: forget,
  })
}

export function useSwitchBooking() {
  const forget = useForgetFamilies()
  return useMutation({
    mutationFn: ({ linkId, may_book }: { linkId: number; may_book: boolean }) =>
      call(
        familyEndpoints.switchBooking,
        { params: { id: linkId }, body: { may_book } },
        { fallback: 'Error server al obtener grupo familiar' },
      ),
    onSettled: forget,
  })
}

/** Staff's word on whether the leader is the member's guardian. */
export function useJudgeGuardian() {
  const forget = useForgetFamilies()
  return useMutation({
    mutationFn: ({ member, confirmed }: { member: FamilyMember; confirmed: boolean }) =>
      call(
        familyEndpoints.staffGuardian,
        { params: { link_id: member.id }, body: { confirmed } },
        { fallback: 'Error server al obtener familiar' },
      ),
    onSettled: forget,
  })
}

export interface PersonDocument {
  type: DocumentTypeId
  number: string
}

/** Whose account that document has; null where it has none. */
export function useSearchPerson() {
  return useMutation({
    mutationFn: async ({ type, number }: PersonDocument) => {
      const params = { document_type_id: type, document_number: cleanDocument(type, number) }
      const { patient } = await call(
        familyEndpoints.search,
        { params },
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
  /** Where somebody without an account is invited to open one. */
  email?: string
}

/** Asks a person into the group; resolves with the request 0.8 s after the answer, and rejects no sooner. */
export function useAskPerson(family: Family) {
  const forget = useForgetFamilies()
  return useMutation({
    mutationFn: async ({ document, relationshipId, legalTextId, email }: Addition) => {
      const body = {
        family_document_type: document.type,
        family_document_number: cleanDocument(document.type, document.number),
        type_relationship_id: relationshipId,
        notify_mail: true,
        legal_text_id: legalTextId,
        email,
      }
      const options = { fallback: 'Error al agregar integrante al grupo familiar' }
      const outcome = await settle(
        family.asStaff
          ? call(familyEndpoints.staffAdd, { body: { ...body, patient_id: family.patientId } }, options)
          : call(familyEndpoints.add, { body }, options),
        wait.result,
      )
      if (outcome instanceof Error) throw outcome
      return outcome.request_id
    },
    onSuccess: forget,
  })
}
