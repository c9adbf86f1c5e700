/**
 * The layout of both signed-in areas: a menu at the side (a drawer on phones), a bar with notifications and user
 * menu, and the page.
 */
import { IconChevronDown, IconLogout, IconMenu2, IconX } from '@tabler/icons-react'
import { Link, Outlet, useRouter } from '@tanstack/react-router'
import { type ComponentType, type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { openingReason, sessionConfirmation } from '../../lib/call-questions.ts'
import { useCurrentUser } from '../../lib/session.ts'
import { Brand } from '../../ui/brand.tsx'
import { CallQuestionWatch } from '../../ui/call-question-watch.tsx'
import { isLayerEntry, useCloseOnBack } from '../../ui/close-on-back.ts'
import { Drawer } from '../../ui/drawer.tsx'
import { Initials } from '../../ui/initials.tsx'
import { Popover } from '../../ui/layers/popover.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { useIsPrerendered } from '../../ui/prerendered.ts'
import { SkipLink } from '../../ui/skip-link.tsx'
import { useWideScreen } from '../../ui/wide-screen.ts'
import type { findStaffHome } from '../staff-home.ts'
import classes from './authenticated.module.css'

const ConfirmationDialog = lazyComponent(
  async () =>
    (await import('../../features/session/confirmation/confirmation-dialog.tsx')).ConfirmationDialog,
)
const OpeningReasonDialog = lazyComponent(
  async () =>
    (await import('../../features/users/opening-reason/opening-reason-dialog.tsx')).OpeningReasonDialog,
)

interface PersonLink {
  label: string
  to: '/dashboard/perfil' | '/dashboard/seguridad' | '/admin/seguridad' | '/admin/cambiar-contrasena'
  icon: ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: boolean }>
}

interface AuthenticatedLayoutProps {
  look: 'day' | 'night'
  brand: { name: string; line: string; logo: string; home: '/dashboard' | ReturnType<typeof findStaffHome> }
  menuLabel: string
  menu: ReactNode
  /** The search in the bar, on phones below it, if the area has one. */
  search?: ReactNode
  /** The notification bell, if the area has one. */
  bell?: ReactNode
  /** The button of the help, if the area has one. */
  help?: ReactNode
  /** Text below the user's name. */
  line: string
  /** Links to the pages about the user's own account. */
  personLinks: readonly PersonLink[]
  /** Shown above every page of the area. */
  notice?: ReactNode
  /** More lines at the end of the drawer on phones. */
  drawerFooter?: ReactNode
  /** Content that floats over every page of the area. */
  floating?: ReactNode
  onSignOut(): unknown
}

export function AuthenticatedLayout(props: AuthenticatedLayoutProps) {
  const { brand } = props
  const isWide = useWideScreen()
  const isPrerendered = useIsPrerendered()
  const onDark = props.look === 'night'
  return (
    <>
      <SkipLink />
      <div className={classes[props.look]}>
        {isWide && (
          <nav className={classes.navbar} aria-label={props.menuLabel}>
            <Link to={brand.home} className={classes.brand}>
              <Brand name={brand.name} line={brand.line} logo={brand.logo} onDark={onDark} />
            </Link>
            <div className={classes.scroll}>{props.menu}</div>
            <div className={classes.foot}>
              <img className={classes.mark} src={brand.logo} alt="" />
              <SignOutButton onSignOut={props.onSignOut} />
            </div>
          </nav>
        )}
        <div className={classes.column}>
          <header className={classes.header}>
            <Link to={brand.home} className={`${classes.brand} ${classes.onPhone}`}>
              <Brand name={brand.name} logo={brand.logo} onDark={onDark} />
            </Link>
            <div className={classes.bar}>
              {isWide && props.search}
              {props.help}
              {props.bell}
              {/* A prerendered page is the same at every width; the style sheet hides one of them. */}
              {(isWide || isPrerendered) && <PersonMenu {...props} />}
              {(!isWide || isPrerendered) && <MenuDrawer {...props} />}
            </div>
          </header>
          <main id="contenido" tabIndex={-1} className={classes.content}>
            <div className={classes.main}>
              {!isWide && props.search && <div className="mb-4">{props.search}</div>}
              {props.notice}
              <Outlet />
            </div>
          </main>
        </div>
      </div>
      {props.floating}
      <CallQuestionWatch question={sessionConfirmation} dialog={ConfirmationDialog} />
      <CallQuestionWatch question={openingReason} dialog={OpeningReasonDialog} />
    </>
  )
}

