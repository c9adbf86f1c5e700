import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { exactTotal, pageBody, pageQuery, toPageFields } from './paging.ts'

test('a page that begins within the first thousand rows is accepted, and one that begins after them is rejected', () => {
  for (const [page, limit] of [
    [1, 100],
    [10, 100],
    [34, 30],
    [100, 10],
    [1000, 1],
  ] as const)
    expect(pageBody(10).parse({ page, limit })).toEqual({ page, limit })
  for (const [page, limit] of [
    [11, 100],
    [35, 30],
    [101, 10],
    [1001, 1],
  ] as const) {
    const { error } = pageBody(10).safeParse({ page, limit })
    expect(error?.issues[0]).toMatchObject({ path: ['page'], message: 'Página inválida' })
  }
})

test('the same pages are rejected in an address, by the limit of the list, and in a list with filters', () => {
  const query = z.safeExtend(pageQuery(10), { filter: z.optional(z.string()) })
  expect(query.parse({ page: '100', filter: 'soto' })).toEqual({ page: 100, limit: 10, filter: 'soto' })
  expect(query.safeParse({ page: '101', filter: 'soto' }).error?.issues).toMatchObject([{ path: ['page'] }])
})

test('a total beyond a thousand rows is reported as a thousand and more', () => {
  const page = { page: 1, limit: 10 }
  expect(toPageFields({ rows: [], total: exactTotal, more: false }, page)).toEqual({ total: 1000, ...page })
  expect(toPageFields({ rows: [], total: 413_000, more: false }, page)).toEqual({
    total: 1000,
    total_more: true,
    ...page,
  })
})
