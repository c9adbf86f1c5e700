import { Failure } from '@mi-portal/contract/failure'

/** The refusal of a call that must be refused. */
export async function refusal(call: Promise<unknown>): Promise<Failure> {
  const outcome = await call.then(
    () => null,
    (error: unknown) => error,
  )
  if (!(outcome instanceof Failure)) throw new Error(`not refused: ${String(outcome)}`)
  return outcome
}
