/**
 * Rejects statements at once while the database does not answer, so that callers do not wait for timeouts one after another. It is
 * tripped by a timeout and closes again as soon as a trial connection succeeds.
 */

export class DatabaseUnreachableError extends Error {
  constructor() {
    super('the database does not answer')
  }
}

/** Milliseconds between two trial connections. */
const betweenTrials = 250

/** @param tryToConnect connects and runs a statement; rejects within finite time */
export function createCircuitBreaker(tryToConnect: () => Promise<unknown>) {
  let isOpen = false
  let isClosed = false
  let timer: NodeJS.Timeout | undefined

  function probe(): void {
    tryToConnect().then(
      () => {
        isOpen = false
      },
      () => {
        if (!isClosed) timer = setTimeout(probe, betweenTrials).unref()
      },
    )
  }

  return {
    isOpen: (): boolean => isOpen,
    trip: (): void => {
      if (isOpen || isClosed) return
      isOpen = true
      probe()
    },
    close: (): void => {
      isClosed = true
      clearTimeout(timer)
    },
  }
}
