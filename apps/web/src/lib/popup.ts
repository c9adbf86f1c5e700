/** A window of the portal's own that another page opens, and what the two tell each other: always of the same origin. */

/** An opened window: sent to its address once that is known, watched, closed. */
export interface Popup {
  /** Takes the window to an address of the web, at any host. */
  show(address: string): void
  focus(): void
  close(): void
  isClosed(): boolean
  /** Calls back with what this window tells, and with nothing that any other window or host says. Returns the way to stop. */
  listen(hear: (message: unknown) => void): () => void
}

/**
 * Opens an empty window of that size in the middle of the screen. Has to be called while the browser still sees the
 * click. Null where the browser blocks it.
 */
export function openPopup(name: string, width: number, height: number): Popup | null {
  const left = Math.max(0, Math.round(window.screenX + (window.outerWidth - width) / 2))
  const top = Math.max(0, Math.round(window.screenY + (window.outerHeight - height) / 2))
  const opened = window.open('', name, `popup,width=${width},height=${height},left=${left},top=${top}`)
  if (!opened) return null
  return {
    show: (address) => opened.location.replace(webAddress(address)),
    focus: () => opened.focus(),
    close: () => opened.close(),
    isClosed: () => opened.closed,
    listen: (hear) => {
      const listen = (event: MessageEvent<unknown>) => {
        if (event.origin === window.location.origin && event.source === opened) hear(event.data)
      }
      window.addEventListener('message', listen)
      return () => window.removeEventListener('message', listen)
    },
  }
}

/** Tells the page that opened this window, if there is one of this origin. Returns whether there was a page to tell. */
export function tellOpener(message: unknown): boolean {
  const opener: unknown = window.opener
  if (!isWindow(opener) || opener.closed) return false
  opener.postMessage(message, window.location.origin)
  return true
}

/** The whole address; throws where it is none of the web, such as `javascript:`. */
export function webAddress(address: string): string {
  const url = new URL(address, window.location.origin)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new TypeError('not an address of the web')
  return url.href
}

function isWindow(value: unknown): value is Window {
  return typeof value === 'object' && value !== null && 'postMessage' in value
}
