/** The question whether the user still is who signed in. The server needs the answer before a sensitive change. */
import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
/** The calls that wait for the answer. They share one question. */
let waiting: ((isConfirmed: boolean) => void)[] = []

function setWaiting(next: typeof waiting) {
  waiting = next
  for (const listener of listeners) listener()
}

/**
 * Asks the user to confirm who they are. Resolves with whether they did; with false on pages outside the signed-in areas, where
 * nothing asks.
 */
export async function requestConfirmation(): Promise<boolean> {
  if (listeners.size === 0) return false
  return new Promise((resolve) => setWaiting([...waiting, resolve]))
}

/** Gives the user's answer to every call that waits for it. */
export function resolveConfirmation(isConfirmed: boolean) {
  const answered = waiting
  setWaiting([])
  for (const resolve of answered) resolve(isConfirmed)
}

const isAsked = () => waiting.length > 0

function onChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns whether a call waits for the user's confirmation, as state of a component. */
export function useIsConfirmationRequested(): boolean {
  return useSyncExternalStore(onChange, isAsked, isAsked)
}
