import { searchParams, text } from '../../lib/search-params.ts'

/** Legal texts of staff: the open tab. */
export const legalAdminSearch = searchParams({ tab: text })
