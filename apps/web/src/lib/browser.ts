/** Detects the recommended browser, opens tabs and saves files. */
import { webAddress } from './popup.ts'

interface Brands {
  brands?: { brand: string }[]
}

function clientHints(): Brands | undefined {
  return 'userAgentData' in navigator ? (navigator.userAgentData ?? undefined) : undefined
}

/**
 * Returns whether this is Google Chrome on any device; false in browsers built from the same sources (Edge, Opera,
 * Samsung).
 */
export function isChrome(userAgent = navigator.userAgent, brands = clientHints()?.brands): boolean {
  if (brands?.length) return brands.some(({ brand }) => brand === 'Google Chrome')
  return (
    /\b(Chrome|CriOS)\//.test(userAgent) &&
    !/\b(Edg|EdgA|EdgiOS|OPR|SamsungBrowser|YaBrowser|Vivaldi|HeadlessChrome)\b/.test(userAgent)
  )
}

/** A tab that is opened empty and gets its address later. */
interface EmptyTab {
  show(address: string): void
  close(): void
}

/**
 * Opens a tab while the browser still handles the click; a later call would count as a pop-up. Returns null when
 * the browser blocks the tab. The new tab has no access to this page.
 */
export function openEmptyTab(): EmptyTab | null {
  const tab = window.open('', '_blank')
  if (!tab) return null
  tab.opener = null
  return { show: (address) => tab.location.replace(webAddress(address)), close: () => tab.close() }
}

/** Saves a file under a name, as a download link would. */
export function saveFile(file: Blob, name: string) {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser reads the file after this task.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
