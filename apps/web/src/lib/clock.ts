/** Returns the present time. This is the browser's only clock, which tests set. */
export function now(): Date {
  return new Date()
}
