import { ApiError } from '@mi-portal/contract/api-error'
import { expect } from 'vitest'

export async function rejectionOf(call: Promise<unknown>): Promise<ApiError> {
  const outcome = await call.then(
    () => null,
    (error: unknown) => error,
  )
  if (!(outcome instanceof ApiError)) throw new Error(`not refused: ${String(outcome)}`)
  return outcome
}

/** Expects that a call is rejected with this status, and with this message or these properties of the error. */
export async function expectRejected(
  call: Promise<unknown>,
  status: number,
  details: string | Partial<Pick<ApiError, 'message' | 'number' | 'fieldErrors'>> = {},
): Promise<void> {
  const expected = typeof details === 'string' ? { message: details } : details
  expect(await rejectionOf(call)).toMatchObject({ status, ...expected })
}
