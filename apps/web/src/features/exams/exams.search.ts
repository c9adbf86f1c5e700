import { flag, positive, searchParams } from '../../lib/search-params.ts'
import { recordParams } from '../people/record.search.ts'

/**
 * Exams page: `examen` is the exam that is open from the start, `anio` limits the list to a year, and `comparar` opens the comparison
 * of the exams `primero` and `segundo`. What a patient searches for may tell of an illness, so it is not in the address (`ui/search-text.ts`).
 */
export const examsSearch = searchParams({
  ...recordParams,
  examen: positive,
  anio: positive,
  comparar: flag,
  primero: positive,
  segundo: positive,
})
