import { serviceAccountEndpoints } from '@mi-portal/contract/fhir/fhir'
import { routes } from '../../../platform/context/operation.ts'
import { createServiceAccount, listServiceAccounts, revokeServiceAccount } from './manage-accounts.ts'

export const serviceAccountRoutes = routes(serviceAccountEndpoints, {
  list: listServiceAccounts,
  create: createServiceAccount,
  revoke: revokeServiceAccount,
})
