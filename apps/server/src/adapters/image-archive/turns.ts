import { ApiError } from '@mi-portal/contract/calls/api-error'
import { imagesDown } from './images-down.ts'

export type TurnLimits = {
  readonly running: number
  readonly waiting: number
  /** Milliseconds after which a waiting request is rejected. */
  readonly wait: number
}

export function unwantedAnswer(): ApiError {
  return new ApiError('notFound', { cause: new Error('the reader does not wait for the image any more') })
}

export function createTurns(limits: TurnLimits, name: string) {
  const waiting = new Set<() => void>()
  let running = 0
  const rejected = (why: string) => imagesDown(new Error(`${name}: ${why}`), 5)

  function createTurn(): () => void {
    let hasEnded = false
    return () => {
      if (hasEnded) return
      hasEnded = true
      const [next] = waiting
      if (next === undefined) running -= 1
      else next()
    }
  }

  return async (signal?: AbortSignal): Promise<() => void> => {
    if (signal?.aborted) throw unwantedAnswer()
    if (running < limits.running) {
      running += 1
      return createTurn()
    }
    if (waiting.size >= limits.waiting) throw rejected('too many requests wait for the image archive')
    await new Promise<void>((resolve, reject) => {
      const leave = () => {
        waiting.delete(begin)
        clearTimeout(timer)
        signal?.removeEventListener('abort', cancel)
      }
      const begin = () => {
        leave()
        resolve()
      }
      const cancel = () => {
        leave()
        reject(unwantedAnswer())
      }
      const timer = setTimeout(() => {
        leave()
        reject(rejected('a request waited too long for the image archive'))
      }, limits.wait)
      waiting.add(begin)
      signal?.addEventListener('abort', cancel)
    })
    return createTurn()
  }
}
