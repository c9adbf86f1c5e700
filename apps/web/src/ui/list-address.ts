/**
 * The address of a list: its filters, its page, the rows of a page and their order. Words that may name a person stay in the history entry, which Back
 * and reload preserve, because addresses are logged and shared.
 */
import type { Order } from '@mi-portal/contract/calls/paging'
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

interface ListOptions<Column extends string> {
  /** The number of rows of a page without a choice. */
  usualLimit?: number
  /** The columns by which the server sorts the list. */
  columns?: readonly Column[]
}

/** Returns page, rows of a page and order, and functions that change the address. */
export function useListAddress<Column extends string = never>({
  usualLimit = 10,
  columns = [],
}: ListOptions<Column> = {}) {
  const { page = 1, filas, orden } = useSearch({ strict: false })
  const limit = pageSizes.find((size) => size === filas) ?? usualLimit
  const order = columns
    .flatMap((column): Order<Column>[] => [column, `-${column}`])
    .find((one) => one === orden)
  const navigate = useNavigate()
  /** Changes some parameters of the address, and keeps the others. Without a page, the first one is shown. */
  function show(
    filters: Readonly<Record<string, unknown>>,
    { texts = {}, replace = false }: ShowOptions = {},
  ) {
    return navigate({
      to: '.',
      search: (before: object) => ({ ...before, page: undefined, ...filters }) as never,
      // The mark of a dialog that is open belongs to its own entry.
      state: ({ searchText, staff }) => ({ searchText, staff, ...texts }),
      replace,
    })
  }
  const sorting = {
    by: order,
    columns,
    onChange: (by: string) => show({ orden: by }, { replace: true }),
  }
  return {
    page,
    limit,
    order,
    /** What the headers of a table need to show and to change the order. */
    sorting,
    show,
    /** Changes the search text while it is typed. */
    search: (searchText: string) => show({}, { texts: { searchText }, replace: true }),
    /** Returns what a table needs to show this list: low rows, pages and order. `noun` is the plural of what the rows are. */
    describeTable: (found: PageState, noun: string) => ({
      dense: true,
      paging: {
        ...found,
        noun,
        onPage: (to: number) => show({ page: to === 1 ? undefined : to }),
        onLimit: (rows: number) => show({ filas: rows === usualLimit ? undefined : rows }),
      },
      order: sorting,
    }),
  }
}

type ListAddress = Pick<ReturnType<typeof useListAddress>, 'show'>

/** Moves to the last page of a list when the address asks for a later one. */
export function useExistingListPage(
  { show }: ListAddress,
  { data, isPlaceholderData }: { data: PageState | undefined; isPlaceholderData: boolean },
) {
  useExistingPage(isPlaceholderData ? undefined : data, (page) => show({ page }, { replace: true }))
}
