import { ApiError } from '@mi-portal/contract/api-error'

/** Returns the error of a call that must be rejected. */
export async function rejectionOf(call: Promise<unknown>): Promise<ApiError> {
  const outcome = await call.then(
    () => null,
    (error: unknown) => error,
  )
  if (!(outcome instanceof ApiError)) throw new Error(`not refused: ${String(outcome)}`)
  return outcome
}
