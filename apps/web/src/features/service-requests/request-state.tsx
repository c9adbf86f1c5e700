import { IconCircleCheck, IconClock, IconLock, IconMessageCircle } from '@tabler/icons-react'
import { Cluster } from '../../ui/layout/layout.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'

interface RequestStateProps {
  state: 'pendiente' | 'respondida'
  is_closed?: boolean
  /** Whether the clinic wrote something that the user has not opened. */
  is_unread?: boolean
}

/** Shows whether a request is pending, answered or closed, and whether there is a new message. */
export function RequestState({ is_unread = false, ...props }: RequestStateProps) {
  if (!is_unread) return <Progress {...props} />
  return (
    <Cluster gap="xs">
      <Progress {...props} />
      <StatusBadge look="info" icon={IconMessageCircle}>
        Mensaje nuevo
      </StatusBadge>
    </Cluster>
  )
}

function Progress({ state, is_closed = false }: RequestStateProps) {
  if (is_closed)
    return (
      <StatusBadge look="neutral" icon={IconLock}>
        Cerrada
      </StatusBadge>
    )
  return state === 'respondida' ? (
    <StatusBadge look="success" icon={IconCircleCheck}>
      Respondida
    </StatusBadge>
  ) : (
    <StatusBadge look="attention" icon={IconClock}>
      Pendiente
    </StatusBadge>
  )
}
