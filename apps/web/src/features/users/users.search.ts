import { flag, matching, paging, positive, searchParams } from '../../lib/search-params.ts'

/** Accounts page: the listed accounts; the search text is never in an address. */
export const usersSearch = searchParams({
  estado: (value) => ([1, 2, 3, 4] as const).find((state) => state === positive(value)),
  atrasadas: flag,
  ...paging,
})

/** Account creation: the document of the person; never a name. */
export const createUserSearch = searchParams({
  tipo: (value) => ([1, 2] as const).find((type) => type === positive(value)),
  documento: matching(/[A-Za-z0-9.-]{1,16}/),
})
