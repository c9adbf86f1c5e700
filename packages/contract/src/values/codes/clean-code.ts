/** Cleans what people type, paste or copy from a card where only letters and digits count: document numbers and codes. */

/** A longer text is cut before it is processed; no number or code is that long. */
const longest = 200

/** Returns a text with plain digits and dashes, and without the invisible characters that clipboards add, such as marks of direction. */
export function toPlainCharacters(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replace(/[\p{Pd}\u02d7\u2043\u2212]/gu, '-')
}

/**
 * Removes what surrounds and separates the letters and digits of a number or code: spaces, dashes, dots and invisible characters, such as
 * marks of direction. Full-width digits become plain ones, and letters upper case.
 */
export function cleanCode(text: string): string {
  return toPlainCharacters(text.slice(0, longest))
    .replace(/[\s\p{Cc}.-]/gu, '')
    .toUpperCase()
}
