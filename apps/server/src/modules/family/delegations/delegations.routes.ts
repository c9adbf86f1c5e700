import { delegationEndpoints } from '@mi-portal/contract/family/delegations'
import { routes } from '../../../platform/context/operation.ts'
import {
  acceptDelegation,
  declineAccess,
  endAccess,
  giveAccess,
  listDelegations,
  renewDelegation,
} from './manage-delegations.ts'

export const delegationRoutes = routes(delegationEndpoints, {
  list: listDelegations,
  give: giveAccess,
  accept: acceptDelegation,
  decline: declineAccess,
  renew: renewDelegation,
  end: endAccess,
})
