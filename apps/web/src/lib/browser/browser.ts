/** Opens tabs and saves files. */
import { toWebAddress } from './popup.ts'

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
  return { show: (address) => tab.location.replace(toWebAddress(address)), close: () => tab.close() }
}

/** Downloads the file at an address of the portal, as a download link would. */
export function downloadAddress(address: string) {
  const link = document.createElement('a')
  link.href = toWebAddress(address)
  link.download = ''
  link.click()
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
