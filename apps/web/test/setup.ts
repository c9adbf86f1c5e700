/** Runs before every screen test: adds the browser functions that jsdom lacks, and resets all state after each test. */
import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, beforeEach, vi } from 'vitest'
import { openingReason, sessionConfirmation } from '../src/lib/call-questions.ts'
import { clearDrafts } from '../src/lib/drafts.ts'
import { closeSession, dismissClosedByOtherDevice, dismissExpiry } from '../src/lib/session.ts'
import { outcomeDelay } from '../src/lib/wait-for-outcome.ts'
import { resetEndpoints, unmockedRequests } from './fake-server.ts'
import { computeStyleWithoutSheets } from './jsdom/computed-style.ts'

// A limit that finds a screen that hangs, not a slow machine.
configure({ asyncUtilTimeout: 15_000 })

// The test browser has no canvas; the browser journeys check the drawing.
vi.mock('uplot', () => ({
  default: class {
    setSize() {}
    destroy() {}
  },
}))

window.matchMedia = (query) => ({
  // A desktop: 1440 px wide, with a mouse, and without a preference for less motion.
  matches: query.includes('min-width'),
  media: query,
  onchange: null,
  addListener: () => undefined,
  removeListener: () => undefined,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
  dispatchEvent: () => false,
})
window.ResizeObserver = class {
  observe() {}
  unobserve() {}
  disconnect() {}
}
window.getComputedStyle = computeStyleWithoutSheets
window.scrollTo = () => undefined
Element.prototype.scrollIntoView = () => undefined
Element.prototype.getBoundingClientRect = () => new DOMRect(0, 0, 320, 48)
Object.defineProperty(document.documentElement, 'clientWidth', { value: 1440 })
Object.defineProperty(document.documentElement, 'clientHeight', { value: 900 })
URL.createObjectURL = () => 'blob:fotografia'
URL.revokeObjectURL = () => undefined
HTMLDialogElement.prototype.showModal = function showModal() {
  this.open = true
}
HTMLDialogElement.prototype.show = function show() {
  this.open = true
}
HTMLDialogElement.prototype.close = function close() {
  this.open = false
}

HTMLElement.prototype.showPopover = () => undefined
HTMLInputElement.prototype.showPicker = () => undefined

// No test depends on the day on which it runs. Timers are real, and time stands still.
const fixedTime = '2026-11-24T12:00:00Z'
vi.setSystemTime(fixedTime)
beforeEach(() => {
  // What a screen of the test before asked after its end says nothing about this test.
  resetEndpoints()
  vi.setSystemTime(fixedTime)
  outcomeDelay.isOn = false
  document.title = ''
})

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  // A test that writes a page into the document itself leaves it to no other file.
  document.body.replaceChildren()
  sessionConfirmation.resolve(false)
  openingReason.resolve(false)
  closeSession()
  dismissExpiry()
  clearDrafts()
  dismissClosedByOtherDevice()
  localStorage.clear()
  sessionStorage.clear()
  const unmocked = unmockedRequests()
  resetEndpoints()
  if (unmocked.length > 0)
    throw new Error(`the screen asked what the test does not answer:\n${unmocked.join('\n')}`)
})

// Files share modules. A page that is still being imported would otherwise be evaluated during the next file's first test.
afterAll(() => vi.dynamicImportSettled())
