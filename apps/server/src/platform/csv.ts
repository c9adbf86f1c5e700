// Characters at which a spreadsheet begins a formula, also as full-width characters (U+FF1D and others), and those that it
// skips before them.
const formula = /^[=+\-@\t\r\n\0\uff1d\uff0b\uff0d\uff20]/

function toCell(value: string): string {
  const text = value.replaceAll('\0', '')
  return `"${(formula.test(value) ? `'${text}` : text).replaceAll('"', '""')}"`
}

/** Returns a CSV file by RFC 4180, with the byte order mark by which spreadsheets recognise UTF-8. */
export function writeCsv(rows: readonly (readonly string[])[]): string {
  return `\uFEFF${rows.map((row) => row.map(toCell).join(',')).join('\r\n')}\r\n`
}
