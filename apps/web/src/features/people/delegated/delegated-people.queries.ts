/** What a page needs to know of adults who gave the user access to some matters. Apart from the home page, which does not need it. */
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { personQuery } from '../people.queries.ts'
import { delegatedQuery, visiblePeopleQuery } from '../visible-people.queries.ts'

/**
 * Returns the names of a person whose data a page shows, and the error if the user may not see them. A delegate may not ask for the
 * personal data, so a delegated person's names come from the list of visible people.
 */
export function usePersonNames(patientId: number, { enabled = true } = {}) {
  const people = useQuery({ ...delegatedQuery, enabled })
  const delegated = people.data?.find(({ id }) => id === patientId)
  const person = useQuery({
    ...personQuery(patientId),
    enabled: enabled && !people.isLoading && delegated === undefined,
  })
  return { names: delegated ?? person.data, error: delegated === undefined ? person.error : null }
}

/** Returns the names of a person who gave the user access to some matters; null if this person did not. */
export async function loadDelegatedNames(client: QueryClient, patientId: number) {
  const { delegated } = await client.ensureQueryData(visiblePeopleQuery)
  return delegated.find(({ id }) => id === patientId) ?? null
}

/** Returns whether the user has access to the record of this person as a delegate. */
export function useIsDelegated(patientId: number): boolean {
  const { data = [] } = useQuery(delegatedQuery)
  return data.some(({ id }) => id === patientId)
}
