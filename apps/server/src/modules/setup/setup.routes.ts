import { setupEndpoints } from '@mi-portal/contract/setup'
import { routes } from '../../platform/context/operation.ts'
import { createFirstAdmin, openSetup } from './create-first-admin.ts'

export const setupRoutes = routes(setupEndpoints, { open: openSetup, createSuperAdmin: createFirstAdmin })
