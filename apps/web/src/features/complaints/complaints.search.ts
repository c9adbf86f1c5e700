import { matchingAny, paging, searchParams } from '../../lib/search-params.ts'

/** Register of complaints: the filter and the page. Typed names are never in an address. */
export const complaintsSearch = searchParams({ estado: matchingAny('late', 'sent', 'all'), ...paging })
