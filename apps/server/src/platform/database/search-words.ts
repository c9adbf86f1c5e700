import { removeAccents } from '@mi-portal/contract/fields/accents'
import { toPlainCharacters } from '@mi-portal/contract/values/codes/clean-code'
import { cleanRun, isRun } from '@mi-portal/contract/values/run'

const hasLetterOrDigit = (text: string) => /[\p{L}\p{N}]/u.test(text)

/** Returns whether a search finds nothing, because it is not empty and has neither a letter nor a digit. */
export function findsNothing(filter: string): boolean {
  return filter.trim() !== '' && !hasLetterOrDigit(filter)
}

/** Returns a RUN in any of its spellings as it is stored, and any other text as it is. */
function toStoredRun(text: string): string {
  const run = cleanRun(text)
  return isRun(run) ? run.toLowerCase() : text
}

/** Splits a search into words. A RUN may be written with spaces. */
const splitWords = (filter: string) =>
  toStoredRun(toPlainCharacters(filter))
    .split(/[\s,;]+/)
    .filter(hasLetterOrDigit)
    .map(toStoredRun)

const escapeWildcards = (word: string) => word.replace(/[\\%_]/g, '\\$&')

/**
 * Returns one pattern for each word, in any order. All must match a text whose case and accents were removed
 * (`lower(unaccent(…)) like all(…)`). Returns null for a search that {@link findsNothing}; an empty search has no pattern.
 */
export function toTextPatterns(filter: string | null): string[] | null {
  if (findsNothing(filter ?? '')) return null
  return splitWords(removeAccents(filter ?? '').toLowerCase()).map((word) => `%${escapeWildcards(word)}%`)
}

/** The names of the parameters that hold the words by which people are searched. A longer search uses only its longest words. */
const wordParameters = ['word_0', 'word_1', 'word_2', 'word_3', 'word_4', 'word_5'] as const

/**
 * Returns the condition that a folded column matches all words, as SQL. Each is a parameter of its own, because the index of a column serves
 * no `like all`. One that is null costs nothing in a statement that is planned for its values.
 */
export function matchesWords(column: string): string {
  return wordParameters
    .map((name) => `(:${name}?::text is null or ${column} like folded(:${name}?::text))`)
    .join(' and ')
}

export function toWordParameters(
  patterns: readonly string[],
): Record<(typeof wordParameters)[number], string | null> {
  const [word_0 = null, word_1 = null, word_2 = null, word_3 = null, word_4 = null, word_5 = null] = patterns
  return { word_0, word_1, word_2, word_3, word_4, word_5 }
}

/**
 * Returns the distinct words of a search as patterns for the folded column of names, document and e-mail, the longest first. A word of one
 * or two letters matches only where a word begins. Returns null for a search that {@link findsNothing}; an empty search has no pattern.
 */
export function toPeoplePatterns(filter: string): string[] | null {
  if (findsNothing(filter)) return null
  return [...new Set(splitWords(filter))]
    .toSorted((one, other) => other.length - one.length)
    .slice(0, wordParameters.length)
    .map((word) => {
      const literal = escapeWildcards(word)
      return word.replace(/[^\p{L}\p{N}@_]/gu, '').length < 3 ? `% ${literal}%` : `%${literal}%`
    })
}
