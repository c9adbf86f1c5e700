import { CallError } from '@mi-portal/contract/calls/call-error'
import { expect } from 'vitest'

export async function getRejection(call: Promise<unknown>): Promise<CallError> {
  const outcome = await call.then(
    () => null,
    (error: unknown) => error,
  )
  if (!(outcome instanceof CallError)) throw new Error(`not refused: ${String(outcome)}`)
  return outcome
}

/** Returns 200 for a call that was answered, or the status of its rejection. */
export function getStatus(call: Promise<unknown>): Promise<number> {
  return call.then(
    () => 200,
    async (error: unknown) => (await getRejection(Promise.reject(error))).status,
  )
}

/** Expects that a call is rejected with this status, and with this message or these properties of the error. */
export async function expectRejected(
  call: Promise<unknown>,
  status: number,
  details:
    | string
    | (Partial<Pick<CallError, 'message' | 'number'>> & { readonly fieldErrors?: readonly object[] }) = {},
): Promise<void> {
  const expected = typeof details === 'string' ? { message: details } : details
  expect(await getRejection(call)).toMatchObject({ status, ...expected })
}
