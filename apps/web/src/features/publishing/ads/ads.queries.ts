import type { AdDraft } from '@mi-portal/contract/publishing/ad-draft'
import { adEndpoints } from '@mi-portal/contract/publishing/ads'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/call.ts'
import { registrationFailed, updateFailed } from '../../../lib/explain-error.ts'
import type { PublicationFilter } from '../publications-list.tsx'

/** Loads the clinic's advertisements for the signed-in patient, in their order. */
export const adsQuery = queryOptions({
  queryKey: ['ads'],
  queryFn: async ({ signal }) => (await call(adEndpoints.list, {}, { signal })).ads,
})

/** Key of the cached data of the administration's screens of ads. */
export const adsAdminKey = ['ads', 'admin'] as const

const listFallback = 'Error server al obtener anuncios'

/** Loads a page of the super administrators' list. */
export function adsPageQuery({ searchText, visible, page, limit, order }: PublicationFilter) {
  return queryOptions({
    queryKey: [...adsAdminKey, 'list', searchText, visible, page, limit, order],
    queryFn: async ({ signal }) => {
      const { ads, ...paging } = await call(
        adEndpoints.pages,
        { body: { filter: searchText, status: visible ?? null, page, limit, order } },
        { signal, fallback: listFallback },
      )
      return { rows: ads, ...paging }
    },
    placeholderData: keepPreviousData,
  })
}

export function adQuery(id: number) {
  return queryOptions({
    queryKey: [...adsAdminKey, 'one', id],
    queryFn: async ({ signal }) =>
      (await call(adEndpoints.one, { params: { id } }, { signal, fallback: listFallback })).ad,
    // A form must start with the present data.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}

export function useSetAdVisible() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, visible }: { id: number; visible: boolean }) =>
      call(adEndpoints[visible ? 'enable' : 'disable'], { params: { id } }, { fallback: updateFailed }),
    onSettled: () => client.invalidateQueries({ queryKey: adsAdminKey }),
  })
}

export function createAd(body: AdDraft) {
  return call(adEndpoints.create, { body }, { fallback: registrationFailed })
}

export function editAd(id: number, body: AdDraft) {
  return call(adEndpoints.edit, { params: { id }, body }, { fallback: updateFailed })
}
