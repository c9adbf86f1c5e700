import { positive, searchParams } from '../../lib/search-params.ts'
import { recordParams } from '../people/record.search.ts'

/** Exams page: `examen` is the exam that is open from the start. */
export const examsSearch = searchParams({ ...recordParams, examen: positive })
