import { useQuery } from '@tanstack/react-query'
import { useCurrentUser } from '../../lib/session.ts'
import { PersonBanner } from '../../ui/person-banner.tsx'
import { personQuery } from './people.queries.ts'

/** Says whose record a page shows; of a member, with the way back to one's own. */
export function RecordBanner({ patientId, onBack }: { patientId: number; onBack(): void }) {
  const user = useCurrentUser()
  const own = user?.id === patientId
  const { data, isError } = useQuery({ ...personQuery(patientId), enabled: !own })
  if (own) return <PersonBanner name={user.first_name} />
  // Of somebody out of reach there is nothing to say; the page itself says so.
  if (isError) return null
  return (
    <PersonBanner
      name={data ? [data.first_name, data.last_name].filter(Boolean).join(' ') : 'Cargando...'}
      actingForOther
      onBack={onBack}
    />
  )
}
