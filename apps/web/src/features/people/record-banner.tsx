import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useCurrentUser } from '../../lib/session.ts'
import { PersonBanner } from '../../ui/person-banner.tsx'
import { personQuery, selectionsQuery } from './people.queries.ts'

const ChoosePersonDialog = lazy(async () => ({
  default: (await import('./choose-person-dialog.tsx')).ChoosePersonDialog,
}))

interface RecordBannerProps {
  patientId: number
  onBack(): void
  /** To the record of a member whom the person chose. */
  onChoose(patientId: number): void
}

/** Says whose record a page shows; of a member, with the way back to one's own. */
export function RecordBanner({ patientId, onBack, onChoose }: RecordBannerProps) {
  const user = useCurrentUser()
  const own = user?.id === patientId
  const { data, isError } = useQuery({ ...personQuery(patientId), enabled: !own })
  // Whoever has nobody else to look at is offered no choice; the list of their family says more.
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
  // Of somebody out of reach there is nothing to say; the page itself says so.
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
