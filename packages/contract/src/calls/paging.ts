import * as z from 'zod/mini'
import { atMost } from '../fields/text.ts'
import { countParam } from '../values/ids.ts'

/** A list ends at this row: no page begins after it, and rows are counted up to it. `total_more` says that there are more. */
export const exactTotal = 1000

const wrongPage = 'Página inválida'
const wrongLimit = 'Límite inválido'

const beginsInList = z.refine<Page>(({ page, limit }) => (page - 1) * limit < exactTotal, {
  path: ['page'],
  error: wrongPage,
})

/**
 * Returns the query of a paged list: `page` from 1 and `limit` from 1 to 100, both as the text of an address. A list
 * with filters adds them with `z.safeExtend`.
 */
export function pageQuery(defaultLimit: number) {
  return z
    .object({
      page: z._default(countParam(1, exactTotal, wrongPage), 1),
      limit: z._default(countParam(1, 100, wrongLimit), defaultLimit),
    })
    .check(beginsInList)
}

/** Returns the same as a body: page and limit are numbers, and text is not converted. */
export function pageBody(defaultLimit: number) {
  const from1To = (maximum: number, message: string) =>
    z.int(message).check(z.minimum(1, message), z.maximum(maximum, message))
  return z
    .object({
      page: z._default(from1To(exactTotal, wrongPage), 1),
      limit: z._default(from1To(100, wrongLimit), defaultLimit),
    })
    .check(beginsInList)
}

/** The order of a list: the name of a column, with `-` before it for the reverse. */
export type Order<Column extends string> = Column | `-${Column}`

/** Returns the parameter `order` of a list; without it the list has its usual order. */
export function orderBy<const Column extends string>(columns: readonly Column[]) {
  const orders = columns.flatMap((column): Order<Column>[] => [column, `-${column}`])
  return { order: z.optional(z.enum(orders, 'Orden inválido')) }
}

/** Returns the search text of a list; without text the list is complete. */
export function searchWords(longest: number) {
  return z.optional(
    z.nullable(z.string('Búsqueda inválida').check(z.trim(), atMost(longest, 'Búsqueda demasiado larga'))),
  )
}

export type Page = { readonly page: number; readonly limit: number }
/** A page of a list in an order. */
export type OrderedPage<Columns extends readonly string[] = readonly string[]> = Page & {
  readonly order?: Order<Columns[number]> | undefined
}

export const pageReply = {
  total: z.int(),
  total_more: z.optional(z.boolean()),
  /** A sentence about entries that the list may lack; absent when nothing is known to be missing. */
  notice: z.optional(z.string()),
  page: z.int(),
  limit: z.int(),
}

/**
 * A page of rows from a store, and the total number of rows. `more` is true when counting stopped at {@link
 * exactTotal}.
 */
export type Paged<T> = {
  readonly rows: readonly T[]
  readonly total: number
  readonly more: boolean
  readonly notice?: string
}

/** Returns the paging fields of an answer; the total is at most {@link exactTotal}. */
export function toPageFields(paged: Paged<unknown>, page: Page) {
  return {
    total: Math.min(paged.total, exactTotal),
    ...(paged.more || paged.total > exactTotal ? { total_more: true } : {}),
    ...(paged.notice === undefined ? {} : { notice: paged.notice }),
    page: page.page,
    limit: page.limit,
  }
}
