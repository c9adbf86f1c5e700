import type { MissingItem } from '@mi-portal/contract/installation'
import { useCurrentUser } from '../../lib/session.ts'
import { Notice } from '../../ui/notice.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { missingTargets } from './missing-links.rules.ts'

interface MissingListProps {
  items: readonly MissingItem[]
  title: string
  /** Whether to show also what to do about each item. */
  withRemedies?: boolean
}

/** What the installation still lacks; super administrators get a link to where each item is fixed. Shows nothing without items. */
export function MissingList({ items, title, withRemedies }: MissingListProps) {
  const canFix = useCurrentUser()?.rol === 'SUPER_ADMIN_ROLE'
  if (items.length === 0) return null
  return (
    <Notice kind="warning" title={title}>
      <ul>
        {items.map(({ code, text, remedy }) => (
          <li key={code}>
            {text} {withRemedies && `${remedy} `}
            {canFix && (
              <TextLink {...missingTargets[code].link}>Ir a «{missingTargets[code].label}»</TextLink>
            )}
          </li>
        ))}
      </ul>
    </Notice>
  )
}
