/**
 * Whether the database answers at all. Once it has kept a statement or a connection waiting in vain, nobody else waits
 * for it: until a trial connection gets through, which is tried at once and again and again, everything is refused.
 */

/** What is thrown in place of asking a database that is away. */
export class AwayError extends Error {
  constructor() {
    super('the database does not answer')
  }
}

const between = 250

/** `tryOut` connects and asks something; it rejects within finite time. */
export function openPresence(tryOut: () => Promise<unknown>) {
  let away = false
  let closed = false
  let timer: NodeJS.Timeout | undefined

  function look(): void {
    tryOut().then(
      () => {
        away = false
      },
      () => {
        if (!closed) timer = setTimeout(look, between).unref()
      },
    )
  }

  return {
    isAway: (): boolean => away,
    /** Somebody waited in vain. */
    doubt: (): void => {
      if (away || closed) return
      away = true
      look()
    },
    close: (): void => {
      closed = true
      clearTimeout(timer)
    },
  }
}

export type Presence = ReturnType<typeof openPresence>
