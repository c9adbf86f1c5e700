/** Returns the milliseconds until the next attempt, after this many attempts that failed: `first`, then `factor` times as long each time. */
export function backOff(
  failedAttempts: number,
  {
    first,
    longest,
    factor = 2,
  }: { readonly first: number; readonly longest: number; readonly factor?: number },
): number {
  return Math.min(longest, first * factor ** Math.max(0, failedAttempts - 1))
}
