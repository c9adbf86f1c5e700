/** Loads the application of a link, and asks for the code of the counter. */
import { type ApplicationState, applicationEndpoints } from '@mi-portal/contract/applications'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'

// At the counter the page shows the decision by itself.
const refreshMs = 30_000

export function applicationQuery(key: string) {
  return queryOptions({
    queryKey: ['applications', key],
    queryFn: async ({ signal }): Promise<ApplicationState> =>
      (await call(applicationEndpoints.state, { params: { key } }, { signal })).application,
    refetchInterval: ({ state }) => (state.data?.state === 'waiting' ? refreshMs : false),
  })
}

/** Asks for a new code. The answer is the only place where the code is shown. */
export function useCounterCode(key: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(applicationEndpoints.createCode, { params: { key } }),
    onSettled: () => client.invalidateQueries(applicationQuery(key)),
  })
}
