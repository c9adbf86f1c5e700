/** Requests, lists and downloads data exports. */
import { fullPath } from '@mi-portal/contract/endpoint'
import { type Copy, type CopyKind, exportEndpoints } from '@mi-portal/contract/exports'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { saveFile } from '../../lib/browser.ts'
import { call, fetchFile } from '../../lib/call.ts'

const key = ['exports'] as const

const copiesQuery = queryOptions({
  queryKey: key,
  staleTime: 0,
  queryFn: async ({ signal }) =>
    (await call(exportEndpoints.list, {}, { signal, fallback: 'Error server al obtener tus copias' }))
      .exports,
})

export function useAskForCopy() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (patientId: number) =>
      call(exportEndpoints.ask, { params: { patientId } }, { fallback: 'No ha sido posible pedir la copia' }),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  })
}

const endings = { pdf: 'pdf', fhir: 'fhir.json' } as const

/** Downloads one of the two files, which is then no longer available. */
export function useTakeCopy() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ copy, kind }: { copy: Copy; kind: CopyKind }) => {
      const url = fullPath(exportEndpoints.file).replace('{id}', String(copy.id)).replace('{kind}', kind)
      const file = await fetchFile(url, 'No ha sido posible descargar el archivo')
      saveFile(file, `datos-${copy.created_at.slice(0, 10)}.${endings[kind]}`)
    },
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  })
}

/** Loads the exports, repeatedly while one is being prepared. */
export function useCopies() {
  return useQuery({
    ...copiesQuery,
    refetchInterval: ({ state }) => (state.data?.some((one) => one.state === 'waiting') ? 4_000 : false),
  })
}
