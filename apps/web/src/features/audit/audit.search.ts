import { day, paging, positive, searchParams, text } from '../../lib/search-params.ts'

/** Audit log page: the filters. `persona` is the id of the patient whose data was accessed; typed names are never in an address. */
export const auditSearch = searchParams({
  accion: text,
  desde: day,
  hasta: day,
  persona: positive,
  ...paging,
})
