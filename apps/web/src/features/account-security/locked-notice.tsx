/** Warns staff who decide about an application that its account is locked, because the approval unlocks it. */
import { useQuery } from '@tanstack/react-query'
import { formatTimestamp } from '../../lib/dates.ts'
import { LoadError } from '../../ui/load-error.tsx'
import { Notice } from '../../ui/notice.tsx'
import { accountStateQuery } from './staff-account.queries.ts'

/** Shows nothing for an account without a lock. */
export function LockedNotice({ userId }: { userId: number }) {
  const query = useQuery(accountStateQuery(userId))
  if (query.isError)
    return <LoadError error={query.error} onRetry={query.refetch} retrying={query.isFetching} />
  const lockedAt = query.data?.locked_at ?? null
  if (lockedAt === null) return null
  return (
    <div className="mb-4">
      <Notice kind="warning" title="Esta cuenta está bloqueada">
        Está bloqueada desde el {formatTimestamp(lockedAt)}. Comprueba con la persona que la solicitud es
        suya: al confirmar, la cuenta se desbloquea; al denegar, sigue bloqueada.
      </Notice>
    </div>
  )
}
