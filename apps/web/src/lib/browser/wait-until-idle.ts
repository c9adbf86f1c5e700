/** Resolves when the browser has nothing else to do, after 5 s at the latest. Safari cannot say so, and gets 0.2 s. */
export function waitUntilIdle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(() => resolve(), { timeout: 5000 })
    else setTimeout(resolve, 200)
  })
}
