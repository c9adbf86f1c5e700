export type Finding = {
  path: string
  line: number
  /** `warning` is printed and lets the check pass. */
  level: 'error' | 'warning'
  /** What is wrong, and where the code belongs or what to do instead. */
  message: string
}

export function error(path: string, line: number, message: string): Finding {
  return { path, line, level: 'error', message }
}
