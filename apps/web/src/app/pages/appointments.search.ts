import { recordParams } from '../../features/people/record.search.ts'
import { flag, positive, searchParams } from '../../lib/search-params.ts'

/**
 * Appointments and documents page: `solicitar` opens the dialog for requesting a document at once, `solicitud` is the request to
 * which the address leads.
 */
export const appointmentsSearch = searchParams({ ...recordParams, solicitar: flag, solicitud: positive })
