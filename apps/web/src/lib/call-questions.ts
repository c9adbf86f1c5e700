/** Questions that the user answers before the server takes a call. The call waits for the answer, and is then repeated. */
import { readErrorNumber } from '@mi-portal/contract/calls/call-error'
import { useSyncExternalStore } from 'react'

function createCallQuestion() {
  const listeners = new Set<() => void>()
  /** The calls that wait for the answer. They share one question. */
  let waiting: ((isAnswered: boolean) => void)[] = []
  const isAsked = () => waiting.length > 0

  function setWaiting(next: typeof waiting) {
    waiting = next
    for (const listener of listeners) listener()
  }
  function onChange(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }

  return {
    /** Asks the user. Resolves with whether they answered; with false on pages outside the signed-in areas, where nothing asks. */
    request: async (): Promise<boolean> => {
      if (listeners.size === 0) return false
      return new Promise((resolve) => setWaiting([...waiting, resolve]))
    },
    /** Ends the question for every call that waits for it. */
    resolve: (isAnswered: boolean) => {
      const answered = waiting
      setWaiting([])
      for (const resolve of answered) resolve(isAnswered)
    },
    /** Returns whether a call waits for the answer, as state of a component. */
    useIsRequested: (): boolean => useSyncExternalStore(onChange, isAsked, isAsked),
  }
}

/** Whether the user still is who signed in, before a sensitive change. */
export const sessionConfirmation = createCallQuestion()

/** Why a member of staff opens more people than the budget of a day. */
export const openingReason = createCallQuestion()

const questions: Readonly<Record<number, ReturnType<typeof createCallQuestion>>> = {
  13: sessionConfirmation,
  17: openingReason,
}

/** Asks the user what a call lacks that was rejected with this answer. Returns whether they answered, so that the call is repeated. */
export async function askUser(rejection: unknown): Promise<boolean> {
  return (await questions[readErrorNumber(rejection) ?? 0]?.request()) ?? false
}
