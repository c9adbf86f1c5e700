import { ApiError } from '@mi-portal/contract/calls/api-error'

/** Returns a function that runs one work after the other. It throws 503 while `mostWaiting` works are queued or run. */
export function createQueue(mostWaiting: number) {
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (waiting >= mostWaiting) throw new ApiError('unavailable')
    waiting += 1
    const result = last.then(work)
    last = result.catch(() => {})
    return result.finally(() => {
      waiting -= 1
    })
  }
}
