import { CallError } from '@mi-portal/contract/calls/call-error'
import { useState } from 'react'

const idle = { error: null, isPending: false }

/** Sends what a form holds. It has the shape of a mutation, for pages without a cache of answers. */
export function useSend<Input, Result>(send: (input: Input) => Promise<Result>) {
  const [state, setState] = useState<{ error: CallError | null; isPending: boolean }>(idle)

  async function run(input: Input, on: { onSuccess(result: Result): void; onError(error: Error): void }) {
    setState({ error: null, isPending: true })
    try {
      const result = await send(input)
      setState(idle)
      on.onSuccess(result)
    } catch (cause) {
      const error = cause instanceof CallError ? cause : null
      setState({ error, isPending: false })
      if (error === null) throw cause
      on.onError(error)
    }
  }

  const mutate = (...input: Parameters<typeof run>) => void run(...input)
  return { ...state, reset: () => setState(idle), mutate }
}
