/** A window that another page of the portal opens, and the messages between the two; both have the same origin. */

/** An opened window, which gets its address later, is watched and closed. */
export interface Popup {
  /** Opens an http or https address of any host in the window. */
  show(address: string): void
  focus(): void
  close(): void
  isClosed(): boolean
  /**
   * Calls back with the messages of this window, and ignores those of other windows or origins. Returns a function
   * that stops this.
   */
  listen(onMessage: (message: unknown) => void): () => void
}

/**
 * Opens an empty window of that size in the middle of the screen. It must be called while the browser still handles
 * the click. Returns null when the browser blocks the window.
 */
export function openPopup(name: string, width: number, height: number): Popup | null {
  const left = Math.max(0, Math.round(window.screenX + (window.outerWidth - width) / 2))
  const top = Math.max(0, Math.round(window.screenY + (window.outerHeight - height) / 2))
  const opened = window.open('', name, `popup,width=${width},height=${height},left=${left},top=${top}`)
  if (!opened) return null
  return {
    show: (address) => opened.location.replace(toWebAddress(address)),
    focus: () => opened.focus(),
    close: () => opened.close(),
    isClosed: () => opened.closed,
    listen: (onMessage) => {
      const listen = (event: MessageEvent<unknown>) => {
        if (event.origin === window.location.origin && event.source === opened) onMessage(event.data)
      }
      window.addEventListener('message', listen)
      return () => window.removeEventListener('message', listen)
    },
  }
}

/**
 * Sends a message to the page that opened this window; only a page of this origin can read it. Returns whether
 * there was such a page.
 */
export function postToOpener(message: unknown): boolean {
  const opener: unknown = window.opener
  if (!isWindow(opener) || opener.closed) return false
  opener.postMessage(message, window.location.origin)
  return true
}

/** Returns the absolute address; throws unless it is http or https, for example for `javascript:`. */
export function toWebAddress(address: string): string {
  const url = new URL(address, window.location.origin)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new TypeError('not an address of the web')
  return url.href
}

function isWindow(value: unknown): value is Window {
  return typeof value === 'object' && value !== null && 'postMessage' in value
}
