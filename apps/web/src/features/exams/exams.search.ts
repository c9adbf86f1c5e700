import { flag, positive, searchParams, text } from '../../lib/search-params.ts'
import { recordParams } from '../people/record.search.ts'

/**
 * Exams page: `examen` is the exam that is open from the start, `buscar` and `anio` limit the list, and `comparar` opens
 * the comparison of the exams `primero` and `segundo`.
 */
export const examsSearch = searchParams({
  ...recordParams,
  examen: positive,
  buscar: text,
  anio: positive,
  comparar: flag,
  primero: positive,
  segundo: positive,
})
