/**
 * Returns names as a Spanish list: «Ñuñoa», «Ñuñoa y Talca», «Ñuñoa, Talca e Independencia». Creating a formatter of lists
 * (`Intl.ListFormat`) would block a slow phone for a tenth of a second.
 */
export function joinNames(all: readonly string[]): string {
  const names = all.filter((name) => name !== '')
  const last = names.at(-1) ?? ''
  if (names.length < 2) return last
  const and = /^h?[i\u00ed](?![aeo\u00e1\u00e9\u00f3])/i.test(last) ? 'e' : 'y'
  return `${names.slice(0, -1).join(', ')} ${and} ${last}`
}
