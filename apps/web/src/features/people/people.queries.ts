/** A person's own data, and the rule that one screen holds one person's record at a time. */
import { familyEndpoints } from '@mi-portal/contract/family'
import { peopleEndpoints } from '@mi-portal/contract/people'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../lib/call.ts'

/**
 * Everything about one patient's record is kept under this prefix: `['record', patientId, …]`.
 * So that it can be forgotten as a whole.
 */
export const recordKey = (patientId: number) => ['record', patientId] as const

/** Name and data of the caller, or of a minor in their care. */
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

/** Oneself and the members whose record one may use: names alone, nothing of a record. */
export const selectionsQuery = queryOptions({
  queryKey: ['family', 'selections'],
  queryFn: async ({ signal }) =>
    (
      await call(
        familyEndpoints.selections,
        {},
        { signal, fallback: 'Error server al obtener grupo familiar' },
      )
    ).selections,
})

/** Forgets what was read of every other patient as soon as this one's record is on screen. */
export function useOnlyRecordOf(patientId: number) {
  const client = useQueryClient()
  useEffect(() => {
    client.removeQueries({
      predicate: ({ queryKey: [kind, owner] }) => kind === 'record' && owner !== patientId,
    })
  }, [client, patientId])
}
