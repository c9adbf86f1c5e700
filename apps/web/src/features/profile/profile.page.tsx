/** The profile: the user's data, editing it, the password, deletion, and the accesses. The address has the tab. */
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type CurrentUser, useCurrentUser } from '../../lib/session.ts'
import { PageHeading } from '../../ui/page-heading.tsx'
import { PageTabs } from '../../ui/page-tabs.tsx'
import { useClearRecordsExcept } from '../people/people.queries.ts'
import { AccessesList } from './accesses-list.tsx'
import { ChangePassword } from './change-password.tsx'
import { CloseProfile } from './close-profile.tsx'
import { EditData } from './edit-data.tsx'
import { OwnData } from './own-data.tsx'
import { type Tab, tabs } from './profile.rules.ts'

const address = '/dashboard/perfil'

export function ProfilePage() {
  const user = useCurrentUser()
  return user && <Profile user={user} />
}

function Profile({ user }: { user: CurrentUser }) {
  const search = useSearch({ strict: false })
  const navigate = useNavigate()
  const tab = tabs.find(({ value }) => value === search.tab)?.value ?? 'mis-datos'
  // A user who signed in with a temporary password can only change it.
  const open = user.temporary_key_status ? tabs.filter(({ value }) => value === 'cambiar-contrasena') : tabs
  useClearRecordsExcept(user.id)

  const toTab = (to: Tab) => navigate({ to: address, search: { tab: to } })

  return (
    <>
      <PageHeading title="Mi perfil" lead="Revisa tus datos y mantenlos al día." />
      <PageTabs label="Mi perfil" tabs={open} value={tab} onChange={toTab}>
        {tab === 'mis-datos' && <OwnData userId={user.id} onEdit={() => toTab('cambiar-datos')} />}
        {tab === 'cambiar-datos' && <EditData userId={user.id} onDone={() => toTab('mis-datos')} />}
        {tab === 'cambiar-contrasena' && (
          <ChangePassword
            onDone={(temporary) => {
              if (temporary) void navigate({ to: '/dashboard' })
            }}
          />
        )}
        {tab === 'eliminar-perfil' && <CloseProfile />}
        {tab === 'quien-vio-mis-datos' && (
          <AccessesList
            userId={user.id}
            filter={{
              page: search.page ?? 1,
              from: search.desde,
              to: search.hasta,
              others: !search.propios,
            }}
            onFilter={({ page, from, to, others }) =>
              navigate({
                to: address,
                search: {
                  tab,
                  page: page === 1 ? undefined : page,
                  desde: from,
                  hasta: to,
                  propios: others ? undefined : true,
                },
              })
            }
          />
        )}
      </PageTabs>
    </>
  )
}
