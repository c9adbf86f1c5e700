/** The `test` of every journey: it fails on what the browser complains about, and knows how to ask axe. */
import { createHash } from 'node:crypto'
import AxeBuilder from '@axe-core/playwright'
import { test as base, expect, type Page } from '@playwright/test'

type Journey = {
  /** Fails the journey when it ends and something went wrong that no step looked at. */
  watched: undefined
  /** Expects that axe finds nothing against WCAG 2.2 AA on the page as it stands, or on a window it opened. */
  expectAccessible: (window?: Page) => Promise<void>
}

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

export const test = base.extend<Journey>({
  // From where the person comes: tries are counted by address.
  extraHTTPHeaders: async ({ baseURL: _ }, use, info) => {
    const [a, b, c] = createHash('sha1').update(`${info.testId} ${info.retry}`).digest()
    await use({ 'x-forwarded-for': `10.${a}.${b}.${c}` })
  },
  watched: [
    async ({ page, baseURL }, use) => {
      const faults: string[] = []
      page.on('pageerror', (error) => faults.push(`uncaught: ${error.message}`))
      page.on('console', (message) => {
        // The browser also says so of refusals that the journey is about.
        const refused = message.text().startsWith('Failed to load resource: the server responded with')
        // Where the recorder of traces looks into a mail, whose frame lets no script run.
        const looked = /^Blocked script execution in '(about:srcdoc|[^']+\/dev\/correo\/)/.test(
          message.text(),
        )
        if (message.type() === 'error' && !refused && !looked) faults.push(`console: ${message.text()}`)
      })
      page.on('response', (answer) => {
        if (answer.status() >= 500) faults.push(`${answer.status()}: ${answer.url()}`)
      })
      page.on('request', (request) => {
        const url = new URL(request.url())
        const own = url.origin === baseURL || url.protocol === 'blob:' || url.protocol === 'data:'
        if (!own) faults.push(`asked another host: ${url.origin}`)
      })
      await use(undefined)
      expect(faults, 'nothing went wrong in the browser').toEqual([])
    },
    { auto: true },
  ],
  expectAccessible: async ({ page }, use) => {
    await use(async (window = page) => {
      // What is still fading in has not its colours yet.
      await window.evaluate(async () => {
        const drawn = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
        const ending = () =>
          document
            .getAnimations()
            .filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity)
            .filter(({ playState }) => playState === 'running')
        do {
          await Promise.allSettled(ending().map((animation) => animation.finished))
          await drawn()
        } while (ending().length > 0)
      })
      const { violations } = await new AxeBuilder({ page: window }).withTags(standards).analyze()
      const faults = violations.flatMap(({ id, nodes }) =>
        nodes.map((node) => `${id}: ${node.target.join(' ')} — ${node.failureSummary ?? ''}`),
      )
      expect(faults, 'axe finds nothing against WCAG 2.2 AA').toEqual([])
    })
  },
})
