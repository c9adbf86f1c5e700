/** The pages of the administration that need a permission; without it, a page that says so. */
import { IconLock } from '@tabler/icons-react'
import { Outlet, useRouteContext } from '@tanstack/react-router'
import { useHasPermission } from '../../lib/permissions.ts'
import { useCurrentUser } from '../../lib/session.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { findStaffHome } from '../staff-home.ts'

export function PermittedPages() {
  const { needs = 'any' } = useRouteContext({ strict: false })
  return useHasPermission(needs) ? <Outlet /> : <NoPermission />
}

function NoPermission() {
  const home = findStaffHome(useCurrentUser())
  return (
    <>
      <PageHeading title="No tienes permiso para ver esta página" />
      <EmptyState
        icon={IconLock}
        title="Tus permisos no incluyen esta parte de la administración"
        action={<ButtonLink to={home}>Ir a mi inicio</ButtonLink>}
      >
        Si la necesitas para tu trabajo, pídela a una persona con superadministración.
      </EmptyState>
    </>
  )
}
