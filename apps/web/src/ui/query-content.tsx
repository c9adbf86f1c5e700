import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { LoadError } from './load-error.tsx'
import { RowSkeletons } from './skeletons.tsx'

/** Shows the data of a query, and before it the two states of every list: loading and failed. */
export function QueryContent<Data>(props: {
  query: UseQueryResult<Data>
  children(data: Data): ReactNode
  /** Replaces the usual row skeletons. */
  skeleton?: ReactNode
}) {
  const { query } = props
  if (query.data !== undefined) return props.children(query.data)
  if (query.isError)
    return <LoadError error={query.error} onRetry={query.refetch} retrying={query.isFetching} />
  return props.skeleton ?? <RowSkeletons />
}
