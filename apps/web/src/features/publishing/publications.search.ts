import { paging, searchParams } from '../../lib/search-params.ts'

/** Status and page of a list of publications. */
export const publicationsSearch = searchParams({
  visible: (value) => [true, false].find((visible) => String(visible) === String(value)),
  ...paging,
})
