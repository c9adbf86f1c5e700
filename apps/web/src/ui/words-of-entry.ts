import { useRouterState } from '@tanstack/react-router'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** What a list was searched by: kept by back and reload, never in an address. */
    words?: string
    /** The same for a second field of the same list. */
    staff?: string
    /** A page was opened from the list of accounts, to which its way back leads. */
    fromUsers?: boolean
    /** The page that sent somebody to sign in, to which they come back. */
    returnTo?: string
  }
}

/** The words that the list of this history entry is searched by, or none. */
export function useWordsOfEntry(): string {
  return useRouterState({ select: (state) => state.location.state.words ?? '' })
}
