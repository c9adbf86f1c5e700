import { buildRequest } from '@mi-portal/contract/calls/client'
import { type LegalKind, legalEndpoints } from '@mi-portal/contract/legal'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'

export const publishingFailed = 'No ha sido posible publicar el texto'
export const legalTextFallback = 'Error server al obtener el texto legal'

/** Loads the text in force, with its version. */
export function legalTextQuery(kind: LegalKind) {
  return queryOptions({
    queryKey: ['legal', kind],
    queryFn: async ({ signal }) => {
      const { legalText } = await call(
        legalEndpoints.current,
        { params: { kind } },
        { signal, fallback: legalTextFallback },
      )
      return legalText
    },
  })
}

/** Returns the address of the same text as a PDF. */
export function legalPdfAddress(kind: LegalKind): string {
  return buildRequest(legalEndpoints.pdf, { params: { kind } }).url
}

/** Loads the versions of a text, and the source of the one in force. */
export function legalVersionsQuery(kind: LegalKind) {
  return queryOptions({
    queryKey: ['legal', 'versions', kind],
    queryFn: ({ signal }) =>
      call(legalEndpoints.versions, { params: { kind } }, { signal, fallback: legalTextFallback }),
  })
}

/** Loads a version as people read it. */
export function legalVersionQuery(kind: LegalKind, version: string) {
  return queryOptions({
    queryKey: ['legal', 'version', kind, version],
    queryFn: async ({ signal }) =>
      (
        await call(
          legalEndpoints.version,
          { params: { kind, version } },
          { signal, fallback: legalTextFallback },
        )
      ).legalText,
  })
}

export function usePublishLegalText(kind: LegalKind) {
  const client = useQueryClient()
  const publish = useMutation({
    mutationFn: async (body: { text: string; ask_again: boolean; based_on: number }) =>
      (await call(legalEndpoints.publish, { params: { kind }, body }, { fallback: publishingFailed }))
        .version,
  })
  return { ...publish, reload: () => client.invalidateQueries({ queryKey: ['legal'] }) }
}
