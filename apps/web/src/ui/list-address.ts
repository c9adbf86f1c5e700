/**
 * The address of a list: its filters, its page and the rows of a page. Words that may name a person stay in the history entry, which Back
 * and reload preserve, because addresses are logged and shared.
 */
import { type HistoryState, useNavigate, useSearch } from '@tanstack/react-router'
import { useExistingPage } from './existing-page.ts'
import type { PageState } from './page-picker.tsx'

/** The numbers of rows among which staff choose. */
export const pageSizes = [10, 20, 50, 100] as const

type Texts = Pick<HistoryState, 'searchText' | 'staff'>

type ShowOptions = {
  /** The search texts that change. */
  readonly texts?: Texts
  /** Whether Back skips what was shown before. */
  readonly replace?: boolean
}

/** Returns page and rows of a page, and functions that change the address. `usualLimit` is the number of rows without a choice. */
export function useListAddress(usualLimit = 10) {
  const { page = 1, filas } = useSearch({ strict: false })
  const limit = pageSizes.find((size) => size === filas) ?? usualLimit
  const navigate = useNavigate()
  /** Changes some parameters of the address, and keeps the others. Without a page, the first one is shown. */
  function show(
    filters: Readonly<Record<string, unknown>>,
    { texts = {}, replace = false }: ShowOptions = {},
  ) {
    return navigate({
      to: '.',
      search: (before: object) => ({ ...before, page: undefined, ...filters }) as never,
      state: (before) => ({ ...before, ...texts }),
      replace,
    })
  }
  return {
    page,
    limit,
    show,
    /** Changes the search text while it is typed. */
    search: (searchText: string) => show({}, { texts: { searchText }, replace: true }),
    /** Returns the paging of a table. */
    describePaging: (found: PageState, noun: string) => ({
      ...found,
      noun,
      onPage: (to: number) => show({ page: to === 1 ? undefined : to }),
      onLimit: (rows: number) => show({ filas: rows === usualLimit ? undefined : rows }),
    }),
  }
}

type ListAddress = ReturnType<typeof useListAddress>

/** Moves to the last page of a list when the address asks for a later one. */
export function useExistingListPage(
  { show }: ListAddress,
  { data, isPlaceholderData }: { data: PageState | undefined; isPlaceholderData: boolean },
) {
  useExistingPage(isPlaceholderData ? undefined : data, (page) => show({ page }, { replace: true }))
}
