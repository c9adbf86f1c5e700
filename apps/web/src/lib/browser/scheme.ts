/** The colour scheme that a person chose on this device. Without a choice the system decides. */

export type Scheme = 'light' | 'dark'

/** Also read by the script in `index.html`, which applies the scheme before the first paint. */
const storageKey = 'scheme'

/** Returns the chosen scheme, or null while the system decides. */
export function readScheme(): Scheme | null {
  const stored = localStorage.getItem(storageKey)
  return stored === 'light' || stored === 'dark' ? stored : null
}

/** Applies a scheme to this page and keeps it on this device; with null the system decides. */
export function chooseScheme(scheme: Scheme | null): void {
  const page = document.documentElement
  // The browser's own bars take the dark colour from the only element with a condition.
  const darkBars = document.querySelector<HTMLMetaElement>('meta[name="theme-color"][media]')
  if (scheme === null) {
    localStorage.removeItem(storageKey)
    delete page.dataset.scheme
    if (darkBars) darkBars.media = '(prefers-color-scheme: dark)'
    return
  }
  localStorage.setItem(storageKey, scheme)
  page.dataset.scheme = scheme
  if (darkBars) darkBars.media = scheme === 'dark' ? 'all' : 'not all'
}
