/** Reads and writes the query parameters of addresses as plain text; the routes know their types. */

/** Also accepts the earlier JSON notation, `specialty=%22123%22`. */
function parseParameter(value: string): string {
  const quoted = /^"(.*)"$/s.exec(value)
  return quoted?.[1] ?? value
}

export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(
    [...new URLSearchParams(search)].map(([name, value]) => [name, parseParameter(value)]),
  )
}

export function stringifySearch(search: Record<string, unknown>): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== null)
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  // Commas stay readable in lists of codes.
  return text === '' ? '' : `?${text.replaceAll('%2C', ',')}`
}
