/** Which browser this is, as far as the recommendation of the product goes, and the tabs it opens. */
import { webAddress } from './popup.ts'

interface Brands {
  brands?: { brand: string }[]
}

function clientHints(): Brands | undefined {
  return 'userAgentData' in navigator ? (navigator.userAgentData ?? undefined) : undefined
}

/** True in Google Chrome on any device; false in the browsers built from the same sources (Edge, Opera, Samsung). */
export function isChrome(userAgent = navigator.userAgent, brands = clientHints()?.brands): boolean {
  if (brands?.length) return brands.some(({ brand }) => brand === 'Google Chrome')
  return (
    /\b(Chrome|CriOS)\//.test(userAgent) &&
    !/\b(Edg|EdgA|EdgiOS|OPR|SamsungBrowser|YaBrowser|Vivaldi|HeadlessChrome)\b/.test(userAgent)
  )
}

/** A tab opened empty, to be sent to its address once that is known. */
interface EmptyTab {
  show(address: string): void
  close(): void
}

/**
 * Opens a tab while the browser still sees the click; asked for later it would count as a pop-up. Null where the
 * browser blocks it all the same. The new tab knows nothing of this one.
 */
export function openEmptyTab(): EmptyTab | null {
  const tab = window.open('', '_blank')
  if (!tab) return null
  tab.opener = null
  return { show: (address) => tab.location.replace(webAddress(address)), close: () => tab.close() }
}

/** Saves a file under a name, as a link to it would. */
export function saveFile(file: Blob, name: string) {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser reads it after this turn.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
