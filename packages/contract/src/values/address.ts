/** Addresses that staff put into texts for patients: another site over https, or a page of the portal. */

/**
 * Encoded control characters, slash and backslash: a proxy or a browser that decodes them would read another
 * address.
 */
const encodedSeparator = /%(?:[01][\da-f]|7f|2f|5c)/i

/**
 * Returns whether the text is an `https:` address or a path of the portal. Any other address could run a script or
 * use an unencrypted connection.
 */
export function isPublishableAddress(text: string): boolean {
  if (text.length > 2000 || /[\s\\<>"]/.test(text)) return false
  if (text.startsWith('/'))
    return !text.startsWith('//') && !encodedSeparator.test(text.split(/[?#]/, 1)[0] ?? '')
  if (!text.startsWith('https://')) return false
  try {
    const { hostname, username, password } = new URL(text)
    return hostname.includes('.') && username === '' && password === ''
  } catch {
    return false
  }
}
