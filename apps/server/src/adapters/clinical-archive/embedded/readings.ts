import type { Statement } from '../../../platform/database/statement.ts'
import type { Reading } from '../../../ports/clinical-archive.ts'

/** Two forms of a statement: for the whole record, and without what is reserved for an adolescent patient. */
type Pair<Row, Given> = Readonly<Record<'whole' | 'unreserved', Statement<Row, Given>>>

export function chosen<Row, Given>(statements: Pair<Row, Given>, of: Reading): Statement<Row, Given> {
  return of.withoutReserved ? statements.unreserved : statements.whole
}

export const eachPatient =
  'unnest(:patient_ids::int[], :unreserved::boolean[]) asked (patient_id, unreserved)'

export function several(of: readonly Reading[]) {
  return {
    patient_ids: of.map(({ patientId }) => patientId),
    unreserved: of.map(({ withoutReserved }) => withoutReserved),
  }
}