function SignOutButton({ onSignOut }: Pick<AuthenticatedLayoutProps, 'onSignOut'>) {
  return (
    <button type="button" className={classes.signOut} onClick={onSignOut}>
      <IconLogout size={20} stroke={1.75} aria-hidden />
      Cerrar sesión
    </button>
  )
}

/** The button that opens the menu on phones, and the menu. Opening it renders nothing else, so that it appears at once on a slow phone. */
function MenuDrawer(props: AuthenticatedLayoutProps) {
  const [opened, setOpened] = useState(false)
  const router = useRouter()
  const close = useCallback(() => setOpened(false), [])

  useCloseOnBack(opened, close)
  useEffect(
    () =>
      router.subscribe('onBeforeNavigate', ({ toLocation }) => {
        if (!isLayerEntry(toLocation)) close()
      }),
    [router, close],
  )

  return (
    <>
      <button
        type="button"
        className={`plain-button size-11 ${classes.onPhone}`}
        onClick={() => setOpened(true)}
        aria-label="Abrir menú"
        aria-expanded={opened}
      >
        <IconMenu2 size={24} stroke={1.75} aria-hidden />
      </button>
      <Drawer
        opened={opened}
        onClose={close}
        label={props.menuLabel}
        className="w-[min(342px,calc(100%-48px))]"
      >
        <div className={`${classes.drawer} ${classes[props.look]}`}>
          <div className={classes.drawerHead}>
            <PersonLine {...props} />
            <button type="button" className={classes.cross} aria-label="Cerrar menú" onClick={close}>
              <IconX size={24} stroke={1.75} aria-hidden />
            </button>
          </div>
          {props.menu}
          <div className={classes.drawerEnd}>
            {props.drawerFooter}
            <SignOutButton onSignOut={props.onSignOut} />
          </div>
        </div>
      </Drawer>
    </>
  )
}

/** The user menu at the end of the bar, with links to the user's data and the sign-out. */
function PersonMenu({ look, line, personLinks, onSignOut }: AuthenticatedLayoutProps) {
  const [opened, setOpened] = useState(false)
  const anchor = useRef<HTMLButtonElement>(null)
  const close = () => setOpened(false)
  const name = useCurrentUser()?.first_name ?? ''
  return (
    <>
      <button
        ref={anchor}
        type="button"
        className={`${classes.person} ${classes.onDesktop}`}
        aria-expanded={opened}
        aria-haspopup="dialog"
        onClick={() => setOpened(true)}
      >
        <Initials name={name} look={look === 'day' ? 'arrebol' : 'lapis'} />
        <span>
          <span className={classes.personName}>{name}</span>
          <span className={classes.personLine}>{line}</span>
        </span>
        <IconChevronDown size={20} stroke={1.75} aria-hidden />
      </button>
      {opened && (
        <Popover anchor={anchor} label="Mi cuenta" onClose={close} className="w-menu p-2">
          {personLinks.map(({ label, to, icon: Icon }) => (
            <Link key={to} to={to} className={classes.choice} onClick={close}>
              <Icon size={20} stroke={1.75} aria-hidden />
              {label}
            </Link>
          ))}
          <button type="button" className={classes.choice} onClick={onSignOut}>
            <IconLogout size={20} stroke={1.75} aria-hidden />
            Cerrar sesión
          </button>
        </Popover>
      )}
    </>
  )
}

/** The user at the top of the drawer. */
function PersonLine({ look, line, personLinks }: AuthenticatedLayoutProps) {
  const name = useCurrentUser()?.first_name ?? ''
  return (
    <div className={classes.drawerPerson}>
      <Initials name={name} size={44} look={look === 'day' ? 'arrebol' : 'lapis'} />
      <span>
        <span className={classes.personName}>{name}</span>
        {personLinks.length === 1 ? null : <span className={classes.personLine}>{line}</span>}
        {personLinks.map(({ label, to }) => (
          <Link key={to} to={to} className={classes.personWay}>
            {label}
          </Link>
        ))}
      </span>
    </div>
  )
}
