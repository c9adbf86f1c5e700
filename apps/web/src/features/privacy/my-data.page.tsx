/**
 * «Mis datos personales»: what the law lets patients know and decide about their data, with one card for each
 * subject.
 */
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCurrentUser } from '../../lib/session.ts'
import { PageHeading } from '../../ui/page-heading.tsx'
import { AccessCard } from './access-card.tsx'
import { ConsentsCard } from './consents-card.tsx'
import { ExportCard } from './export-card.tsx'
import { PolicyCard } from './policy-card.tsx'
import classes from './privacy.module.css'
import { RequestsCard } from './requests-card.tsx'

const address = '/dashboard/perfil/datos-personales'

export function MyDataPage() {
  const user = useCurrentUser()
  const { page = 1 } = useSearch({ strict: false })
  const navigate = useNavigate()
  if (!user) return null
  return (
    <>
      <PageHeading title="Mis datos personales" />
      <div className={classes.cards}>
        <RequestsCard
          ownId={user.id}
          page={page}
          onPage={(to) => navigate({ to: address, search: { page: to === 1 ? undefined : to } })}
        />
        <ExportCard ownId={user.id} />
        <ConsentsCard />
        <AccessCard />
        <PolicyCard />
      </div>
    </>
  )
}
