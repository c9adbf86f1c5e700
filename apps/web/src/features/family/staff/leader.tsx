/** The patient whose family a staff page is about, by the number in the address; the page itself once they are known. */
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
  /** The page's heading while there is nobody to name. */
  title: string
  children(leader: User): ReactNode
}

export function OfLeader({ title, children }: OfLeaderProps) {
  const { leader_id = '' } = useParams({ strict: false })
  const id = /^[1-9]\d{0,9}$/.test(leader_id) && Number(leader_id) <= 2_147_483_647 ? Number(leader_id) : null
  if (id === null) return <Missing title={title} message="ID de usuario inválido" />
  return (
    <Known key={id} id={id} title={title}>
      {children}
    </Known>
  )
}

function Known({ id, title, children }: OfLeaderProps & { id: number }) {
  const query = useQuery(leaderQuery(id))
  const { data, error } = query
  const absent = error instanceof Failure && (error.status === 404 || error.status === 403)
  if ((data === undefined && absent) || (data && data.rol !== 'STANDART_ROLE'))
    return <Missing title={title} message="No se encontró información del usuario" />
  if (data) return children(data)
  return (
    <>
      <PageHeading title={title} />
      <Loaded query={query} skeleton={<BlockSkeleton height={320} />}>
        {() => null}
      </Loaded>
    </>
  )
}

function Missing({ title, message }: { title: string; message: string }) {
  return (
    <>
      <PageHeading title={title} />
      <EmptyState
        icon={IconUserOff}
        title={message}
        action={<ButtonLink to="/admin/familia">Volver a seleccionar paciente</ButtonLink>}
      />
    </>
  )
}
