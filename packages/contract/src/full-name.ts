/** Joins the parts of a person's name that are not empty. A person may have one name, or one surname. */
export function joinName(...parts: readonly (string | null | undefined)[]): string {
  return parts.filter(Boolean).join(' ')
}

/**
 * Returns a name with its first word, and the first letter of each other word: `Camila A. F. R.` Mails name other people so, because others
 * may read a mailbox.
 */
export function maskName(name: string): string {
  const [first = '', ...others] = name.split(/\s+/).filter(Boolean)
  return [first, ...others.map((word) => `${[...word][0]}.`)].join(' ')
}
