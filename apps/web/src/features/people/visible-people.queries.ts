/** Loads whose data the user may see. Apart from the queries of personal data, because the booking page needs only these. */
import { familyMemberEndpoints } from '@mi-portal/contract/family/members'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { useSelectedPersonSearch } from './selected-person.search.ts'

export const groupFallback = 'Error server al obtener grupo familiar'

/**
 * Loads whose data the user may see: only names, nothing of a record. `selections` are the user and the members whose whole record the
 * user may see, `delegated` the adults who gave the user access to some matters.
 */
export const visiblePeopleQuery = queryOptions({
  queryKey: ['family', 'selections'],
  queryFn: ({ signal }) => call(familyMemberEndpoints.selections, {}, { signal, fallback: groupFallback }),
})

/** Loads the adults who gave the user access to some matters of their record. */
export const delegatedQuery = queryOptions({
  ...visiblePeopleQuery,
  select: ({ delegated }) => delegated,
})

/** Returns whether the user may book for the person whose data a page shows: not for an adult who gave access without booking. */
export function useMayBookFor(patientId: number | undefined): boolean {
  const { data = [] } = useQuery({ ...delegatedQuery, enabled: patientId !== undefined })
  return !data.some(({ id, may_book }) => id === patientId && !may_book)
}

/** Returns the search parameter with which a link to booking keeps the selected person, if the user may book for them. */
export function useBookingSearch(): { patient_id?: number } {
  const person = useSelectedPersonSearch()
  return useMayBookFor(person.patient_id) ? person : {}
}
