import { exactTotal } from '@mi-portal/contract/calls/paging'
import { frequentStatement, type Statement } from '../../../platform/database/statement.ts'
import type { Reading } from '../../../ports/clinical-archive.ts'
import type { Counted, Window } from '../counted-page.ts'

type PageSource = { readonly columns: string; readonly from: string; readonly order: string }

/**
 * Returns a statement that reads a page and its total. Counting stops one past the largest exact total. The total is the only
 * row of the outer side of the join, so the rows keep the order of the index in which the inner side finds them.
 */
export function pageStatement<T, Given>(
  name: string,
  { columns, from, order }: PageSource,
): Statement<Counted<T>, Given & Window> {
  return frequentStatement(
    name,
    `with counted as (select count(*)::int as total from (select 1 ${from} limit ${exactTotal + 1}) c)
     select counted.total, p.* from counted left join (
       select ${columns} ${from} order by ${order} limit :limit_rows offset :offset_rows
     ) p on true`,
  )
}

/** Two forms of a statement: for the whole record, and without what is reserved for an adolescent patient. */
export type Pair<Row, Given> = {
  readonly whole: Statement<Row, Given>
  readonly unreserved: Statement<Row, Given>
}

export function pair<Row, Given>(
  make: (suffix: string, unreserved: boolean) => Statement<Row, Given>,
): Pair<Row, Given> {
  return { whole: make('', false), unreserved: make('Unreserved', true) }
}

export function chosen<Row, Given>(statements: Pair<Row, Given>, of: Reading): Statement<Row, Given> {
  return of.withoutReserved ? statements.unreserved : statements.whole
}

export type Several = { readonly patient_ids: readonly number[]; readonly unreserved: readonly boolean[] }
export const eachPatient =
  'unnest(:patient_ids::int[], :unreserved::boolean[]) asked (patient_id, unreserved)'

export function several(of: readonly Reading[]): Several {
  return {
    patient_ids: of.map(({ patientId }) => patientId),
    unreserved: of.map(({ withoutReserved }) => withoutReserved),
  }
}
