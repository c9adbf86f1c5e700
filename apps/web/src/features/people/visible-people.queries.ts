/** Loads whose data the user may see. Apart from the queries of personal data, because the booking page needs only these. */
import { familyMemberEndpoints } from '@mi-portal/contract/family/members'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'

/**
 * Loads whose data the user may see: only names, nothing of a record. `selections` are the user and the members whose whole record the
 * user may see, `delegated` the adults who gave the user access to some matters.
 */
export const visiblePeopleQuery = queryOptions({
  queryKey: ['family', 'selections'],
  queryFn: ({ signal }) =>
    call(
      familyMemberEndpoints.selections,
      {},
      { signal, fallback: 'Error server al obtener grupo familiar' },
    ),
})

/** Loads the adults who gave the user access to some matters of their record. */
export const delegatedQuery = queryOptions({
  ...visiblePeopleQuery,
  select: ({ delegated }) => delegated,
})
