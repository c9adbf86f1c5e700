/** Detects whether the browser has a network, and whether it stored data for times without one. */
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

let hasStoredData = false
const storedListeners = new Set<() => void>()

/** Records whether the patient's data can be opened without a network. */
export function setStoredData(isStored: boolean): void {
  hasStoredData = isStored
  for (const notifyListener of storedListeners) notifyListener()
}

/** Returns whether the patient's data can be opened without a network, as state of a component. */
export function useStoredData(): boolean {
  return useSyncExternalStore(
    (listener) => {
      storedListeners.add(listener)
      return () => storedListeners.delete(listener)
    },
    () => hasStoredData,
    () => false,
  )
}

/** Returns whether the browser has a network, as state of a component. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    onConnectionChange,
    () => navigator.onLine,
    () => true,
  )
}
