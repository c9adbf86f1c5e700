import { afterEach, expect, test, vi } from 'vitest'
import { openPopup, tellOpener, webAddress } from './popup.ts'

afterEach(() => {
  vi.restoreAllMocks()
  window.opener = null
})

const frame = () => {
  const element = document.createElement('iframe')
  document.body.append(element)
  if (!element.contentWindow) throw new Error('a frame without a window')
  return element.contentWindow
}

function say(data: unknown, from: Window, origin = window.location.origin) {
  window.dispatchEvent(new MessageEvent('message', { data, origin, source: from }))
}

test('a window of 1024 by 640 opens in the middle of the screen, also where the browser stands on a second one', () => {
  vi.spyOn(window, 'screenX', 'get').mockReturnValue(1920)
  vi.spyOn(window, 'screenY', 'get').mockReturnValue(100)
  vi.spyOn(window, 'outerWidth', 'get').mockReturnValue(1440)
  vi.spyOn(window, 'outerHeight', 'get').mockReturnValue(900)
  const open = vi.spyOn(window, 'open').mockReturnValue(frame())
  openPopup('identidad', 1024, 640)
  expect(open).toHaveBeenCalledWith('', 'identidad', 'popup,width=1024,height=640,left=2128,top=230')
})

test('a blocked window is none', () => {
  vi.spyOn(window, 'open').mockReturnValue(null)
  expect(openPopup('identidad', 1024, 640)).toBeNull()
})

test('only the opened window is heard, and only from the portal’s own host', () => {
  const opened = frame()
  vi.spyOn(window, 'open').mockReturnValue(opened)
  const hear = vi.fn()
  const stop = openPopup('identidad', 1024, 640)?.listen(hear)
  say('otra ventana', frame())
  say('otro sitio', opened, 'https://impostor.ejemplo')
  expect(hear).not.toHaveBeenCalled()
  say({ code: 0 }, opened)
  expect(hear).toHaveBeenCalledExactlyOnceWith({ code: 0 })
  stop?.()
  say({ code: 1 }, opened)
  expect(hear).toHaveBeenCalledOnce()
})

test('the opener is told on the portal’s own host alone', () => {
  const opener = frame()
  const post = vi.spyOn(opener, 'postMessage').mockReturnValue(undefined)
  window.opener = opener
  expect(tellOpener({ code: 0 })).toBe(true)
  expect(post).toHaveBeenCalledWith({ code: 0 }, window.location.origin)
})

test('without an opener nobody is told', () => {
  expect(tellOpener({ code: 0 })).toBe(false)
})

test('only an address of the web is gone to', () => {
  expect(webAddress('/identidad/x')).toBe(`${window.location.origin}/identidad/x`)
  expect(() => webAddress('javascript:alert(1)')).toThrow('not an address of the web')
})
