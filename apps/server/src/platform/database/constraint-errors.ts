/** Recognizes errors of the database by their codes, for any driver and also if another error wraps them. */

// PostgreSQL's codes for a character or an escape that a text column cannot store.
const unstorable = ['22021', '22P05']

function findCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  return code !== undefined && /^[0-9A-Z]{5}$/.test(code) ? code : findCode(error.cause)
}

export function brokenConstraint(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  // 23: integrity violations, exclusion constraints among them.
  if ('constraint' in error && typeof error.constraint === 'string' && findCode(error)?.startsWith('23'))
    return error.constraint
  return brokenConstraint(error.cause)
}

export function isUnstorableText(error: unknown): boolean {
  return unstorable.includes(findCode(error) ?? '')
}

const uniqueViolation = '23505'

export function isTaken(error: unknown): boolean {
  return findCode(error) === uniqueViolation
}

export function isUndefinedTable(error: unknown): boolean {
  return findCode(error) === '42P01'
}
