/** The layout of the staff area: a dark menu and the account's security pages, but no notifications or profile. */
import { IconKey, IconShieldLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useMemo } from 'react'
import { StaffHelpButton } from '../../../features/help/staff-help-button.tsx'
import { summaryQuery } from '../../../features/overview/overview.queries.ts'
import { SecondFactorNotice } from '../../../features/session/second-factor-notice.tsx'
import { getPermissionSetName, hasPermission } from '../../../lib/permissions.ts'
import { portal } from '../../../lib/portal-config.ts'
import { useCurrentUser } from '../../../lib/session.ts'
import { lazyComponent } from '../../../ui/lazy-component.tsx'
import { adminMenu } from '../../admin-menu.ts'
import { paths } from '../../paths.ts'
import { findStaffHome } from '../../staff-home.ts'
import { AreaMenu } from '../area-menu.tsx'
import { AuthenticatedLayout, SignOutButton } from '../authenticated.tsx'
import { PersonMenu } from '../person-menu.tsx'
import { usePreloadedPages } from '../preloaded-pages.ts'
import { useSignOut } from '../session/sign-out.ts'
import { MenuDrawer } from './menu-drawer.tsx'
import { useStaffKeys } from './staff-keys.ts'

const NoticeQueue = lazyComponent(
  async () => (await import('../../../features/profile/notices/notice-queue.tsx')).NoticeQueue,
  { isOptional: true },
)

const PatientSearch = lazyComponent(
  async () => (await import('../../../features/front-desk/patient-search.tsx')).PatientSearch,
  { isOptional: true },
)

const personLinks = [
  { label: 'Seguridad', to: '/admin/seguridad', icon: IconShieldLock },
  { label: 'Cambiar contraseña', to: '/admin/cambiar-contrasena', icon: IconKey },
] as const

const menuLabel = 'Menú de administración'

export function AdminLayout() {
  const user = useCurrentUser()
  const groups = useMemo(
    () =>
      adminMenu
        .map(({ title, entries }) => ({
          title,
          entries: entries.filter(({ needs = 'any' }) => hasPermission(user, needs)),
        }))
        .filter(({ entries }) => entries.length > 0),
    [user],
  )
  const entries = useMemo(() => groups.flatMap((group) => group.entries), [groups])
  usePreloadedPages(entries)
  useStaffKeys(entries)
  const summary = useQuery({
    ...summaryQuery,
    enabled: hasPermission(user, 'overview.read'),
    staleTime: 60_000,
  })
  const requests = summary.data?.requests
  const complaints = requests?.matters.find(({ matter }) => matter === 'complaints') ?? {
    waiting: 0,
    late: 0,
  }
  const counts = {
    requests: {
      waiting: (requests?.waiting ?? 0) - complaints.waiting,
      late: (requests?.late ?? 0) - complaints.late,
    },
    complaints,
    confirmations: { waiting: summary.data?.confirmations ?? 0, late: 0 },
  }
  const home = findStaffHome(user)
  const leave = useSignOut('/admin')
  const menu = (
    <>
      {groups.map(({ title, entries }) => (
        <section key={title} aria-label={title}>
          <p className="type-meta m-3" aria-hidden>
            {title}
          </p>
          <AreaMenu entries={entries} counts={counts} isLow />
        </section>
      ))}
      <p className="type-meta m-3">Versión {portal.version}</p>
    </>
  )
  return (
    <AuthenticatedLayout
      look="night"
      brand={{
        name: portal.product,
        line: 'Administración',
        logo: portal.clinic.branding.logo_on_dark,
        home,
      }}
      menuLabel={menuLabel}
      menu={menu}
      bar={
        <>
          <StaffHelpButton />
          <PersonMenu
            name={user?.first_name ?? ''}
            look="lapis"
            line={getPermissionSetName(user)}
            links={personLinks}
            onSignOut={leave}
          />
          <MenuDrawer
            label={menuLabel}
            links={personLinks}
            menu={menu}
            foot={<SignOutButton onSignOut={leave} />}
          />
        </>
      }
      notice={
        <SecondFactorNotice offersAt={[paths.adminStart, home]}>
          <Suspense>
            <NoticeQueue />
          </Suspense>
        </SecondFactorNotice>
      }
      search={
        hasPermission(user, 'users.read') && (
          <Suspense>
            <PatientSearch />
          </Suspense>
        )
      }
      onSignOut={leave}
    />
  )
}
