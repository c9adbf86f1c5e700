import { IconAlertTriangle, IconCircleCheck, IconClock, IconLock } from '@tabler/icons-react'
import { now } from '../../../lib/clock.ts'
import { formatTimestamp } from '../../../lib/dates.ts'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { describeDeadline } from './inbox.rules.ts'

const looks = { late: 'error', soon: 'attention', well: 'neutral' } as const

interface RequestClockProps {
  request: {
    readonly state: 'pendiente' | 'respondida'
    readonly due_at: string
    readonly answered_at: string | null
    readonly closed_at?: string | null
  }
}

/** Shows the time left until the request is due, or when it was answered or closed. */
export function RequestClock({ request }: RequestClockProps) {
  if (request.closed_at)
    return (
      <StatusBadge look="neutral" icon={IconLock}>
        Cerrada el {formatTimestamp(request.closed_at)}
      </StatusBadge>
    )
  if (request.state === 'respondida' && request.answered_at !== null)
    return (
      <StatusBadge look="success" icon={IconCircleCheck}>
        Respondida el {formatTimestamp(request.answered_at)}
      </StatusBadge>
    )
  const { text, look } = describeDeadline(request.due_at, now())
  return (
    <StatusBadge look={looks[look]} icon={look === 'late' ? IconAlertTriangle : IconClock}>
      {text}
    </StatusBadge>
  )
}
