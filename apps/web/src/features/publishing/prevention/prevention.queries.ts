import { type ArticleDraft, preventionEndpoints } from '@mi-portal/contract/publishing/prevention'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/call.ts'
import { registrationFailed, updateFailed } from '../../../lib/explain-error.ts'
import type { PublicationFilter } from '../publications-list.tsx'

const fallback = 'Error server al obtener artículos'

/** Loads the articles for the signed-in patient. */
export function articlesQuery(ownId: number) {
  return queryOptions({
    queryKey: ['articles', 'own', ownId],
    queryFn: async ({ signal }) =>
      (await call(preventionEndpoints.list, {}, { signal, fallback })).controlsPreventions,
  })
}

/** Key of the cached data of the administration's screens of articles. */
export const articlesAdminKey = ['articles', 'admin'] as const

/** Loads a page of the super administrators' list. */
export function articlesPageQuery({ searchText, visible, page, limit, order }: PublicationFilter) {
  return queryOptions({
    queryKey: [...articlesAdminKey, 'list', searchText, visible, page, limit, order],
    queryFn: async ({ signal }) => {
      const { controlsPreventions, ...paging } = await call(
        preventionEndpoints.pages,
        {
          body: { filter: searchText, status: visible ?? null, page, limit, order },
        },
        { signal, fallback },
      )
      return { rows: controlsPreventions, ...paging }
    },
    placeholderData: keepPreviousData,
  })
}

export function articleQuery(id: number) {
  return queryOptions({
    queryKey: [...articlesAdminKey, 'one', id],
    queryFn: async ({ signal }) =>
      (await call(preventionEndpoints.one, { params: { id } }, { signal, fallback })).controlPrevention,
    // A form must start with the present data.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}

export const templatesQuery = queryOptions({
  queryKey: [...articlesAdminKey, 'templates'],
  queryFn: async ({ signal }) =>
    (await call(preventionEndpoints.templates, {}, { signal, fallback: 'Error al cargar las plantillas' }))
      .templates,
})

export function useSetArticleVisible() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, visible }: { id: number; visible: boolean }) =>
      call(
        preventionEndpoints[visible ? 'enable' : 'disable'],
        { params: { id } },
        { fallback: updateFailed },
      ),
    onSettled: () => client.invalidateQueries({ queryKey: articlesAdminKey }),
  })
}

export function createArticle(body: ArticleDraft) {
  return call(preventionEndpoints.create, { body }, { fallback: registrationFailed })
}

export function editArticle(id: number, body: ArticleDraft) {
  return call(preventionEndpoints.edit, { params: { id }, body }, { fallback: updateFailed })
}
