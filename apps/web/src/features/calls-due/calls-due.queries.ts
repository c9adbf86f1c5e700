/** Loads the people whom staff have to call, and ticks them. */
import { callDueEndpoints } from '@mi-portal/contract/calls-due'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'

/** Each read is written to the audit log, so the interval is long. */
export const callsDueQuery = queryOptions({
  queryKey: ['calls-due'],
  refetchInterval: 300_000,
  queryFn: async ({ signal }) =>
    (
      await call(
        callDueEndpoints.list,
        {},
        { signal, fallback: 'Error server al obtener las personas por llamar' },
      )
    ).calls,
})

export function useFinishCall() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => call(callDueEndpoints.done, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: callsDueQuery.queryKey }),
  })
}
