import { arrivalStates } from '@mi-portal/contract/attendance'
import { day, matchingAny, paging, positive, searchParams, text } from '../../../lib/search-params.ts'

/** `dia` is today and `sede` every site when absent. Names of people are never in an address. */
export const arrivalsSearch = searchParams({
  dia: day,
  sede: positive,
  estado: matchingAny(...arrivalStates),
  especialidad: text,
  profesional: text,
  ...paging,
})
