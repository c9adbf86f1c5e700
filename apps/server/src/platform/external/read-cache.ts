import type { Clock } from '../clock.ts'

export function createReadCache<T>(seconds: number, clock: Clock, most = 500) {
  const cached = new Map<string, { readonly value: Promise<T>; readonly until: number }>()
  return {
    /** Returns the cached value or reads it. Concurrent calls share one read, and a failed read is not cached. */
    get: (key: string, read: () => Promise<T>): Promise<T> => {
      const now = clock.now().getTime()
      const before = cached.get(key)
      if (before !== undefined && before.until > now) return before.value
      const value = read()
      const entry = { value, until: now + seconds * 1000 }
      cached.delete(key)
      const [oldest] = cached.keys()
      if (cached.size >= most && oldest !== undefined) cached.delete(oldest)
      cached.set(key, entry)
      value.catch(() => {
        if (cached.get(key) === entry) cached.delete(key)
      })
      return value
    },
    forget: (key: string): void => {
      cached.delete(key)
    },
  }
}
