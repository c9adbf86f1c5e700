import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { LoadError } from './load-error.tsx'
import { RowSkeletons } from './skeletons.tsx'

/** What a query brought, with the two states every list has before: on its way, and could not be fetched. */
export function Loaded<Data>(props: {
  query: UseQueryResult<Data>
  children(data: Data): ReactNode
  /** In place of the usual rows. */
  skeleton?: ReactNode
}) {
  const { query } = props
  if (query.data !== undefined) return props.children(query.data)
  if (query.isError)
    return <LoadError message={query.error.message} onRetry={query.refetch} retrying={query.isFetching} />
  return props.skeleton ?? <RowSkeletons />
}
