/** Loads a person's data, and ensures that the memory has one patient's record at a time. */
import { peopleEndpoints } from '@mi-portal/contract/people'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../lib/call.ts'
import { isStaff, useCurrentUser } from '../../lib/session.ts'
import { toFirstWord, toShortName } from './people.rules.ts'
import { visiblePeopleQuery } from './visible-people.queries.ts'

/**
 * Key prefix of all cached data of a patient's record, `['record', patientId, …]`, so that it can be removed as a
 * whole.
 */
export const recordKey = (patientId: number) => ['record', patientId] as const

/** Loads name and data of the caller, or of a minor in their care. */
export function personQuery(patientId: number) {
  return queryOptions({
    queryKey: [...recordKey(patientId), 'person'],
    queryFn: async ({ signal }) => {
      const { data } = await call(
        peopleEndpoints.one,
        { params: { id: patientId } },
        { signal, fallback: 'Error server al obtener nombres' },
      )
      return data
    },
  })
}

/** Loads the user and the members whose whole record the user may see. */
export const selectionsQuery = queryOptions({
  ...visiblePeopleQuery,
  select: ({ selections }) => selections,
})

/** Removes the cached data of all other patients as soon as this patient's record is on screen. */
export function useClearRecordsExcept(patientId: number) {
  const client = useQueryClient()
  useEffect(() => {
    client.removeQueries({
      predicate: ({ queryKey: [kind, owner] }) => kind === 'record' && owner !== patientId,
    })
  }, [client, patientId])
}

/** Returns the user's first name and surname; only the first name until the surname has loaded. */
export function useOwnName(): string {
  const user = useCurrentUser()
  const { data = [] } = useQuery({ ...selectionsQuery, enabled: user !== null && !isStaff(user) })
  const own = data.find(({ is_self }) => is_self)
  return own ? toShortName(own) : toFirstWord(user?.first_name ?? '')
}
