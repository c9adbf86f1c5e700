/** A text search: its words may be in any order, and case and accents do not matter. */
import { removeAccents } from '@mi-portal/contract/accents'

/** Returns one LIKE pattern for each word. All must match the folded text (`lower(unaccent(…)) like all(…)`). */
export function patternsOf(filter: string | null): string[] {
  const folded = removeAccents(filter ?? '').toLowerCase()
  return folded
    .split(/[\s,;]+/)
    .filter((word) => word !== '')
    .map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`)
}
