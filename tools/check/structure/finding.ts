export type Finding = {
  path: string
  line: number
  /** A `warning` is printed and does not fail the check. */
  level: 'error' | 'warning'
  /** The problem, and where the code belongs or what to do instead. */
  message: string
}

export function error(path: string, line: number, message: string): Finding {
  return { path, line, level: 'error', message }
}
