import { exactTotal, type Page, type Paged } from '@mi-portal/contract/calls/paging'

/** A row of a page with the total. A page past the end is one row with only the total. */
export type Counted<T> = { readonly total: number } & (T | { readonly [K in keyof T]: null })

export type Window = { readonly limit_rows: number; readonly offset_rows: number }

export function toWindow({ page, limit }: Page): Window {
  return { limit_rows: limit, offset_rows: (page - 1) * limit }
}

function isFound<T extends { readonly id: number }>(row: T | { readonly [K in keyof T]: null }): row is T {
  return row.id !== null
}

export function paged<T extends { readonly id: number }>(rows: readonly Counted<T>[]): Paged<T> {
  const counted = rows[0]?.total ?? 0
  const found = rows.filter((row): row is Counted<T> & T => isFound<T>(row))
  return { rows: found, total: Math.min(counted, exactTotal), more: counted > exactTotal }
}
