/** Opens the window of an identity check, and receives its result. */
import { identityCodes, identityMessage } from '@mi-portal/contract/identity'
import { useEffect, useRef } from 'react'
import { openPopup, type Popup } from '../../lib/browser/popup.ts'

const windowWidth = 1024
const windowHeight = 640
// A closed window sends no message, so its state is checked.
const pollIntervalMs = 500

/** Opens the empty window of a check. Call it while the browser handles the click. Returns null if the browser blocks it. */
export function openIdentityWindow(): Popup | null {
  return openPopup('portal-identidad', windowWidth, windowHeight)
}

/** Receives the result of the opened window, and detects when the user closed it without one. */
export function useIdentityResult(popup: Popup | null, end: (code: number, solem?: string) => void) {
  const latest = useRef(end)
  useEffect(() => {
    latest.current = end
  })
  useEffect(() => {
    if (!popup) return
    let isReceived = false
    const stop = popup.listen((message) => {
      const result = identityMessage.safeParse(message)
      if (!result.success || isReceived) return
      isReceived = true
      latest.current(result.data.code, result.data.solem ?? undefined)
    })
    let seenClosed = 0
    const timer = setInterval(() => {
      // A last message may still be on its way when the window closes.
      seenClosed = popup.isClosed() ? seenClosed + 1 : 0
      if (seenClosed > 1 && !isReceived) latest.current(identityCodes.cancelled)
    }, pollIntervalMs)
    return () => {
      stop()
      clearInterval(timer)
      popup.close()
    }
  }, [popup])
}
