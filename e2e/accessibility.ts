/**
 * Looks for barriers with axe. axe runs in the page itself and returns the violations only: collecting its
 * other results, in a page of its own for each check, took a third of the processor time of all journeys.
 */
import axe from 'axe-core'

/** What is used of a page of Playwright. */
interface BrowserPage {
  frames(): readonly { evaluate(script: string): Promise<unknown> }[]
  evaluate(find: typeof findInPage, options: axe.RunOptions): Promise<string[]>
}

/** The rules that a page of the other colour scheme can break. */
export const onlyColours: axe.RunOptions = {
  runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
}

/** Returns a line for each element of the page and of its frames that violates a rule of axe, once nothing on the page moves any more. */
export async function findViolations(page: BrowserPage, options: axe.RunOptions = {}): Promise<string[]> {
  // The axe of the page asks that of each frame, such as the viewer of a result. A document keeps it while the portal changes its pages.
  for (const frame of page.frames())
    if (!(await frame.evaluate('"axe" in window'))) await frame.evaluate(axe.source)
  return page.evaluate(findInPage, { resultTypes: ['violations'], ...options })
}

/** Runs in the page, so it uses nothing of this module. */
async function findInPage(options: axe.RunOptions): Promise<string[]> {
  const waitForFrame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  const runningAnimations = () =>
    document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity)
      .filter(({ playState }) => playState === 'running')
  // Content that is still fading in does not have its final colours yet. An animation that begins anew each time is not waited for.
  for (let round = 0; round < 5; round++) {
    await Promise.allSettled(runningAnimations().map((animation) => animation.finished))
    await waitForFrame()
    if (runningAnimations().length === 0) break
  }
  const { run } = (globalThis as typeof globalThis & { axe: typeof axe }).axe
  // What the bar at the foot of a phone covers can be scrolled from under it.
  const foot = document.querySelector<HTMLElement>('[data-foot-bar]')
  foot?.style.setProperty('position', 'static')
  const { violations } = await run(document, options)
  foot?.style.removeProperty('position')
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} — ${failureSummary ?? ''}`),
  )
}
