import { IconCircleCheck, IconClock } from '@tabler/icons-react'
import { StatusBadge } from '../../ui/status-badge.tsx'

/** Shows whether a request is pending or answered. */
export function RequestState({ state }: { state: 'pendiente' | 'respondida' }) {
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
