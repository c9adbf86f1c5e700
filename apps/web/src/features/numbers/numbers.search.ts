import { matching, matchingAny, searchParams } from '../../lib/search-params.ts'

const month = matching(/20\d\d-(?:0[1-9]|1[0-2])/)

/** The months of the period, `YYYY-MM`; the last three when absent. `por`: what the rows are, sites when absent. */
export const numbersSearch = searchParams({ desde: month, hasta: month, por: matchingAny('especialidad') })
