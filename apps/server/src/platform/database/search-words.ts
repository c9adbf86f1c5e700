/** Converts a search to patterns for the folded column of names, document and e-mail. */

/** The number of words that are searched. A longer search uses only its longest words. */
export const mostWords = 6

/**
 * Returns the distinct words of a search as `like` patterns, the longest first. Wildcards in a word are taken
 * literally. A word of one or two letters matches only where a word begins.
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
