/** Exact decimal numbers as text, because a binary number preserves neither `5.0` nor the notation of `0.0000001`. */

/**
 * Returns a number in plain notation with all its given digits: `1e-7` becomes `0.0000001`, `5.0` stays `5.0`.
 * Returns null when the text is not a number.
 */
export function plainDecimal(given: string | number): string | null {
  const match = /^([+-]?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,3}))?$/.exec(String(given).trim())
  if (match === null) return null
  const [, sign, whole = '', fraction = '', exponent = '0'] = match
  const shift = Number(exponent)
  if (Math.abs(shift) > 50 || whole.length + fraction.length > 50) return null
  const digits = `${'0'.repeat(Math.max(0, -shift))}${whole}${fraction}${'0'.repeat(Math.max(0, shift - fraction.length))}`
  const point = Math.max(0, -shift) + whole.length + shift
  const [before, after] = [digits.slice(0, point), digits.slice(point)]
  const plain = `${before.replace(/^0+(?=\d)/, '') || '0'}${after === '' ? '' : `.${after}`}`
  return sign === '-' ? `-${plain}` : plain
}

export function countDecimals(number: string): number {
  return number.split('.')[1]?.length ?? 0
}

/** Returns a number in Chilean notation with all its digits: `12345.60` becomes `12.345,60`. */
export function showDecimal(number: string): string {
  const [whole = '', fraction] = number.split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, '.')
  return fraction === undefined ? grouped : `${grouped},${fraction}`
}

/** Returns the number with all its digits, and adds zeros up to the laboratory's precision. */
export function withDecimals(given: string | number | null, decimals: number): string | null {
  const plain = given === null ? null : plainDecimal(given)
  if (plain === null) return null
  const missing = decimals - countDecimals(plain)
  if (missing <= 0) return plain
  return `${plain}${countDecimals(plain) === 0 ? '.' : ''}${'0'.repeat(missing)}`
}
