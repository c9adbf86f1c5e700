/**
 * The person whose data the pages of a record show. The address has the id in `patient_id`, so that Back, reload and the links of
 * the menu keep it; without one the pages show the user's own data.
 */
import { CallError } from '@mi-portal/contract/calls/call-error'
import { useLocation, useMatches, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useCurrentUser } from '../../lib/session.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Whether the address named a person whom the user may not see, so that the page shows what the user may see. */
    personDenied?: boolean
  }
}

/** Returns the id of the person in the present address; undefined if it names none. */
export function usePersonInAddress(): number | undefined {
  return useMatches({
    select: (matches) => {
      const search: object = matches.at(-1)?.search ?? {}
      return 'patient_id' in search && typeof search.patient_id === 'number' ? search.patient_id : undefined
    },
  })
}

/** Returns the search parameter with which a link keeps the selected person. */
export function useSelectedPersonSearch(): { patient_id?: number } {
  const person = usePersonInAddress()
  const user = useCurrentUser()
  return person === undefined || person === user?.id ? {} : { patient_id: person }
}

/**
 * Shows the same page without the person in its address when the server denies that person's data. The page then has
 * {@link PersonDenied}.
 */
export function useFallBackFromDeniedPerson(error: Error | null): void {
  const navigate = useNavigate()
  const person = usePersonInAddress()
  const isDenied = person !== undefined && error instanceof CallError && error.status === 404
  useEffect(() => {
    if (!isDenied) return
    void navigate({
      to: '.',
      search: (search: object) => ({
        ...search,
        patient_id: undefined,
        from_family_group: undefined,
        page: undefined,
      }),
      state: { personDenied: true },
      replace: true,
    })
  }, [isDenied, navigate])
}

/** Returns whether the page was opened for a person whom the user may not see. */
export function useIsPersonDenied(): boolean {
  return useLocation({ select: ({ state }) => state.personDenied === true })
}
