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

/** A page of a list as a body asks for it: numbers, nothing coerced. */
export function pageBody(defaultLimit: number) {
  return {
    page: z._default(
      z
        .int('Página inválida')
        .check(z.minimum(1, 'Página inválida'), z.maximum(1_000_000, 'Página inválida')),
      1,
    ),
    limit: z._default(
      z.int('Límite inválido').check(z.minimum(1, 'Límite inválido'), z.maximum(100, 'Límite inválido')),
      defaultLimit,
    ),
  }
}

/** Words a list is searched by; nothing means all. */
export function searchWords(longest: number) {
  return z.optional(
    z.nullable(
      z.string('Búsqueda inválida').check(z.trim(), z.maxLength(longest, 'Búsqueda demasiado larga')),
    ),
  )
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
