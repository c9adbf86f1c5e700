import { useSyncExternalStore } from 'react'

/** Returns whether the build prerenders the page, for browsers of every width; false in a browser. */
export function useIsPrerendered(): boolean {
  return useSyncExternalStore(
    () => () => undefined,
    () => false,
    () => true,
  )
}
