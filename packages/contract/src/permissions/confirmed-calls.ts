/** Which calls need a session that was confirmed lately. The confirmation follows the permission of a call, not its address. */
import type { Endpoint } from '../calls/endpoint.ts'
import type { Permission } from './permissions.ts'

/** A call that changes something and needs one of these permissions needs a confirmed session. */
const confirmedPermissions: readonly Permission[] = [
  'clinic.edit',
  'staff.manage',
  'integrations.manage',
  'privacy.manage',
  'users.edit',
  'users.validate',
]

const storesDraft = 'stores or discards a draft, whose publication needs the confirmation'
const changesNothing = 'changes nothing'
const stopsChange = 'stops a change that another call began'

/** The calls under these permissions that need no confirmed session, and why. */
const unconfirmedCalls: Readonly<Record<string, string>> = {
  'POST /admin/users/{id}/lock': 'shuts a thief out, and a lock must not wait for a password',
  'POST /admin/confirmations/{id}/reject': stopsChange,
  'POST /admin/confirmations/{id}/withdraw': stopsChange,
  'PUT /admin/clinic/parts/{part}/draft': storesDraft,
  'DELETE /admin/clinic/parts/{part}/draft': storesDraft,
  'POST /admin/clinic/parts/{part}/file': storesDraft,
  'POST /admin/clinic/parts/{part}/versions/{version}/restore': storesDraft,
  'POST /admin/clinic/images': storesDraft,
  'POST /admin/clinic/package': storesDraft,
  'POST /admin/clinic/new': storesDraft,
  'POST /admin/clinic/previews/preparation': changesNothing,
  'POST /admin/clinic/previews/mails/{mail}': changesNothing,
  'POST /admin/installation/test-mail': 'sends a sample to the address of the caller',
  'POST /breaches/pages': changesNothing,
}

export function needsConfirmedSession(endpoint: Endpoint): boolean {
  const { stepUp, method, path, permission = [] } = endpoint
  if (stepUp) return true
  if (method === 'GET' || `${method} ${path}` in unconfirmedCalls) return false
  const needed = typeof permission === 'string' ? [permission] : permission
  return needed.some((one) => confirmedPermissions.some((confirmed) => confirmed === one))
}
