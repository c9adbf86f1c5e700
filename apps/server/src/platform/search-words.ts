/** A search as people type it: its words in any order, without regard to case or accents. */

/** Patterns of which every one must be found in the folded text (`lower(unaccent(…)) like all(…)`). */
export function patternsOf(filter: string | null): string[] {
  const folded = (filter ?? '').normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  return folded
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`)
}
