import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue } from 'react'
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
  // React renders the answer of a query without a pause, and a deferred value in short tasks, between which the page answers a touch.
  // The data themselves are never deferred, because a deferred value would be that of the person or page before.
  const hasData = useDeferredValue(query.data !== undefined)
  if (query.data !== undefined && hasData) return props.children(query.data)
  if (query.isError)
    return <LoadError error={query.error} onRetry={query.refetch} retrying={query.isFetching} />
  return props.skeleton ?? <RowSkeletons />
}
