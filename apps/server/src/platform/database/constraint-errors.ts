/** What an error of the database means, whichever driver it comes from and however deep it is wrapped. */

// PostgreSQL's own codes: a character or escape that no text column can hold.
const unstorable = ['22021', '22P05']

function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  return code !== undefined && /^[0-9A-Z]{5}$/.test(code) ? code : codeOf(error.cause)
}

/** The constraint that a change would have broken, or null where an error is something else. */
export function brokenConstraint(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  // 23: integrity violations, exclusion constraints among them.
  if ('constraint' in error && typeof error.constraint === 'string' && codeOf(error)?.startsWith('23'))
    return error.constraint
  return brokenConstraint(error.cause)
}

/** Whether a text was refused that cannot be stored, such as one with a zero character in it. */
export function isUnstorableText(error: unknown): boolean {
  return unstorable.includes(codeOf(error) ?? '')
}

const uniqueViolation = '23505'

/** Whether somebody else was first with what may be there once. */
export function isTaken(error: unknown): boolean {
  return codeOf(error) === uniqueViolation
}
