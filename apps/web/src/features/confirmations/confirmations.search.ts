import { matchingAny, paging, searchParams } from '../../lib/search-params.ts'

/** «Por confirmar»: the open list, and its page. Without `ver` the changes that wait are listed. */
export const confirmationsSearch = searchParams({ ver: matchingAny('resueltas', 'ingresos'), ...paging })
