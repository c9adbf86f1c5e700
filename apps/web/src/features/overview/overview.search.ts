import { matchingAny, paging, searchParams } from '../../lib/search-params.ts'

/** Start page of the administration: the open list. */
export const overviewSearch = searchParams({ ver: matchingAny('correos', 'ingresos', 'encuesta'), ...paging })
