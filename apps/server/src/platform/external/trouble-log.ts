import type { Logger } from '../logger.ts'

const pauseMs = 60_000

/** @param now the time in milliseconds */
export function createTroubleLog(logger: Logger, now: () => number) {
  const silentUntil = new Map<string, number>()
  return (fields: object, message: string): void => {
    const key = `${message} ${JSON.stringify(fields)}`
    if ((silentUntil.get(key) ?? 0) > now()) return
    if (silentUntil.size > 100) silentUntil.clear()
    silentUntil.set(key, now() + pauseMs)
    logger.warn(fields, message)
  }
}
