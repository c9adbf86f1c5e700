/** Resolves when the browser has painted the changes so far, or after 100 ms: a hidden page is not painted. */
export function waitForPaint(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve))
    setTimeout(resolve, 100)
  })
}
