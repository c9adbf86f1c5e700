/** Returns the initials of a name's first two words in upper case. */
export function getInitials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean).slice(0, 2)
  return words.map((word) => word[0]?.toUpperCase()).join('')
}
