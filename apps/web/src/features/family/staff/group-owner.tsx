/** Loads the patient whose id is in the address, and then renders the parts of a staff page about their family. */
import { CallError } from '@mi-portal/contract/calls/call-error'
import type { User } from '@mi-portal/contract/users'
import { IconUserOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { QueryContent } from '../../../ui/query-content.tsx'
import { BlockSkeleton } from '../../../ui/skeletons.tsx'
import { noUserInformation } from '../../people/people.rules.ts'
import { groupOwnerQuery } from './staff.queries.ts'

interface WithGroupOwnerProps {
  /**
   * The heading of the page, also before the patient has loaded; the element stays the same, so that it keeps the
   * focus.
   */
  title(groupOwner?: User): string
  lead?(groupOwner: User): string
  /** Content beside the heading. */
  side?(groupOwner: User): ReactNode
  children(groupOwner: User): ReactNode
}

export function WithGroupOwner({ title, lead, side, children }: WithGroupOwnerProps) {
  const { leader_id = '' } = useParams({ strict: false })
  const valid = /^[1-9]\d{0,9}$/.test(leader_id) && Number(leader_id) <= 2_147_483_647
  const query = useQuery({ ...groupOwnerQuery(Number(leader_id)), enabled: valid })
  const { data, error } = query
  const absent =
    (data === undefined && error instanceof CallError && (error.status === 404 || error.status === 403)) ||
    (data !== undefined && data.rol !== 'STANDART_ROLE')
  const groupOwner = absent ? undefined : data
  return (
    <>
      <PageHeading title={title(groupOwner)} lead={groupOwner && lead?.(groupOwner)}>
        {groupOwner && side?.(groupOwner)}
      </PageHeading>
      {!valid && <Missing message="ID de usuario inválido" />}
      {valid && absent && <Missing message={noUserInformation} />}
      {valid && !absent && (
        <QueryContent query={query} skeleton={<BlockSkeleton height={320} />}>
          {children}
        </QueryContent>
      )}
    </>
  )
}

function Missing({ message }: { message: string }) {
  return (
    <EmptyState
      icon={IconUserOff}
      title={message}
      action={<ButtonLink to="/admin/familia">Volver a seleccionar paciente</ButtonLink>}
    />
  )
}
