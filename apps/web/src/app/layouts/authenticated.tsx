/** The layout of both signed-in areas: a menu at the side of wide screens, a bar at the top, the page, and on phones what stands at the foot. */
import { IconLogout } from '@tabler/icons-react'
import { Link, Outlet } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Brand } from '../../ui/brand.tsx'
import { ConnectionNotice } from '../../ui/connection-notice.tsx'
import { join } from '../../ui/layout/layout.tsx'
import { SkipLink } from '../../ui/skip-link.tsx'
import { useWideScreen } from '../../ui/wide-screen.ts'
import type { findStaffHome } from '../staff-home.ts'
import { CallQuestions } from './session/call-questions.tsx'

type AreaBrand = {
  readonly name: string
  readonly line: string
  readonly logo: string
  readonly home: '/dashboard' | ReturnType<typeof findStaffHome>
}

interface AuthenticatedLayoutProps {
  /** The menu of the administration is always dark. */
  look: 'day' | 'night'
  brand: AreaBrand
  menuLabel: string
  menu: ReactNode
  /** The search in the bar, on phones below it, if the area has one. */
  search?: ReactNode
  /** What stands at the right of the bar. */
  bar: ReactNode
  /** Shown above every page of the area. */
  notice?: ReactNode
  /** Shown instead of the page, which keeps what was typed in it. */
  overlay?: ReactNode
  /** Stays at the foot of a phone. */
  foot?: ReactNode
  /** Dialogs of the area. */
  children?: ReactNode
  onSignOut(): unknown
}

// A notice that a page shows before its content stands apart from it.
const frame =
  '[&>:is([role=alert],[role=status])]:mb-4 mx-auto max-w-page px-4 pt-4 pb-6 desktop:box-content desktop:px-8 desktop:pt-1 desktop:pb-10'

export function AuthenticatedLayout(props: AuthenticatedLayoutProps) {
  const { brand, look, overlay } = props
  const isWide = useWideScreen()
  const isNight = look === 'night'
  const ground = isNight ? 'always-dark bg-page text-body' : 'bg-bar'
  return (
    <>
      <SkipLink />
      <div className="desktop:grid desktop:grid-cols-[clamp(256px,16rem,24%)_minmax(0,1fr)] print:block">
        <div className={join(ground, 'border-line desktop:border-r max-desktop:hidden print:hidden')}>
          {isWide && (
            <nav
              className="sticky top-0 flex max-h-dvh min-h-dvh flex-col px-3 pb-3"
              aria-label={props.menuLabel}
            >
              <Link to={brand.home} className="my-4 flex items-center rounded-md px-2 no-underline">
                <Brand name={brand.name} line={brand.line} logo={brand.logo} onDark={isNight} />
              </Link>
              <div className="min-h-0 flex-1 overflow-y-auto p-1">{props.menu}</div>
              <SignOutButton onSignOut={props.onSignOut} />
            </nav>
          )}
        </div>
        <div className="flex min-h-dvh flex-col print:block print:min-h-0">
          <div className="sticky top-0 z-100 flex-none print:hidden">
            <header
              className={join(
                isNight && 'max-desktop:always-dark',
                'flex min-h-16 items-center justify-between gap-2 bg-page px-4 text-strong max-desktop:border-b max-desktop:border-line desktop:min-h-18 desktop:px-8',
                isNight ? 'max-desktop:bg-page' : 'max-desktop:bg-bar',
              )}
            >
              <Link
                to={brand.home}
                className="flex min-w-0 items-center rounded-md no-underline desktop:hidden"
              >
                <Brand name={brand.name} logo={brand.logo} onDark={isNight} />
              </Link>
              <div className="mx-auto flex items-center gap-2 desktop:w-full desktop:max-w-page desktop:justify-end max-desktop:mr-0">
                {isWide && props.search}
                {props.bar}
              </div>
            </header>
            <ConnectionNotice />
          </div>
          <main id="contenido" tabIndex={-1} className="flex-1">
            {overlay && <div className={frame}>{overlay}</div>}
            <div className={frame} hidden={Boolean(overlay)}>
              {!isWide && props.search && <div className="mb-4 print:hidden">{props.search}</div>}
              {props.notice && <div className="mb-4 empty:hidden">{props.notice}</div>}
              <Outlet />
            </div>
          </main>
          {props.foot}
        </div>
      </div>
      {props.children}
      <CallQuestions />
    </>
  )
}

export function SignOutButton({ onSignOut }: Pick<AuthenticatedLayoutProps, 'onSignOut'>) {
  return (
    <button
      type="button"
      className="plain-button flex min-h-11 w-full items-center gap-3 rounded-md px-3 hover:underline"
      onClick={onSignOut}
    >
      <IconLogout size={22} stroke={1.75} aria-hidden />
      Cerrar sesión
    </button>
  )
}
