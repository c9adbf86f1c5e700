import { searchParams, text } from '../../lib/search-params.ts'
import { recordParams } from '../people/record.search.ts'

/** Request pages: the open tab, and the page of its history. */
export const requestsSearch = searchParams({ ...recordParams, tab: text })
