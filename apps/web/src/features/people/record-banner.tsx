import { useQuery } from '@tanstack/react-query'
import { useCurrentUser } from '../../lib/session.ts'
import { PersonBanner } from '../../ui/person-banner.tsx'
import { personQuery, selectionsQuery } from './people.queries.ts'
import { PersonChoice } from './person-choice.tsx'
import { PersonDenied } from './person-denied.tsx'
import { useFallBackFromDeniedPerson } from './selected-person.search.ts'

interface RecordBannerProps {
  patientId: number
  onBack(): void
  /** Opens the record of a member whom the user chose. */
  onChoose(patientId: number): void
}

/**
 * Shows whose record a page shows, with a button for each person whose record the user may see. An address with another person
 * leads to the user's own record.
 */
export function RecordBanner({ patientId, onBack, onChoose }: RecordBannerProps) {
  const user = useCurrentUser()
  const own = user?.id === patientId
  const { data, error } = useQuery({ ...personQuery(patientId), enabled: !own })
  const { data: people = [] } = useQuery(selectionsQuery)
  useFallBackFromDeniedPerson(error)
  const choice = (
    <PersonChoice
      people={people}
      ownId={user?.id ?? 0}
      shown={patientId}
      onChoose={(chosen) => {
        if (chosen === user?.id) onBack()
        else if (chosen !== 'all' && chosen !== patientId) onChoose(chosen)
      }}
    />
  )
  if (own)
    return (
      <>
        <PersonBanner name={user.first_name}>{choice}</PersonBanner>
        <PersonDenied />
      </>
    )
  // A record without access shows no banner: the page changes to the user's own record.
  if (error) return null
  return (
    <PersonBanner
      name={data ? [data.first_name, data.last_name].filter(Boolean).join(' ') : 'Cargando...'}
      actingForOther
      onBack={onBack}
    >
      {choice}
    </PersonBanner>
  )
}
