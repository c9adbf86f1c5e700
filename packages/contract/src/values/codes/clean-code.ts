/** Cleans what people type, paste or copy from a card where only letters and digits count: document numbers and codes. */

/** A longer text is cut before it is processed; no number or code is that long. */
const longest = 200

/**
 * Removes what surrounds and separates the letters and digits of a number or code: spaces, dashes, dots and invisible characters, such as
 * marks of direction. Full-width digits become plain ones, and letters upper case.
 */
export function cleanCode(text: string): string {
  return text
    .slice(0, longest)
    .normalize('NFKC')
    .replace(/[\s\p{Cf}\p{Cc}\p{Default_Ignorable_Code_Point}\p{Pd}\u02d7\u2043\u2212.]/gu, '')
    .toUpperCase()
}
