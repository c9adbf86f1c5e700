import { recordParams } from '../../features/people/record.search.ts'
import { flag, searchParams } from '../../lib/search-params.ts'

/** Appointments and documents page: `solicitar` opens the dialog for requesting a document at once. */
export const appointmentsSearch = searchParams({ ...recordParams, solicitar: flag })
