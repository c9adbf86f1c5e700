/** Converts a search to patterns for the folded column of names, document and e-mail. */

/** The number of words that are searched. A longer search uses only its longest words. */
export const mostWords = 6

/**
 * Returns the distinct words of a search as `like` patterns, the longest first. Commas separate words, as in «Leiva, Paula». Wildcards in
 * a word are taken literally. A word of one or two letters matches only where a word begins. Returns null for a search that finds nobody,
 * because it has neither a letter nor a digit; an empty search has no pattern.
 */
export function patternsOf(filter: string): string[] | null {
  const words = [...new Set(filter.split(/[\s,;]+/).filter((word) => /[\p{L}\p{N}]/u.test(word)))]
  if (words.length === 0) return filter.trim() === '' ? [] : null
  return words
    .toSorted((one, other) => other.length - one.length)
    .slice(0, mostWords)
    .map((word) => {
      const literal = word.replace(/[\\%_]/g, '\\$&')
      return word.replace(/[^\p{L}\p{N}@_]/gu, '').length < 3 ? `% ${literal}%` : `%${literal}%`
    })
}
