/** Pages of a list: what a caller may ask and what every paged answer carries. */
import * as z from 'zod/mini'
import { countParam } from './values/ids.ts'

/** Counting stops here: beyond it the answer says `total_more`. */
export const exactTotal = 1000

/** `page` from 1 and `limit` from 1 to 100, both given as text in an address. */
export function pageQuery(defaultLimit: number) {
  return z.object({
    page: z._default(countParam(1, 1_000_000, 'Página inválida'), 1),
    limit: z._default(countParam(1, 100, 'Límite inválido'), defaultLimit),
  })
}

export type Page = { readonly page: number; readonly limit: number }

export const pageReply = {
  total: z.int(),
  total_more: z.optional(z.boolean()),
  page: z.int(),
  limit: z.int(),
}

/** A store's page of rows and how many there are; `more` once counting stopped at {@link exactTotal}. */
export type Paged<T> = { readonly rows: readonly T[]; readonly total: number; readonly more: boolean }

/** The paging part of an answer. */
export function pageOf(paged: Paged<unknown>, page: Page) {
  return {
    total: paged.total,
    ...(paged.more ? { total_more: true } : {}),
    page: page.page,
    limit: page.limit,
  }
}
