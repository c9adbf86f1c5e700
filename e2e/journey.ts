/** The `test` of every journey: it fails on errors in the browser, and can check accessibility with axe. */
import { type BrowserContext, type BrowserContextOptions, expect, type Page } from '@playwright/test'
import { findViolations } from './accessibility.ts'
import { clockOffsetMs, shiftClock } from './clock.ts'
import { test as base } from './portal.ts'

type Journey = {
  /** Errors in the browser so far. The journey fails at its end when the list is not empty. */
  browserErrors: string[]
  /** Expects that axe finds nothing on the page, or on a window that it opened. */
  expectAccessible: (window?: Page) => Promise<void>
  findBarriers: () => Promise<string[]>
  /** Opens a page on another person's device, which has no session. */
  openDevice: (options?: BrowserContextOptions) => Promise<Page>
}

/**
 * Waits until a dialog that has just closed has removed its history entry, because the browser would drop a navigation that starts
 * meanwhile. An open dialog keeps its entry, so the wait is short.
 */
async function waitForClosedDialogs(page: Page): Promise<void> {
  await page
    .waitForFunction(() => history.state?.layer === undefined, undefined, { timeout: 500 })
    .catch(() => undefined)
}

export const test = base.extend<Journey>({
  page: async ({ page }, use) => {
    const { goto, reload } = page
    page.goto = async (...request) => {
      await waitForClosedDialogs(page)
      return goto.apply(page, request)
    }
    page.reload = async (...request) => {
      await waitForClosedDialogs(page)
      return reload.apply(page, request)
    }
    await use(page)
  },
  browserErrors: [
    async ({ page, baseURL }, use) => {
      const errors: string[] = []
      // The browser names what the content policy and Trusted Types blocked, even when its console shows nothing.
      await page.context().exposeBinding('noteViolation', (_source, what: string) => {
        errors.push(`content policy: ${what}`)
      })
      await page.context().addInitScript(() => {
        document.addEventListener('securitypolicyviolation', (event) => {
          const { effectiveDirective, blockedURI, sourceFile, lineNumber, sample } = event
          const note = Reflect.get(window, 'noteViolation')
          if (typeof note === 'function')
            note(`${effectiveDirective} ${blockedURI} ${sourceFile}:${lineNumber} ${sample}`)
        })
      })
      page.on('pageerror', (error) => errors.push(`uncaught: ${error.message}`))
      page.on('console', (message) => {
        // The browser also logs rejections that the journey expects.
        const isRejection = message.text().startsWith('Failed to load resource: the server responded with')
        // Logged when the trace recorder inspects an e-mail, whose frame allows no scripts.
        const isInspection = /^Blocked script execution in '(about:srcdoc|[^']+\/dev\/correo\/)/.test(
          message.text(),
        )
        if (message.type() === 'error' && !isRejection && !isInspection)
          errors.push(`console: ${message.text()}`)
      })
      page.on('response', (answer) => {
        if (answer.status() >= 500) errors.push(`${answer.status()}: ${answer.url()}`)
      })
      page.on('request', (request) => {
        const url = new URL(request.url())
        const own = url.origin === baseURL || url.protocol === 'blob:' || url.protocol === 'data:'
        if (!own) errors.push(`asked another host: ${url.origin}`)
      })
      await use(errors)
      expect(errors, 'nothing went wrong in the browser').toEqual([])
    },
    { auto: true },
  ],
  expectAccessible: async ({ page }, use) => {
    await use(async (window = page) => {
      const violations = await findViolations(window)
      expect(violations, 'axe finds nothing').toEqual([])
    })
  },
  findBarriers: ({ page }, use) => use(() => findViolations(page)),
  openDevice: async ({ browser }, use) => {
    const contexts: BrowserContext[] = []
    await use(async (options) => {
      const context = await browser.newContext(options)
      contexts.push(context)
      await context.addInitScript(shiftClock, clockOffsetMs)
      return context.newPage()
    })
    for (const context of contexts) await context.close()
  },
})
