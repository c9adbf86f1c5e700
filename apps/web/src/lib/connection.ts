/** Detects whether the browser has a network. */
import { useSyncExternalStore } from 'react'

/** Calls back whenever the browser gains or loses its network. Returns a function that stops this. */
function onConnectionChange(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** Returns whether the browser has a network, as state of a component. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    onConnectionChange,
    () => navigator.onLine,
    () => true,
  )
}
