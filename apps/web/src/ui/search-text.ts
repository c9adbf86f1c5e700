import { useRouterState } from '@tanstack/react-router'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Search text of a list: preserved by Back and reload, never in an address. */
    searchText?: string
    /** Search text of a second field of the same list. */
    staff?: string
    /** Whether the page was opened from the list of accounts, to which its back link leads. */
    fromUsers?: boolean
    /** The page that sent the user to sign in, and to which they return. */
    returnTo?: string
  }
}

/** Returns the search text of the list of this history entry, or empty text. */
export function useSearchText(): string {
  return useRouterState({ select: (state) => state.location.state.searchText ?? '' })
}
