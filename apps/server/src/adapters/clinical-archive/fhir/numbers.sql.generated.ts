/** The types of the statements in numbers.sql.ts, which `npm run sql` generates. */
export type NumbersSql = {
  numbered: { row: { id: number; source: string }; given: { sources: readonly string[]; archive: string; kind: string; patient_id: number } }
  moved: { row: never; given: { patient_id: number; archive: string; kind: string; sources: readonly string[] } }
  found: { row: { id: number; source: string; patient_id: number }; given: { archive: string; kind: string; ids: readonly number[] } }
  givenUp: { row: { source: string }; given: { archive: string; patient_id: number; now: Date } }
  ask: { row: { id: number }; given: { now: Date; id: number } }
  unask: { row: never; given: { id: number } }
  cancel: { row: { id: number }; given: { now: Date; id: number } }
  setPrivate: { row: { id: number }; given: { is_private: boolean; now: Date; archive: string; kind: string; id: number; patient_id: number } }
  privateSources: { row: { source: string }; given: { archive: string; kind: string; patient_id: number } }
}
