/**
 * Drives the installed Firefox over WebDriver BiDi: finds elements by role and visible text, and runs axe. Code of these tests runs in
 * the page without `eval`, so the portal's content policy stays as it is.
 */
import { setTimeout as wait } from 'node:timers/promises'
import puppeteer, { type Browser, type ElementHandle, type Page } from 'puppeteer-core'
import { expect } from 'vitest'
import { findFirefox } from '../../tools/test/browser.ts'
import { findViolations, onlyWcag } from '../accessibility.ts'
import { clockOffsetMs, shiftClock } from '../clock.ts'

/** A busy machine may stall for long. */
const stepTimeoutMs = 40_000

export function launchFirefox(): Promise<Browser> {
  const executablePath = findFirefox()
  if (executablePath === null) throw new Error('there is no Firefox: install firefox-esr, or set FIREFOX')
  return puppeteer.launch({ browser: 'firefox', executablePath, headless: true })
}

/** Selects an element by its role and its whole accessible name. */
export const byRole = (role: string, name: string) => `::-p-aria([name="${name}"][role="${role}"])`

/** Selects the innermost element with this text. */
export const byText = (text: string) => `::-p-text(${text})`

/** A page of the portal in a browser context of its own. */
export type Screen = ReturnType<typeof createScreen>

/** Opens a page with this width in a new browser context. The returned errors are those that the browser reported so far. */
export async function openScreen(browser: Browser, url: string, size: { width: number; height: number }) {
  const context = await browser.createBrowserContext()
  const page = await context.newPage()
  await page.setViewport(size)
  page.setDefaultTimeout(stepTimeoutMs)
  const errors: string[] = []
  await watch(page, errors)
  return { screen: createScreen(page, url, errors), errors, close: () => context.close() }
}

/** Adds to `errors` what the page reports from now on. Violations of the content policy are reported by documents that load from now on. */
async function watch(page: Page, errors: string[]): Promise<void> {
  await page.evaluateOnNewDocument(shiftClock, clockOffsetMs)
  await page.evaluateOnNewDocument(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) => {
      console.error(`content policy: ${effectiveDirective} ${blockedURI} ${sample}`)
    })
  })
  page.on('pageerror', (error) => errors.push(`uncaught: ${String(error)}`))
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`console: ${message.text()}`)
  })
  page.on('response', (response) => {
    if (response.status() >= 500) errors.push(`${response.status()}: ${response.url()}`)
  })
}

/** Waits until an element no longer moves, for example in a dialog that slides in. */
async function waitUntilStill(element: ElementHandle): Promise<void> {
  let before: string
  let now = ''
  do {
    before = now
    now = JSON.stringify(await element.boundingBox())
  } while (now !== before)
}

function createScreen(page: Page, url: string, errors: string[]) {
  /** Waits for a visible element, and names it in the error when a step with it fails. */
  async function withElement(selector: string, step: (element: ElementHandle) => Promise<unknown>) {
    try {
      const element = await page.waitForSelector(selector, { visible: true })
      if (element) await step(element)
    } catch (cause) {
      throw new Error(`failed with ${selector} at ${page.url()}`, { cause })
    }
  }
  const click = (selector: string) =>
    withElement(selector, async (element) => {
      await element.scrollIntoView()
      await waitUntilStill(element)
      await element.click()
    })
  return {
    page,
    open: async (path: string) => {
      await page.goto(url + path)
      // The prerendered page takes no input; it is replaced once the script has loaded.
      await page.waitForSelector('#root > [inert]', { hidden: true })
    },
    /** Waits until an element is visible. */
    see: (selector: string) => withElement(selector, async () => undefined),
    /** Waits until no such element is visible. */
    seeNo: async (selector: string) => {
      await page.waitForSelector(selector, { hidden: true })
    },
    click,
    /** Replaces the text of a field, typing it as a person would. */
    fill: (selector: string, text: string) =>
      withElement(selector, async (element) => {
        await element.click({ count: 3 })
        await element.type(text)
      }),
    /** Chooses an option of a searchable list. */
    choose: async (list: string, option: string) => {
      await click(byRole('combobox', list))
      await click(byRole('option', option))
    },
    press: (key: 'Enter' | 'Escape') => page.keyboard.press(key),
    valueOf: (selector: string): Promise<string> =>
      page.$eval(selector, (element) => ('value' in element ? String(element.value) : '')),
    /** Returns the text of the page in a frame. */
    textOfFrame: async (): Promise<string> => {
      const frame = await (await page.$('iframe'))?.contentFrame()
      return (await frame?.evaluate(() => document.body.innerText)) ?? ''
    },
    /**
     * Clicks, and returns the window or tab that opens. Its errors are added to those of this page. Errors that the window reports
     * before the browser announces it are missed, and so are violations of the content policy in its first document.
     */
    clickToOpen: async (selector: string, timeoutMs = stepTimeoutMs) => {
      const opening = new Promise<Page | null>((resolve) => page.once('popup', resolve))
      await click(selector)
      const opened = await Promise.race([opening, wait(timeoutMs, null, { ref: false })])
      if (!opened) throw new Error(`${selector} opened no window within ${timeoutMs} ms at ${page.url()}`)
      opened.setDefaultTimeout(stepTimeoutMs)
      await watch(opened, errors)
      return createScreen(opened, url, errors)
    },
    expectAccessible: () => expectAccessible(page),
  }
}

async function expectAccessible(page: Page): Promise<void> {
  expect(await findViolations(page, onlyWcag), 'axe finds nothing against WCAG 2.2 AA').toEqual([])
}
