/** What people type to find somebody, as patterns for the folded column of names, document and e-mail. */

/** Longer searches are narrowed by their longest words alone. */
export const mostWords = 6

/**
 * The parts of a search: words of their own, the longest first, with what stands for anything in a pattern taken
 * literally. One or two letters are looked for where words begin.
 */
export function patternsOf(filter: string): string[] {
  const words = [...new Set(filter.split(/\s+/).filter((word) => /[\p{L}\p{N}@_]/u.test(word)))]
  return words
    .toSorted((one, other) => other.length - one.length)
    .slice(0, mostWords)
    .map((word) => {
      const literal = word.replace(/[\\%_]/g, '\\$&')
      return word.replace(/[^\p{L}\p{N}@_]/gu, '').length < 3 ? `% ${literal}%` : `%${literal}%`
    })
}
