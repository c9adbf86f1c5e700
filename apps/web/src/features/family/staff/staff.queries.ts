/** Queries of the patients whose family groups staff administer. */
import type { OrderedPage } from '@mi-portal/contract/calls/paging'
import { type userColumns, userEndpoints } from '@mi-portal/contract/users'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/call.ts'
import { userFallback } from '../../people/people.rules.ts'

/** Loads a page of the accounts that match the search text. */
export function patientsQuery(searchText: string, { page, limit, order }: OrderedPage<typeof userColumns>) {
  return queryOptions({
    queryKey: ['family', 'patients', searchText, page, limit, order],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call(
        userEndpoints.list,
        { body: { filter: searchText, status: null, page, limit, order } },
        { signal, fallback: 'Error server al obtener usuarios' },
      ),
  })
}

export function groupOwnerQuery(id: number) {
  return queryOptions({
    queryKey: ['family', 'group-owner', id],
    queryFn: async ({ signal }) =>
      (await call(userEndpoints.one, { params: { id } }, { signal, fallback: userFallback })).data,
  })
}
