import { useQuery } from '@tanstack/react-query'
import { isStaff, useCurrentUser } from '../../lib/session.ts'
import { selectionsQuery } from './people.queries.ts'
import { toFirstWord, toShortName } from './people.rules.ts'

/** Returns the user's first name and surname; only the first name until the surname has loaded. */
export function useOwnName(): string {
  const user = useCurrentUser()
  const { data = [] } = useQuery({ ...selectionsQuery, enabled: user !== null && !isStaff(user) })
  const own = data.find(({ is_self }) => is_self)
  return own ? toShortName(own) : toFirstWord(user?.first_name ?? '')
}
