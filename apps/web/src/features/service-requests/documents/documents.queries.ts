import { documentEndpoints } from '@mi-portal/contract/service-requests/documents'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/call.ts'
import { waitForOutcome } from '../../../lib/wait-for-outcome.ts'
import { recordKey } from '../../people/people.queries.ts'

export const documentRequestFailed = 'No ha sido posible solicitud el documento'

/** Part of the displayed record's key, so that the data is removed with the record. */
const documentsKey = (shownId: number) => [...recordKey(shownId), 'documents'] as const

export const documentKindsQuery = queryOptions({
  queryKey: ['catalogues', 'document-kinds'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async ({ signal }) =>
    (
      await call(
        documentEndpoints.kinds,
        {},
        { signal, fallback: 'Error server al obtener documentos de citas' },
      )
    ).documents,
})

/** Loads a page of the signed-in user's document requests. */
export function documentRequestsQuery(shownId: number, page: number) {
  return queryOptions({
    queryKey: [...documentsKey(shownId), page],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call(
        documentEndpoints.list,
        { query: { page } },
        { signal, fallback: 'Error server al obtener documentos de citas' },
      ),
  })
}

interface DocumentValues {
  document: string
  comment: string
  /** The family member for whom the document is requested; absent for the user. */
  family_member_id?: number
}

/** Requests a document; the outcome is shown 0.8 s after it is known. */
export function useRequestDocument(shownId: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ document, comment, family_member_id }: DocumentValues) => {
      const asking = call(
        documentEndpoints.request,
        { body: { document: Number(document), comment, family_member_id } },
        { fallback: documentRequestFailed },
      )
      const outcome = await waitForOutcome(asking)
      if (outcome instanceof Error) throw outcome
      return outcome
    },
    onSuccess: () => client.invalidateQueries({ queryKey: documentsKey(shownId) }),
  })
}
