/** The part of the portal for staff: its layout, and which permission a group of pages needs. */
import type { NeededPermission } from '@mi-portal/contract/calls/endpoint'
import { createRoute } from '@tanstack/react-router'
import { requirePermission, requireStaff } from '../guards.ts'
import { ErrorDocument } from '../layouts/error.page.tsx'
import { lazyPage } from './lazy-page.ts'
import { rootRoute } from './root.tsx'

export const staffArea = createRoute({
  getParentRoute: () => rootRoute,
  id: 'staff',
  staticData: { saysConnection: true },
  beforeLoad: requireStaff,
  component: lazyPage(() => import('../layouts/admin/admin.tsx'), 'AdminLayout'),
  errorComponent: ErrorDocument,
})

/** Returns the parent route of pages that need a permission. Staff without the permission see a message in their place. */
export function createPermittedArea<const Id extends string>(id: Id, needs: NeededPermission) {
  return createRoute({
    getParentRoute: () => staffArea,
    id,
    beforeLoad: requirePermission(needs),
    component: lazyPage(() => import('../pages/permitted.page.tsx'), 'PermittedPages'),
  })
}
