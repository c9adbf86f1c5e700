import { day, flag, positive, searchParams, text } from '../../lib/search-params.ts'

/** Profile page: the open tab, and the page and filter of its list of accesses. `propios`: with the user's own accesses. */
export const profileSearch = searchParams({
  tab: text,
  page: positive,
  desde: day,
  hasta: day,
  propios: flag,
})
