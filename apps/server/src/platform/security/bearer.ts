/** Short-lived signed tokens for the scheduling service. A token is created in a session and is valid only with it. */
import { bookingMinutes } from '@mi-portal/contract/booking/slots'
import type { Clock } from '../clock.ts'
import type { Secrets } from './secrets.ts'
import { createSigner } from './tokens.ts'

export function createBearer(secrets: Secrets, clock: Clock) {
  const signer = createSigner(secrets, 'scheduling-token')
  const visitors = createSigner(secrets, 'scheduling-visitor')
  const staff = createSigner(secrets, 'scheduling-staff')
  const seconds = () => Math.floor(clock.now().getTime() / 1000)
  const openAll = (by: typeof signer, token: string | undefined): readonly number[] => {
    const [id, until, ...rest] = (token === undefined ? null : by.open(token)) ?? []
    return id === undefined || until === undefined || until <= seconds() ? [] : [id, ...rest]
  }
  const opened = (by: typeof signer, token: string | undefined): number | null =>
    openAll(by, token)[0] ?? null
  const made = (by: typeof signer, id: number, ...rest: readonly number[]) => {
    const until = seconds() + bookingMinutes.token * 60
    return { token: by.sign([id, until, ...rest]), expires_at: new Date(until * 1000).toISOString() }
  }
  return {
    make: (sessionId: number) => made(signer, sessionId),
    open: (token: string | undefined) => opened(signer, token),
    makeStaff: (sessionId: number, patientId: number) => made(staff, sessionId, patientId),
    openStaff: (token: string | undefined) => {
      const [sessionId, patientId] = openAll(staff, token)
      return sessionId === undefined || patientId === undefined ? null : { sessionId, patientId }
    },
    makeVisitor: (personId: number) => made(visitors, personId),
    openVisitor: (token: string | undefined) => opened(visitors, token),
  }
}
