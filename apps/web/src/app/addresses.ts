/** How an address carries what was chosen: plain words, of which the routes know what they mean. */

/** What was once written as JSON, `specialty=%22123%22`, is read too. */
function plain(value: string): string {
  const quoted = /^"(.*)"$/s.exec(value)
  return quoted?.[1] ?? value
}

export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries([...new URLSearchParams(search)].map(([name, value]) => [name, plain(value)]))
}

export function stringifySearch(search: Record<string, unknown>): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== null)
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  // Lists of codes are read by people too.
  return text === '' ? '' : `?${text.replaceAll('%2C', ',')}`
}
