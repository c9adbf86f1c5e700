import { afterEach, expect, test, vi } from 'vitest'
import { openPopup, postToOpener, toWebAddress } from './popup.ts'

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

function dispatchMessage(data: unknown, from: Window, origin = window.location.origin) {
  window.dispatchEvent(new MessageEvent('message', { data, origin, source: from }))
}

test('a window of 1024 by 640 opens in the middle of the screen, even when the browser is on a second screen', () => {
  vi.spyOn(window, 'screenX', 'get').mockReturnValue(1920)
  vi.spyOn(window, 'screenY', 'get').mockReturnValue(100)
  vi.spyOn(window, 'outerWidth', 'get').mockReturnValue(1440)
  vi.spyOn(window, 'outerHeight', 'get').mockReturnValue(900)
  const open = vi.spyOn(window, 'open').mockReturnValue(frame())
  openPopup('identidad', 1024, 640)
  expect(open).toHaveBeenCalledWith('', 'identidad', 'popup,width=1024,height=640,left=2128,top=230')
})

test('only messages from the opened window and the portal’s own origin are received', () => {
  const opened = frame()
  vi.spyOn(window, 'open').mockReturnValue(opened)
  const onMessage = vi.fn()
  const stop = openPopup('identidad', 1024, 640)?.listen(onMessage)
  dispatchMessage('otra ventana', frame())
  dispatchMessage('otro sitio', opened, 'https://impostor.ejemplo')
  expect(onMessage).not.toHaveBeenCalled()
  dispatchMessage({ code: 0 }, opened)
  expect(onMessage).toHaveBeenCalledExactlyOnceWith({ code: 0 })
  stop?.()
  dispatchMessage({ code: 1 }, opened)
  expect(onMessage).toHaveBeenCalledOnce()
})

test('the message to the opener can be read only on the portal’s own origin', () => {
  const opener = frame()
  const post = vi.spyOn(opener, 'postMessage').mockReturnValue(undefined)
  window.opener = opener
  expect(postToOpener({ code: 0 })).toBe(true)
  expect(post).toHaveBeenCalledWith({ code: 0 }, window.location.origin)
})

test('an address that is not http or https is rejected', () => {
  expect(toWebAddress('/identidad/x')).toBe(`${window.location.origin}/identidad/x`)
  expect(() => toWebAddress('javascript:alert(1)')).toThrow('not an address of the web')
})
