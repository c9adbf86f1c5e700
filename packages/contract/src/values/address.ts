/** Addresses that staff write into what patients read: another site over https, or a page of the portal. */

/** Whether the text is an `https:` address or a path of the portal. Anything else could run as a script or leave in the clear. */
export function isPublishableAddress(text: string): boolean {
  if (text.length > 2000 || /[\s\\<>"]/.test(text)) return false
  if (text.startsWith('/')) return !text.startsWith('//')
  if (!text.startsWith('https://')) return false
  try {
    const { hostname, username, password } = new URL(text)
    return hostname.includes('.') && username === '' && password === ''
  } catch {
    return false
  }
}
