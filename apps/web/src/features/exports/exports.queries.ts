/** Requests, lists and downloads data exports. */
import { fullPath } from '@mi-portal/contract/calls/endpoint'
import { type Copy, type CopyKind, exportEndpoints } from '@mi-portal/contract/exports'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { saveFile } from '../../lib/browser/browser.ts'
import { call, fetchFile } from '../../lib/call.ts'
import { downloadFailed } from '../../lib/explain-error.ts'

const exportsKey = ['exports'] as const

const exportsQuery = queryOptions({
  queryKey: exportsKey,
  staleTime: 0,
  queryFn: async ({ signal }) =>
    (await call(exportEndpoints.list, {}, { signal, fallback: 'Error server al obtener tus copias' }))
      .exports,
})

export function useRequestExport() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (patientId: number) =>
      call(
        exportEndpoints.request,
        { params: { patientId } },
        { fallback: 'No ha sido posible pedir la copia' },
      ),
    onSettled: () => client.invalidateQueries({ queryKey: exportsKey }),
  })
}

const fileExtensions = { pdf: 'pdf', fhir: 'fhir.json' } as const

/** Downloads one of the two files, which is then no longer available. */
export function useDownloadExport() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ dataExport, kind }: { dataExport: Copy; kind: CopyKind }) => {
      const url = fullPath(exportEndpoints.file)
        .replace('{id}', String(dataExport.id))
        .replace('{kind}', kind)
      const file = await fetchFile(url, downloadFailed)
      saveFile(file, `datos-${dataExport.created_at.slice(0, 10)}.${fileExtensions[kind]}`)
    },
    onSettled: () => client.invalidateQueries({ queryKey: exportsKey }),
  })
}

/** Loads the exports, repeatedly while one is being prepared. */
export function useExports() {
  return useQuery({
    ...exportsQuery,
    refetchInterval: ({ state }) => (state.data?.some((one) => one.state === 'waiting') ? 4_000 : false),
  })
}
