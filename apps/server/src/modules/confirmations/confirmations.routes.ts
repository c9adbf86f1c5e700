import { confirmationEndpoints } from '@mi-portal/contract/confirmations'
import { routes } from '../../platform/context/operation.ts'
import { listSignInsAfterChanges } from './after-changes/report-sign-ins.ts'
import { confirmChange, rejectChange, withdrawChange } from './decide-changes.ts'
import { listConfirmations } from './list-changes.ts'

export const confirmationRoutes = routes(confirmationEndpoints, {
  list: listConfirmations,
  signIns: listSignInsAfterChanges,
  confirm: confirmChange,
  reject: rejectChange,
  withdraw: withdrawChange,
})
