/**
 * «Mis datos personales»: what the law lets patients know and decide about their data, with one card for each
 * subject.
 */
import { IconChecklist, IconEye, IconShieldLock } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { ConsentsList } from '../../features/consents/consents-list.tsx'
import { ExportCard } from '../../features/exports/export-card.tsx'
import { RequestsCard } from '../../features/service-requests/data-rights/requests-card.tsx'
import { useCurrentUser } from '../../lib/session.ts'
import { DataCard } from '../../ui/data-card.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { TextLink } from '../../ui/text-link.tsx'

const address = '/dashboard/perfil/datos-personales'

export function MyDataPage() {
  const user = useCurrentUser()
  const { page = 1 } = useSearch({ strict: false })
  const navigate = useNavigate()
  if (!user) return null
  return (
    <>
      <PageHeading title="Mis datos personales" />
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(320px,100%),1fr))] gap-4">
        <RequestsCard
          ownId={user.id}
          page={page}
          onPage={(to) => navigate({ to: address, search: { page: to === 1 ? undefined : to } })}
        />
        <ExportCard ownId={user.id} />
        <DataCard title="Mis consentimientos" icon={IconChecklist} wide>
          <ConsentsList />
        </DataCard>
        <DataCard title="Quién vio mis datos" icon={IconEye}>
          <TextLink to="/dashboard/perfil" search={{ tab: 'quien-vio-mis-datos' }}>
            Ver quién vio mis datos
          </TextLink>
        </DataCard>
        <DataCard title="Cómo cuidamos tus datos" icon={IconShieldLock}>
          <TextLink to="/privacidad">Leer el aviso de privacidad</TextLink>
        </DataCard>
      </div>
    </>
  )
}
