import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useCurrentUser } from '../../lib/session.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { PersonBanner } from '../../ui/person-banner.tsx'
import { personQuery, selectionsQuery } from './people.queries.ts'

const ChoosePersonDialog = lazyComponent(
  async () => (await import('./choose-person-dialog.tsx')).ChoosePersonDialog,
)

interface RecordBannerProps {
  patientId: number
  onBack(): void
  /** Opens the record of a member whom the user chose. */
  onChoose(patientId: number): void
}

/** Shows whose record a page shows and, for a member's record, a button to return to the user's own. */
export function RecordBanner({ patientId, onBack, onChoose }: RecordBannerProps) {
  const user = useCurrentUser()
  const own = user?.id === patientId
  const { data, isError } = useQuery({ ...personQuery(patientId), enabled: !own })
  // Users who can see only their own record are offered no choice.
  const { data: people = [] } = useQuery(selectionsQuery)
  const [choosing, setChoosing] = useState(false)
  const onChange = people.some(({ id }) => id !== patientId) ? () => setChoosing(true) : undefined

  function choose(id: number) {
    setChoosing(false)
    if (id === user?.id) onBack()
    else if (id !== patientId) onChoose(id)
  }

  const chooser = choosing && (
    <Suspense>
      <ChoosePersonDialog
        people={people}
        shown={patientId}
        onChoose={choose}
        onClose={() => setChoosing(false)}
      />
    </Suspense>
  )
  if (own) {
    return (
      <>
        <PersonBanner name={user.first_name} onChange={onChange} />
        {chooser}
      </>
    )
  }
  // A record without access shows no banner; the page itself says so.
  if (isError) return null
  return (
    <>
      <PersonBanner
        name={data ? [data.first_name, data.last_name].filter(Boolean).join(' ') : 'Cargando...'}
        actingForOther
        onBack={onBack}
        onChange={people.length > 2 ? onChange : undefined}
      />
      {chooser}
    </>
  )
}
