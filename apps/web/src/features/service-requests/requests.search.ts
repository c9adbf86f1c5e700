import { positive, searchParams, text } from '../../lib/search-params.ts'
import { recordParams } from '../people/record.search.ts'

/** Request pages: the open tab, the page of its history, and the request to which the address leads. */
export const requestsSearch = searchParams({ ...recordParams, tab: text, solicitud: positive })
