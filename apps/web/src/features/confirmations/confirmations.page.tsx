/** «Por confirmar»: the changes that one member of staff requested and another has to confirm, and what is watched after changes. */
import { confirmationDays } from '@mi-portal/contract/confirmations'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { PageHeading } from '../../ui/page-heading.tsx'
import { PageTabs } from '../../ui/page-tabs.tsx'
import { ChangesList } from './changes-list.tsx'
import { SignInsAfterChanges } from './sign-ins-after-changes.tsx'

const tabs = [
  { value: 'pendientes', label: 'Pendientes' },
  { value: 'resueltas', label: 'Resueltas' },
  { value: 'ingresos', label: 'Ingresos tras un cambio' },
] as const
type Tab = (typeof tabs)[number]['value']

export function ConfirmationsPage() {
  const { ver } = useSearch({ strict: false })
  const navigate = useNavigate()
  const tab = tabs.find(({ value }) => value === ver)?.value ?? 'pendientes'
  const show = (shown: Tab) =>
    navigate({ to: '/admin/por-confirmar', search: { ver: shown === 'pendientes' ? undefined : shown } })
  return (
    <>
      <PageHeading
        title="Por confirmar"
        lead={`Cambios que pide una persona del equipo y confirma otra. Nadie confirma lo que pidió ni lo suyo. Vencen a los ${confirmationDays} días.`}
      />
      <PageTabs label="Por confirmar" tabs={tabs} value={tab} onChange={(to) => void show(to)}>
        {tab === 'ingresos' ? (
          <SignInsAfterChanges />
        ) : (
          <ChangesList state={tab === 'pendientes' ? 'pendiente' : 'resuelta'} />
        )}
      </PageTabs>
    </>
  )
}
