import { CallError } from '@mi-portal/contract/calls/call-error'
import type { DelegableMatter } from '@mi-portal/contract/record-matters'
import { useQuery } from '@tanstack/react-query'
import { useCurrentUser } from '../../lib/session.ts'
import { usePersonNames } from './delegated/delegated-people.queries.ts'
import { selectionsQuery } from './people.queries.ts'
import { PersonBanner } from './person-banner.tsx'
import { useFallBackFromDeniedPerson } from './selected-person.search.ts'
import { delegatedQuery } from './visible-people.queries.ts'

interface RecordBannerProps {
  patientId: number
  /** The matter of the page: an adult who gave the user access to this matter can be chosen too. */
  matter: DelegableMatter
  onBack(): void
  /** Opens the record of a member whom the user chose. */
  onChoose(patientId: number): void
}

/** What the server answers to a call about a matter without access. */
const noMatter = new CallError({ status: 404, msg: '' })

/**
 * Shows whose record a page shows, with a button for each person whose record the user may see. An address with another person
 * leads to the user's own record.
 */
export function RecordBanner({ patientId, matter, onBack, onChoose }: RecordBannerProps) {
  const user = useCurrentUser()
  const own = user?.id === patientId
  const { names, error } = usePersonNames(patientId, { enabled: !own })
  const { data: whole = [] } = useQuery(selectionsQuery)
  const { data: delegated = [] } = useQuery(delegatedQuery)
  const people = [...whole, ...delegated.filter(({ matters }) => matters.includes(matter))]
  const lacksMatter = delegated.some(({ id, matters }) => id === patientId && !matters.includes(matter))
  const denial = lacksMatter ? noMatter : error
  useFallBackFromDeniedPerson(denial)
  // A record without access shows no banner: the page changes to the user's own record.
  if (!own && denial) return null
  return (
    <PersonBanner
      name={names && [names.first_name, names.last_name].filter(Boolean).join(' ')}
      people={people}
      ownId={user?.id ?? 0}
      shown={patientId}
      onChoose={(chosen) => {
        if (chosen === user?.id) onBack()
        else if (chosen !== 'all' && chosen !== patientId) onChoose(chosen)
      }}
    />
  )
}
