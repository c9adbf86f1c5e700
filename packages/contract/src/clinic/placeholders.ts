/** Placeholders of the texts of a clinic, such as `{brand}`. */

/** Returns what is wrong with a text whose placeholders are not all replaced, and the remedy; null if they are. */
export function findUnknownPlaceholders(
  text: string,
  known: readonly string[],
): { readonly message: string; readonly remedy: string } | null {
  const names = [...text.matchAll(/\{([^{}\s]*)\}/g)].map(([, name = '']) => name)
  const unknown = [...new Set(names)].filter((name) => !known.includes(name))
  if (unknown.length === 0) return null
  return {
    message: `${unknown.map((name) => `«{${name}}»`).join(', ')} no se reemplaza en este texto`,
    remedy: `Usa solo: ${known.map((name) => `{${name}}`).join(', ')}`,
  }
}
