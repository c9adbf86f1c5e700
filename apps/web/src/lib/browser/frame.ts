/**
 * Messages from a framed page of the portal to the page around it, which has the same origin: its height, what it
 * shows, and that it should be closed.
 */

type FrameMessage =
  | { frame: 'height'; height: number }
  | { frame: 'close' }
  /** What the page shows. The receiver checks that it is what it expects. */
  | { frame: 'content'; content: unknown }

/** Returns whether this page is in a frame. */
export function isFramed(): boolean {
  return window.parent !== window
}

/** Sends a message to the page around this one; does nothing when there is none. */
export function postToParent(message: FrameMessage) {
  if (isFramed()) window.parent.postMessage(message, window.location.origin)
}

/**
 * Calls back with the messages of the page in that frame, and ignores all others. Returns a function that stops
 * this.
 */
export function listenToFrame(
  frame: HTMLIFrameElement,
  onMessage: (message: FrameMessage) => void,
): () => void {
  const handleMessage = (event: MessageEvent<unknown>) => {
    if (event.origin !== window.location.origin || event.source !== frame.contentWindow) return
    if (isFrameMessage(event.data)) onMessage(event.data)
  }
  window.addEventListener('message', handleMessage)
  return () => window.removeEventListener('message', handleMessage)
}

function isFrameMessage(data: unknown): data is FrameMessage {
  if (typeof data !== 'object' || data === null || !('frame' in data)) return false
  if (data.frame === 'close' || (data.frame === 'content' && 'content' in data)) return true
  return data.frame === 'height' && 'height' in data && typeof data.height === 'number'
}
