/** Joins the parts of a person's name that are not empty. A person may have one name, or one surname. */
export function joinName(...parts: readonly (string | null | undefined)[]): string {
  return parts.filter(Boolean).join(' ')
}
