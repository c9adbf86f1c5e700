/** Returns whether a passport number has 6 to 15 letters or digits and is not all zeros. */
export function isPassport(text: string): boolean {
  return /^[A-Za-z0-9]{6,15}$/.test(text) && !/^0+$/.test(text)
}
