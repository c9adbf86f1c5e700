import { clinicHelpEndpoints } from '@mi-portal/contract/clinic/help'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'

/** Loads the clinic's help of all screens. */
export const helpQuery = queryOptions({
  queryKey: ['clinic', 'help'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async ({ signal }) =>
    (await call(clinicHelpEndpoints.help, {}, { signal, fallback: 'No pudimos cargar la ayuda' })).screens,
})
