import { requestOf } from '@mi-portal/contract/client'
import { type LegalKind, legalEndpoints } from '@mi-portal/contract/legal'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'

/** The text in force, with its version. */
export function legalTextQuery(kind: LegalKind) {
  return queryOptions({
    queryKey: ['legal', kind],
    queryFn: async ({ signal }) => {
      const { legalText } = await call(
        legalEndpoints.current,
        { params: { kind } },
        { signal, fallback: 'Error server al obtener el texto legal' },
      )
      return legalText
    },
  })
}

/** Where the same text lies as a PDF. */
export function legalPdfAddress(kind: LegalKind): string {
  return requestOf(legalEndpoints.pdf, { params: { kind } }).url
}
