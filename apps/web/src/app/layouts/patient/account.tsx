/**
 * «Mi cuenta»: four pages and the look of the portal. From 860 px the list stands at the left of the chosen page; on phones it is a page
 * of its own, to which the others lead back.
 */
import { showDocument } from '@mi-portal/contract/values/document-number'
import { IconBell, IconEyeCheck, IconShieldLock, IconUser } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { linkOptions, Outlet, useLocation } from '@tanstack/react-router'
import { Suspense } from 'react'
import { ownDataQuery } from '../../../features/profile/profile.queries.ts'
import { type CurrentUser, useCurrentUser } from '../../../lib/session.ts'
import { AppearanceChoice } from '../../../ui/appearance-choice.tsx'
import { BackLink } from '../../../ui/back-link.tsx'
import { Initials } from '../../../ui/initials.tsx'
import { RowList, Stack } from '../../../ui/layout/layout.tsx'
import { lazyComponent } from '../../../ui/lazy-component.tsx'
import { IconTile, Row, RowArrow, RowLink } from '../../../ui/rows/row.tsx'
import { useWideScreen } from '../../../ui/wide-screen.ts'
import { SignOutButton } from '../authenticated.tsx'
import { useSignOut } from '../session/sign-out.ts'

const InstallHint = lazyComponent(
  async () => (await import('../../../features/profile/install-hint.tsx')).InstallHint,
  { isOptional: true },
)

const address = '/dashboard/perfil'

const pages = [
  {
    label: 'Mis datos',
    about: 'Nombre, dirección, previsión',
    icon: IconUser,
    link: linkOptions({ to: address, search: { tab: 'mis-datos' } }),
  },
  {
    label: 'Seguridad',
    about: 'Contraseña y huella',
    icon: IconShieldLock,
    link: linkOptions({ to: '/dashboard/seguridad' }),
  },
  {
    label: 'Avisos',
    about: 'Correo y este teléfono',
    icon: IconBell,
    link: linkOptions({ to: '/dashboard/perfil/notificaciones' }),
  },
  {
    label: 'Privacidad',
    about: 'Quién vio mis datos, mi copia',
    icon: IconEyeCheck,
    link: linkOptions({ to: '/dashboard/perfil/datos-personales' }),
  },
]

export function AccountLayout() {
  const user = useCurrentUser()
  const isWide = useWideScreen()
  const isList = useLocation({ select: ({ pathname, search }) => pathname === address && !search.tab })
  if (!user) return <Outlet />
  // A user who signed in with a temporary password can only change it. The page stays mounted when it was changed, and says so.
  const mayLeave = !user.temporary_key_status
  if (!isWide && isList && mayLeave) return <AccountPage user={user} />
  return (
    <div
      className={
        mayLeave
          ? 'desktop:grid desktop:grid-cols-[320px_minmax(0,1fr)] desktop:items-start desktop:gap-6'
          : undefined
      }
    >
      {mayLeave && (isWide ? <AccountList /> : <BackLink to={address}>Mi cuenta</BackLink>)}
      <div className="min-w-0">
        <Outlet />
      </div>
    </div>
  )
}

function AccountPage({ user }: { user: CurrentUser }) {
  const { data } = useQuery(ownDataQuery(user.id))
  const leave = useSignOut('/')
  const name = data
    ? [data.first_name, data.last_name, data.second_name].filter(Boolean).join(' ')
    : user.first_name
  return (
    <Stack>
      <h1>Mi cuenta</h1>
      <div className="flex items-center gap-4">
        <Initials
          name={data ? `${data.first_name.split(' ')[0]} ${data.last_name}` : name}
          size={56}
          look="arrebol"
        />
        <p className="min-w-0 wrap-anywhere">
          <span className="block font-strong text-strong">{name}</span>
          <span className="type-meta text-muted">
            {data &&
              [showDocument(data.document_type_id, data.document_number), data.email]
                .filter(Boolean)
                .join(' · ')}
          </span>
        </p>
      </div>
      <AccountList />
      <SignOutButton onSignOut={leave} />
      <Suspense>
        <InstallHint />
      </Suspense>
    </Stack>
  )
}

function AccountList() {
  return (
    <Stack gap="lg">
      <nav aria-label="Mi cuenta">
        <RowList className="overflow-hidden py-0">
          {pages.map(({ label, about, icon, link }) => (
            <Row
              key={label}
              lead={<IconTile icon={icon} />}
              meta={about}
              side={<RowArrow />}
              className="-mx-4 px-4 desktop:has-[[aria-current]]:bg-soft"
            >
              <RowLink {...link} activeOptions={{ exact: true, includeSearch: false }}>
                {label}
              </RowLink>
            </Row>
          ))}
        </RowList>
      </nav>
      <AppearanceChoice />
    </Stack>
  )
}
