import type { Clock } from '../clock.ts'

export function createReadCache<T>(seconds: number, clock: Clock, most = 500) {
  const cached = new Map<string, { readonly value: Promise<T>; readonly until: number; isRead: boolean }>()
  return {
    /**
     * Returns the cached value or reads it. Concurrent calls share one read, and a failed read is not cached. A call that needs the present
     * value shares only a read that is running.
     */
    get: (key: string, read: () => Promise<T>, needsPresent = false): Promise<T> => {
      const now = clock.now().getTime()
      const before = cached.get(key)
      if (before !== undefined && before.until > now && !(needsPresent && before.isRead)) return before.value
      const value = read()
      const entry = { value, until: now + seconds * 1000, isRead: false }
      cached.delete(key)
      const [oldest] = cached.keys()
      if (cached.size >= most && oldest !== undefined) cached.delete(oldest)
      cached.set(key, entry)
      value.then(
        () => {
          entry.isRead = true
        },
        () => {
          if (cached.get(key) === entry) cached.delete(key)
        },
      )
      return value
    },
    forget: (key: string): void => {
      cached.delete(key)
    },
  }
}
