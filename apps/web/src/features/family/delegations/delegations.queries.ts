/** Queries and calls of the accesses that adults give each other. */
import { type DelegationDraft, delegationEndpoints } from '@mi-portal/contract/family/delegations'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/call.ts'
import { familiesKey } from '../family.queries.ts'

/** Loads the accesses that the user gave and received. */
export const delegationsQuery = queryOptions({
  queryKey: [...familiesKey, 'delegations'],
  queryFn: ({ signal }) =>
    call(delegationEndpoints.list, {}, { signal, fallback: 'Error server al obtener accesos' }),
})

/** Reloads the accesses, the people whose data the user may see, and the notifications about them. */
function useReloadDelegations() {
  const client = useQueryClient()
  return () =>
    Promise.all([familiesKey, ['notifications']].map((queryKey) => client.invalidateQueries({ queryKey })))
}

export function useGiveAccess() {
  const reload = useReloadDelegations()
  return useMutation({
    mutationFn: (body: DelegationDraft) =>
      call(delegationEndpoints.give, { body }, { fallback: 'No ha sido posible dar el acceso' }),
    onSuccess: reload,
  })
}

export type DelegationChange = 'accept' | 'decline' | 'renew' | 'end'

/** Accepts, declines, renews or ends an access. The lists are reloaded even after an error, because it may be over. */
export function useChangeDelegation() {
  const reload = useReloadDelegations()
  return useMutation({
    mutationFn: ({ id, change }: { id: number; change: DelegationChange }) =>
      call(
        delegationEndpoints[change],
        { params: { id } },
        { fallback: 'No ha sido posible cambiar el acceso' },
      ),
    onSettled: reload,
  })
}
