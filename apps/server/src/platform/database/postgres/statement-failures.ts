/**
 * Counts how many statements of the last seconds failed because of the database itself. A database may answer a trial
 * statement and still fail the others: a pooler that loses prepared statements, a server that became read-only.
 */

/** Milliseconds of one of the two windows that are looked at. */
const windowMs = 5_000
const leastFailures = 5

/** Invalid or doubled prepared statement, read-only transaction, insufficient privilege: the session is not ours. */
const foreignSession: ReadonlySet<string> = new Set(['26000', '42P05', '25006', '42501'])

/** Returns whether an error says that the database cannot work, and not that it rejected what was asked. */
function isOfDatabase(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  // Without PostgreSQL's own code the connection broke or nothing answered.
  if (typeof code !== 'string' || !/^[\dA-Z]{5}$/.test(code)) return true
  return foreignSession.has(code) || /^(08|53|57P|58|XX)/.test(code)
}

export function countStatementFailures(now: () => number = () => performance.now()) {
  let began = now()
  let current = { worked: 0, failed: 0 }
  let previous = { worked: 0, failed: 0 }

  function turn(): void {
    const age = now() - began
    if (age < windowMs) return
    previous = age < 2 * windowMs ? current : { worked: 0, failed: 0 }
    current = { worked: 0, failed: 0 }
    began = now()
  }

  return {
    worked: (): void => {
      turn()
      current.worked += 1
    },
    failed: (error: unknown): void => {
      turn()
      if (isOfDatabase(error)) current.failed += 1
      else current.worked += 1
    },
    isFailing: (): boolean => {
      turn()
      const failed = current.failed + previous.failed
      return failed >= leastFailures && failed > current.worked + previous.worked
    },
  }
}
