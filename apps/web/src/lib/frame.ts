/** What a framed page of the portal tells the page around it: how high it is, and that it wants to be closed. Both are of the same origin. */

type FrameMessage = { frame: 'height'; height: number } | { frame: 'close' }

/** Whether this page stands in a frame. */
export function isFramed(): boolean {
  return window.parent !== window
}

/** Tells the page around this one; nothing happens where there is none. */
export function tellAround(message: FrameMessage) {
  if (isFramed()) window.parent.postMessage(message, window.location.origin)
}

/** Calls back with what the page in that frame tells, and with nothing that anybody else sends. Returns the way to stop. */
export function listenToFrame(frame: HTMLIFrameElement, hear: (message: FrameMessage) => void): () => void {
  const listen = (event: MessageEvent<unknown>) => {
    if (event.origin !== window.location.origin || event.source !== frame.contentWindow) return
    if (isFrameMessage(event.data)) hear(event.data)
  }
  window.addEventListener('message', listen)
  return () => window.removeEventListener('message', listen)
}

function isFrameMessage(data: unknown): data is FrameMessage {
  if (typeof data !== 'object' || data === null || !('frame' in data)) return false
  if (data.frame === 'close') return true
  return data.frame === 'height' && 'height' in data && typeof data.height === 'number'
}
