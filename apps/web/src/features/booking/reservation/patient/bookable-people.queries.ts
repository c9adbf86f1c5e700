/** Loads the people for whom the user can book, with the same rules as the server. */
import { useQuery } from '@tanstack/react-query'
import type { CurrentUser } from '../../../../lib/session.ts'
import { groupQuery } from '../../../family/family.queries.ts'
import { selectionsQuery } from '../../../people/people.queries.ts'
import { delegatedQuery } from '../../../people/visible-people.queries.ts'

/**
 * Returns the other people for whom the user can book: the members of the group and the adults who gave the user access, if they allow
 * it. If the access between adults cannot be loaded, only the members are returned.
 */
export function useBookablePeople(user: CurrentUser) {
  const group = useQuery(groupQuery({ patientId: user.id, asStaff: false }))
  const access = useQuery(delegatedQuery)
  const { data: selections = [] } = useQuery(selectionsQuery)
  const members = (group.data ?? []).filter(({ may_book }) => may_book)
  const isMember = (id: number) => members.some(({ family_patient }) => family_patient.id === id)
  const delegated = (access.data ?? []).filter(({ id, may_book }) => may_book && !isMember(id))
  const isLoaded = group.data !== undefined && !access.isPending
  const hasOthers = members.length > 0 || delegated.length > 0
  return {
    group,
    /** The user and the others, for buttons with their names. */
    people: [
      {
        id: user.id,
        first_name: user.first_name,
        last_name: selections.find(({ is_self }) => is_self)?.last_name ?? '',
      },
      ...members.map(({ family_patient }) => family_patient),
      ...delegated,
    ],
    members,
    delegated,
    isPending: group.isPending || access.isPending,
    /** Whether the user can book for other people; undefined while this is loading. */
    others: hasOthers || (isLoaded ? false : undefined),
    /** Returns whether this person is an adult, who is notified and whose other appointments the user does not see. */
    isNotified: (id: number) =>
      members.some(({ family_patient }) => family_patient.id === id && !family_patient.is_a_minor) ||
      delegated.some((person) => person.id === id),
    /** Returns whether the user can book for this person. */
    canBookFor: (id: number) =>
      id === user.id || isMember(id) || delegated.some((person) => person.id === id),
  }
}
