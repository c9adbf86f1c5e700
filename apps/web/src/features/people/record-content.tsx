import { CallError } from '@mi-portal/contract/calls/call-error'
import { IconUserOff } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Notice } from '../../ui/notice.tsx'
import { QueryContent } from '../../ui/query-content.tsx'

/** Returns the server's sentence about entries that a list may lack, or null. */
function noticeIn(data: unknown): string | null {
  const notice = typeof data === 'object' && data !== null && 'notice' in data ? data.notice : null
  return typeof notice === 'string' ? notice : null
}

/**
 * Shows a part of a patient's record. Without access to the patient, a retry is pointless, so only the way back to
 * the user's own record is offered.
 */
export function RecordContent<Data>(props: {
  query: UseQueryResult<Data>
  onBack(): void
  skeleton?: ReactNode
  children(data: Data): ReactNode
}) {
  const { error, data } = props.query
  if (data === undefined && error instanceof CallError && error.status === 404) {
    return (
      <EmptyState
        icon={IconUserOff}
        title={error.message}
        action={<Button onClick={props.onBack}>Volver a mi perfil</Button>}
      />
    )
  }
  return (
    <QueryContent query={props.query} skeleton={props.skeleton}>
      {(shown) => {
        const notice = noticeIn(shown)
        return (
          <>
            {notice !== null && <Notice kind="warning">{notice}</Notice>}
            {props.children(shown)}
          </>
        )
      }}
    </QueryContent>
  )
}
