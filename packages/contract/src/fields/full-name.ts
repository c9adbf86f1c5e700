import type { KnownPerson } from './person-fields.ts'

/** Joins the parts of a person's name that are not empty. A person may have one name, or one surname. */
export function joinName(...parts: readonly (string | null | undefined)[]): string {
  return parts.filter(Boolean).join(' ')
}

export type NameParts = {
  readonly first_name: string
  readonly last_name: string
  readonly second_name?: string | null | undefined
}

export function formatFullName({ first_name, last_name, second_name }: NameParts): string {
  return joinName(first_name, last_name, second_name)
}

/**
 * Returns a name with its first word, and the first letter of each other word: `Camila A. F. R.` Mails name other people so, because others
 * may read a mailbox.
 */
export function maskName(name: string): string {
  const [first = '', ...others] = name.split(/\s+/).filter(Boolean)
  return [first, ...others.map((word) => `${[...word][0]}.`)].join(' ')
}

/** Returns how the portal addresses a person. In statements, the SQL function `greeting_name` answers the same. */
export function getGreetingName({
  first_name,
  preferred_name,
}: Pick<KnownPerson, 'first_name' | 'preferred_name'>): string {
  return preferred_name || first_name
}
