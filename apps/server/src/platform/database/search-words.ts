/** Converts searches of people's words to `like` patterns. */
import { removeAccents } from '@mi-portal/contract/accents'

const splitWords = (filter: string) => filter.split(/[\s,;]+/)

/** Wildcards in a word are taken literally. */
const escapeWildcards = (word: string) => word.replace(/[\\%_]/g, '\\$&')

/**
 * Returns one pattern for each word, in any order. All must match a text whose case and accents were removed
 * (`lower(unaccent(…)) like all(…)`).
 */
export function toTextPatterns(filter: string | null): string[] {
  return splitWords(removeAccents(filter ?? '').toLowerCase())
    .filter((word) => word !== '')
    .map((word) => `%${escapeWildcards(word)}%`)
}

/** The number of words by which people are searched. A longer search uses only its longest words. */
export const mostWords = 6

/**
 * Returns the distinct words of a search as patterns for the folded column of names, document and e-mail, the longest first. A word of one
 * or two letters matches only where a word begins. Returns null for a search that finds nobody, because it has neither a letter nor a
 * digit; an empty search has no pattern.
 */
export function toPeoplePatterns(filter: string): string[] | null {
  const words = [...new Set(splitWords(filter).filter((word) => /[\p{L}\p{N}]/u.test(word)))]
  if (words.length === 0) return filter.trim() === '' ? [] : null
  return words
    .toSorted((one, other) => other.length - one.length)
    .slice(0, mostWords)
    .map((word) => {
      const literal = escapeWildcards(word)
      return word.replace(/[^\p{L}\p{N}@_]/gu, '').length < 3 ? `% ${literal}%` : `%${literal}%`
    })
}
