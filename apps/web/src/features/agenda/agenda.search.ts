import { day, flag, matchingAny, paging, positive, searchParams } from '../../lib/search-params.ts'

/** Calendars page: the open part, `desde` being a day in the displayed week; patients are never in an address. */
export const agendaSearch = searchParams({
  ver: matchingAny('feriados', 'importar', 'nuevo'),
  profesional: positive,
  desde: day,
  editar: flag,
  ano: (value) => {
    const year = positive(value)
    return year !== undefined && year >= 2022 && year <= 2100 ? year : undefined
  },
  ...paging,
})
