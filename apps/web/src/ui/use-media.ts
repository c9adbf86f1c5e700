import { useSyncExternalStore } from 'react'

/** Returns whether a media query holds, correct in the first render. `atBuild`: the answer while a page is prerendered. */
export function useMedia(query: string, atBuild: boolean): boolean {
  return useSyncExternalStore(
    (notify) => {
      const media = window.matchMedia(query)
      media.addEventListener('change', notify)
      return () => media.removeEventListener('change', notify)
    },
    () => (typeof window.matchMedia === 'function' ? window.matchMedia(query).matches : atBuild),
    () => atBuild,
  )
}
