/** Estimates how hard a secret is to guess, so that the start can reject a secret that a person made up. */

const alphabets: readonly (readonly [RegExp, number])[] = [
  [/^\d+$/, 10],
  [/^([\da-f]+|[\dA-F]+)$/, 16],
  [/^[\da-z]+$/, 36],
  [/^[\dA-Z]+$/, 36],
  [/^[\da-zA-Z]+$/, 62],
]
const widest = 64

/** The bits of each letter of a word: about two, because each letter suggests the next. */
const bitsOfWordLetter = 2

const word = /[A-Z]?[a-z]{5,}/g
const isHexadecimal = /^[a-f]+$/

/** Returns the text without characters that repeat or continue the ones before: `abab`, `1234`, `aaaa`. */
function withoutRepetition(text: string): string {
  let remaining = text.slice(0, 3)
  for (let at = 3; at < text.length; at += 1) {
    const codes = [3, 2, 1, 0].map((back) => text.charCodeAt(at - back))
    const [a = 0, b = 0, c = 0, d = 0] = codes
    const isSeries = Math.abs(d - c) <= 1 && d - c === c - b && c - b === b - a
    const isRepeated = at >= 6 && text.slice(0, at).includes(text.slice(at - 5, at + 1))
    if (!isSeries && !isRepeated) remaining += text[at]
  }
  return remaining
}

export function estimateBits(secret: string): number {
  const [, size] = alphabets.find(([pattern]) => pattern.test(secret)) ?? [null, widest]
  const remaining = withoutRepetition(secret)
  const wordLetters = [...remaining.matchAll(word)]
    .filter(([found]) => !isHexadecimal.test(found))
    .reduce((sum, [found]) => sum + found.length, 0)
  // A text that consists mostly of words is a sentence, and its short words and separators are guessable too.
  const guessable = wordLetters > 0.5 * remaining.length ? remaining.length : wordLetters
  return Math.floor((remaining.length - guessable) * Math.log2(size) + guessable * bitsOfWordLetter)
}
