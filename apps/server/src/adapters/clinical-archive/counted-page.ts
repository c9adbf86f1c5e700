import { exactTotal, type Page, type Paged } from '@mi-portal/contract/calls/paging'

/** A row of a page with the total. A page past the end is one row with only the total. */
type Counted<T> = { readonly total: number } & { readonly [K in keyof T]: T[K] | null }

/**
 * Returns the SQL that reads a page and its total. Counting stops one past the largest exact total. The total is the only
 * row of the outer side of the join, so the rows keep the order of the index in which the inner side finds them.
 */
export function toCountedPage({
  columns,
  from,
  order,
}: Record<'columns' | 'from' | 'order', string>): string {
  return `with counted as (select count(*)::int as total from (select 1 ${from} limit ${exactTotal + 1}) c)
     select counted.total as total!, p.* from counted left join (
       select ${columns} ${from} order by ${order} limit :limit_rows offset :offset_rows
     ) p on true`
}

export function toWindow({ page, limit }: Page) {
  return { limit_rows: limit, offset_rows: (page - 1) * limit }
}

export function paged<T extends { readonly id: number }>(rows: readonly Counted<T>[]): Paged<T> {
  const counted = rows[0]?.total ?? 0
  const found = rows.filter((row): row is Counted<T> & T => row.id !== null)
  return { rows: found, total: Math.min(counted, exactTotal), more: counted > exactTotal }
}
