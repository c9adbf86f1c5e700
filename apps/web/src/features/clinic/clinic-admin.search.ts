import { matchingAny, paging, searchParams, text } from '../../lib/search-params.ts'

/** A part of the clinic package: the open tab, the row that is edited, the search text, and page and order of the rows. */
export const clinicPartSearch = searchParams({
  ver: matchingAny('historial', 'archivo'),
  fila: text,
  buscar: text,
  ...paging,
})
