export const raised: Readonly<Record<string, string>> = {
  ...{ 0: '⁰', 1: '¹', 2: '²', 3: '³', 4: '⁴', 5: '⁵', 6: '⁶', 7: '⁷', 8: '⁸', 9: '⁹' },
  ...{ '+': '⁺', '-': '⁻', '−': '⁻', n: 'ⁿ' },
}

export const lowered: Readonly<Record<string, string>> = {
  ...{ 0: '₀', 1: '₁', 2: '₂', 3: '₃', 4: '₄', 5: '₅', 6: '₆', 7: '₇', 8: '₈', 9: '₉' },
  ...{ '+': '₊', '-': '₋', '−': '₋' },
}

/** Returns raised or lowered text in characters of that kind, or after a sign: `10⁹`, `x^(ab)`. Plain text would change a number. */
export function shifted(text: string, characters: Readonly<Record<string, string>>, sign: string): string {
  const trimmed = text.trim()
  if (trimmed === '') return ''
  const each = [...trimmed].map((one) => characters[one])
  return each.every((one) => one !== undefined) ? each.join('') : `${sign}(${trimmed})`
}
