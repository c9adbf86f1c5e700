/** The patient whose family a staff page is about, by the number in the address; the page's parts once they are known. */
import { Failure } from '@mi-portal/contract/failure'
import type { User } from '@mi-portal/contract/users'
import { IconUserOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { BlockSkeleton } from '../../../ui/skeletons.tsx'
import { leaderQuery } from './staff.queries.ts'

interface OfLeaderProps {
  /** The page's heading, also while there is nobody to name: it stays one and the same, with the keyboard on it. */
  title(leader?: User): string
  lead?(leader: User): string
  /** Beside the heading. */
  side?(leader: User): ReactNode
  children(leader: User): ReactNode
}

export function OfLeader({ title, lead, side, children }: OfLeaderProps) {
  const { leader_id = '' } = useParams({ strict: false })
  const valid = /^[1-9]\d{0,9}$/.test(leader_id) && Number(leader_id) <= 2_147_483_647
  const query = useQuery({ ...leaderQuery(Number(leader_id)), enabled: valid })
  const { data, error } = query
  const absent =
    (data === undefined && error instanceof Failure && (error.status === 404 || error.status === 403)) ||
    (data !== undefined && data.rol !== 'STANDART_ROLE')
  const leader = absent ? undefined : data
  return (
    <>
      <PageHeading title={title(leader)} lead={leader && lead?.(leader)}>
        {leader && side?.(leader)}
      </PageHeading>
      {!valid && <Missing message="ID de usuario inválido" />}
      {valid && absent && <Missing message="No se encontró información del usuario" />}
      {valid && !absent && (
        <Loaded query={query} skeleton={<BlockSkeleton height={320} />}>
          {children}
        </Loaded>
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
