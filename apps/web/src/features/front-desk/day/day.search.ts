import { day, positive, searchParams, text } from '../../../lib/search-params.ts'

/** `dia` is today and `sede` the first site of the member of staff when absent. Names of people are never in an address. */
export const daySearch = searchParams({ dia: day, sede: positive, especialidad: text, page: positive })
