/** The call that begins an identity check. */
import { CallError } from '@mi-portal/contract/calls/call-error'
import { identityEndpoints } from '@mi-portal/contract/identity'
import { call } from '../../lib/call.ts'
import { sendWithRobotCheck } from '../../lib/robot-check.ts'

interface IdentityRequest {
  document_number: string
  /** The number of the identity card. */
  number: string
  /** Sent by a registration only. */
  email?: string
  cellphone?: string
}

/**
 * Starts an identity check. Resolves with the address for its window, or null when staff validate each account
 * manually.
 */
export async function startIdentityCheck(query: IdentityRequest): Promise<string | null> {
  try {
    const started = await sendWithRobotCheck('registration', (altcha) =>
      call(
        identityEndpoints.start,
        { query: { ...query, altcha } },
        { fallback: 'Error server al validar identidad' },
      ),
    )
    return started.url
  } catch (error) {
    if (error instanceof CallError && error.status === 404) return null
    throw error
  }
}
