/** Short-lived signed tokens for the scheduling service. A token is created in a session and is valid only with it. */
import { bookingMinutes } from '@mi-portal/contract/booking/slots'
import type { Clock } from '../clock.ts'
import type { Secrets } from './secrets.ts'
import { createSigner } from './tokens.ts'

export function createBearer(secrets: Secrets, clock: Clock) {
  const signer = createSigner(secrets, 'scheduling-token')
  const visitors = createSigner(secrets, 'scheduling-visitor')
  const seconds = () => Math.floor(clock.now().getTime() / 1000)
  const opened = (by: typeof signer, token: string | undefined): number | null => {
    const [id, until] = (token === undefined ? null : by.open(token)) ?? []
    return id === undefined || until === undefined || until <= seconds() ? null : id
  }
  const made = (by: typeof signer, id: number) => {
    const until = seconds() + bookingMinutes.token * 60
    return { token: by.sign([id, until]), expires_at: new Date(until * 1000).toISOString() }
  }
  return {
    make: (sessionId: number) => made(signer, sessionId),
    /**
     * Returns the session of a token, or null if the token is invalid or expired. The caller checks whether the session is
     * valid.
     */
    open: (token: string | undefined) => opened(signer, token),
    /** Creates a token for a patient whom a partner portal vouches for. */
    makeVisitor: (personId: number) => made(visitors, personId),
    /** Returns the person of such a token, or null. */
    openVisitor: (token: string | undefined) => opened(visitors, token),
  }
}

export type Bearer = ReturnType<typeof createBearer>
