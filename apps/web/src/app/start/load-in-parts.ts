/**
 * The first script of every page. It loads the files of the application one after the other, instead of the file that needs all of them at
 * once, and yields to the browser after each that took long to run, so that the page answers a touch in between.
 *
 * A prerendered page is rendered first and requests the files of the application then: decision record 082.
 */
import { waitForPaint } from '../../lib/browser/wait-for-paint.ts'
import { requestScripts } from './request-scripts.ts'

/** Milliseconds for which files are run before the browser may handle input. */
const longest = 8

const pause = () => new Promise<void>((resolve) => setTimeout(resolve))

async function loadInParts(): Promise<void> {
  let since = performance.now()
  for (const { href } of document.querySelectorAll<HTMLLinkElement>(
    'link[rel=modulepreload]:not([data-entry])',
  )) {
    // The router reports a file of the page that cannot be loaded. The entry cannot be loaded if one of its own files is missing.
    await import(href).catch(() => {})
    if (performance.now() - since > longest) {
      await pause()
      since = performance.now()
    }
  }
  const entry = document.querySelector<HTMLLinkElement>('link[data-entry]')
  if (!entry) throw new Error('The page names no entry')
  await import(entry.href)
}

const shown = document.querySelector('#root > [data-viewer]:not([hidden])')
// A page in the background is not painted.
if (shown && document.visibilityState === 'visible') await waitForPaint()
requestScripts()
await loadInParts()
