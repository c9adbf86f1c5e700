import { privateLabel } from '@mi-portal/contract/private-items'
import { IconLock } from '@tabler/icons-react'
import { StatusBadge } from '../../ui/status-badge.tsx'

/** Marks an item that only the user sees; shows nothing for others. */
export function PrivateBadge({ isPrivate }: { isPrivate: boolean }) {
  return isPrivate ? (
    <StatusBadge look="info" icon={IconLock}>
      {privateLabel}
    </StatusBadge>
  ) : null
}
