import { Failure } from '@mi-portal/contract/failure'
import { IconUserOff } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loaded } from '../../ui/loaded.tsx'

/** Part of a patient's record. Of somebody out of reach there is nothing to try again: the way on is back to one's own. */
export function RecordLoaded<Data>(props: {
  query: UseQueryResult<Data>
  onBack(): void
  skeleton?: ReactNode
  children(data: Data): ReactNode
}) {
  const { error, data } = props.query
  if (data === undefined && error instanceof Failure && error.status === 404) {
    return (
      <EmptyState
        icon={IconUserOff}
        title={error.message}
        action={<Button onClick={props.onBack}>Volver a mi perfil</Button>}
      />
    )
  }
  return (
    <Loaded query={props.query} skeleton={props.skeleton}>
      {props.children}
    </Loaded>
  )
}
