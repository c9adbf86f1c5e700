/** The name by which the portal addresses a person, apart from the fields of forms, which need zod. */
import type { KnownPerson } from './person-fields.ts'

/** Returns how the portal addresses a person. In statements, the SQL function `greeting_name` answers the same. */
export function getGreetingName({
  first_name,
  preferred_name,
}: Pick<KnownPerson, 'first_name' | 'preferred_name'>): string {
  return preferred_name || first_name
}
