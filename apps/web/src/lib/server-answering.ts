/** Returns whether the server answers within five seconds, with any answer. */
export async function isServerAnswering(): Promise<boolean> {
  try {
    await fetch('/health/live', { cache: 'no-store', signal: AbortSignal.timeout(5000) })
    return true
  } catch {
    return false
  }
}
