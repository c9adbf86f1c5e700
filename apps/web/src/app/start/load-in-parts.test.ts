import { afterEach, beforeEach, expect, test, vi } from 'vitest'

/** The parts of the application in the order in which they ran. */
const ran: string[] = []

/** The number of scripts so far: a script of the same address runs only once. */
let scripts = 0

/** Returns the address of a script that notes that it ran. */
const scriptOf = (name: string) => {
  scripts += 1
  return `data:text/javascript,globalThis.ran.push(${JSON.stringify(name)})//${scripts}`
}

/** Runs the first script in a page with an entry and two more files, of which one cannot be loaded. `root`: the content of the page. */
function runFirstScript(rel: 'later-script' | 'modulepreload', root: string): Promise<unknown> {
  document.head.innerHTML = `
    <link rel="${rel}" data-entry href='${scriptOf('entry')}'>
    <link rel="${rel}" href='data:text/javascript,throw new Error("lost")'>
    <link rel="${rel}" href='${scriptOf('router')}'>`
  document.body.innerHTML = `<div id="root">${root}</div>`
  // A module of another address runs again.
  return import(`${import.meta.dirname}/load-in-parts.ts?run=${scripts}`)
}

const requested = () => document.querySelectorAll('link[rel=modulepreload]').length

beforeEach(() => {
  ran.length = 0
  vi.stubGlobal('ran', ran)
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('a prerendered page is rendered before its scripts are requested; the entry runs last, even if a file is lost', async () => {
  const requestedBefore = vi.fn()
  vi.stubGlobal('requestAnimationFrame', (renderFrame: FrameRequestCallback) =>
    setTimeout(() => {
      requestedBefore(requested())
      renderFrame(0)
    }),
  )
  await runFirstScript('later-script', '<div data-viewer="visitor">…</div>')
  expect(requestedBefore.mock.calls).toEqual([[0]])
  expect(requested()).toBe(3)
  expect(ran).toEqual(['router', 'entry'])
})

test('a prerendered page in the background does not wait for a frame', async () => {
  vi.stubGlobal('requestAnimationFrame', () =>
    expect.unreachable('browsers render no frames in the background'),
  )
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  await runFirstScript('later-script', '<div data-viewer="visitor">…</div>')
  expect(ran).toEqual(['router', 'entry'])
})
