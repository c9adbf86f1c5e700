import { exactTotal, type Page, type Paged } from '@mi-portal/contract/calls/paging'

export function pageOfAll<T>(all: readonly T[], { page, limit }: Page): Paged<T> {
  return {
    rows: all.slice(0, exactTotal).slice((page - 1) * limit, page * limit),
    total: Math.min(all.length, exactTotal),
    more: all.length > exactTotal,
  }
}
