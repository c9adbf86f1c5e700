import { StandbyError } from './session.ts'
import { TransactionPoolingError } from './session-pooling.ts'

function findCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if ('code' in error && typeof error.code === 'string') return error.code
  return findCode(error.cause)
}

export function isPermissionError(error: unknown): boolean {
  return findCode(error) === '42501'
}

const unreachable: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'ENOENT',
])

/** Returns one line that explains a connection error, without the password of the address. Returns null for any other error. */
export function explainConnectionError(error: unknown, url: string): string | null {
  if (!(error instanceof Error)) return null
  if (error instanceof StandbyError || error instanceof TransactionPoolingError) return error.message
  const { hostname, port, username } = new URL(url)
  const code = findCode(error) ?? ''
  const isSilent = ['timeout expired', 'Query read timeout'].includes(error.message)
  if (isSilent || unreachable.has(code))
    return `no database answers at ${hostname || 'the local socket'}:${port || '5432'}${code ? ` (${code})` : ''}`
  if (code === '42501')
    return `the user ${username} may not work as the portal's role; deploy/roles.sql grants it (${error.message})`
  // The error classes are invalid authorization, missing database or role, too many connections, and not yet
  // started.
  if (/^(28|3D|53|57P|08)/.test(code) || code === '22023')
    return `the database refuses the connection: ${error.message}`
  return null
}
