import { act } from '@testing-library/react'
import { vi } from 'vitest'

/** Fakes the window that the browser opens for the check. */
export function fakePopup() {
  const frame = document.createElement('iframe')
  document.body.append(frame)
  const opened = frame.contentWindow
  if (!opened) throw new Error('a frame without a window')
  const replace = vi.fn()
  let closed = false
  const stand = {
    closed,
    focus: vi.fn(),
    location: { replace },
    close: vi.fn(() => {
      closed = true
    }),
  }
  const window_ = new Proxy(opened, {
    get: (target, name) => (name === 'closed' ? closed : Reflect.get(name in stand ? stand : target, name)),
  })
  const open_ = vi.spyOn(window, 'open').mockReturnValue(window_)
  return {
    open: open_,
    replace,
    close: stand.close,
    say: (data: unknown, origin = window.location.origin, source: Window = window_) =>
      act(async () => {
        const event = new MessageEvent('message', { data, origin })
        Object.defineProperty(event, 'source', { value: source })
        window.dispatchEvent(event)
      }),
  }
}
