import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { waitUntilIdle } from '../../lib/browser/wait-until-idle.ts'
import type { MenuEntry } from '../menu.ts'

/** Milliseconds after which the first page has loaded what it needs itself, also on a slow phone. */
const delayMs = 6_000

/**
 * Loads the scripts of the pages of a menu while the user reads the first page, one page after the other, so that a tap on an entry waits
 * for its data only. A page that does not load is loaded again when it is opened.
 */
export function usePreloadedPages(entries: readonly MenuEntry[]): void {
  const router = useRouter()
  useEffect(() => {
    let isCurrent = true
    async function preload() {
      const addresses = entries
        .flatMap((entry) => [entry, ...(entry.children ?? [])])
        .map(({ target }) => target.to)
      for (const [address, route] of Object.entries(router.routesByPath)) {
        if (!addresses.some((each) => each === address)) continue
        await waitUntilIdle()
        if (!isCurrent) return
        await router.loadRouteChunk(route)?.catch(() => undefined)
      }
    }
    const timer = setTimeout(preload, delayMs)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [entries, router])
}
