/** Short-lived tokens for the scheduling service: signed, made in a session and worth nothing without it. */
import { bookingMinutes } from '@mi-portal/contract/booking'
import type { Clock } from '../clock.ts'
import { createSigner } from './tokens.ts'

export function createBearer(secret: string, clock: Clock) {
  const signer = createSigner(secret, 'scheduling-token')
  const seconds = () => Math.floor(clock.now().getTime() / 1000)
  return {
    make: (sessionId: number) => {
      const until = seconds() + bookingMinutes.token * 60
      return { token: signer.sign([sessionId, until]), expires_at: new Date(until * 1000).toISOString() }
    },
    /** The session in which a token was made, or null where it is none or too old. Whether that session lives is asked elsewhere. */
    open: (token: string | undefined): number | null => {
      const [sessionId, until] = (token === undefined ? null : signer.open(token)) ?? []
      return sessionId === undefined || until === undefined || until <= seconds() ? null : sessionId
    },
  }
}

export type Bearer = ReturnType<typeof createBearer>
