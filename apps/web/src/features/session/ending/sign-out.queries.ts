import { sessionEndpoints } from '@mi-portal/contract/session/session'
import { call } from '../../../lib/call.ts'
import { closeSession, getCurrentUser } from '../../../lib/session.ts'

/**
 * Ends the session on the server and then in the browser. Without an answer from the server, the user is still
 * signed out here.
 */
export async function signOut() {
  const user = getCurrentUser()
  if (user && user.id > 0)
    await call(sessionEndpoints.signOut, { params: { id: user.id } }).catch(() => undefined)
  closeSession()
}
