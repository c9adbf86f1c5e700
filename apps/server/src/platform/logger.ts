/** Structured logs. They name routes by their pattern and never hold an address, token, password, document or name. */
import { pino, stdTimeFunctions } from 'pino'

export type Logger = {
  readonly info: (fields: object, message: string) => void
  readonly warn: (fields: object, message: string) => void
  readonly error: (fields: object, message: string) => void
  readonly debug: (fields: object, message: string) => void
}

export const logLevels = ['silent', 'error', 'warn', 'info', 'debug'] as const
export type LogLevel = (typeof logLevels)[number]

/** Returns an error's kind, code and place for the log, but not its message, which may quote a person's input. */
export function describeError(error: unknown): { error: string; code?: string; at?: string; cause?: object } {
  if (!(error instanceof Error)) return { error: typeof error }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  const at = error.stack
    ?.split('\n')
    .filter((line) => line.trimStart().startsWith('at '))
    .slice(0, 6)
    .map((line) => line.trim())
    .join(' < ')
  return {
    error: error.name,
    ...(code ? { code } : {}),
    ...(at ? { at } : {}),
    ...(error.cause ? { cause: describeError(error.cause) } : {}),
  }
}

/** Writes one JSON object a line; without a destination to standard output, synchronously (decision record 048). */
export function createLogger(level: LogLevel, destination?: { write: (line: string) => void }): Logger {
  const options = { level, base: null, timestamp: stdTimeFunctions.isoTime }
  return pino(options, destination ?? pino.destination({ fd: 1, sync: true }))
}
