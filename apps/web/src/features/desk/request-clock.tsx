import { IconAlertTriangle, IconCircleCheck, IconClock } from '@tabler/icons-react'
import { now } from '../../lib/clock.ts'
import { formatTimestamp } from '../../lib/dates.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { describeDeadline } from './desk.rules.ts'

const looks = { late: 'error', soon: 'attention', well: 'neutral' } as const

/** Shows the time left until the request is due, or when it was answered. */
export function RequestClock({ request }: { request: { due_at: string; answered_at: string | null } }) {
  if (request.answered_at !== null)
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
