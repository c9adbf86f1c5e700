/** Offers to install the portal as an app, where the browser lets a page do so. */
import { useSyncExternalStore } from 'react'

/** Chromium's event before it offers to install a page (https://wicg.github.io/manifest-incubations/). */
interface InstallPromptEvent extends Event {
  prompt(): Promise<unknown>
}

let offered: InstallPromptEvent | null = null
const listeners = new Set<() => void>()

function setOffered(event: InstallPromptEvent | null) {
  offered = event
  for (const listener of listeners) listener()
}

function isInstallPrompt(event: Event): event is InstallPromptEvent {
  return 'prompt' in event
}

/** Keeps the browser's offer for a button of the page, and so keeps the browser from showing it by itself. */
export function watchInstallPrompt() {
  window.addEventListener('beforeinstallprompt', (event) => {
    if (!isInstallPrompt(event)) return
    event.preventDefault()
    setOffered(event)
  })
  window.addEventListener('appinstalled', () => setOffered(null))
}

/** Returns a function that asks the user to install the portal, or null where the browser offers none. */
export function useInstallPrompt(): (() => void) | null {
  const event = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => offered,
  )
  if (!event) return null
  return () => {
    // The browser accepts each offer once.
    setOffered(null)
    void event.prompt()
  }
}

/** Returns whether the portal runs as an installed app. */
export function isInstalled(): boolean {
  const standalone =
    typeof window.matchMedia === 'function' && window.matchMedia('(display-mode: standalone)').matches
  // iPhones before iOS 17 have only this property.
  return standalone || Reflect.get(navigator, 'standalone') === true
}
