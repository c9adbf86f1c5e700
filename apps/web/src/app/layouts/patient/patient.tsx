/** The layout of the patient area: a menu at the side or, on phones, a bar at the foot with a page of the menu. */
import type { MenuId } from '@mi-portal/contract/favourites'
import { IconCalendarPlus, IconShield, IconUserCircle } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { Suspense } from 'react'
import { BookingChat, useChatLauncher } from '../../../features/booking/chat/booking-chat.tsx'
import { useFavouriteStars } from '../../../features/favourites/favourite-stars.tsx'
import { Bell } from '../../../features/notifications/bell.tsx'
import { useClearRecordsExcept, useOwnName } from '../../../features/people/people.queries.ts'
import { usePersonInAddress } from '../../../features/people/selected-person.search.ts'
import { useBookingSearch } from '../../../features/people/visible-people.queries.ts'
import { portal } from '../../../lib/portal-config.ts'
import { useCurrentUser } from '../../../lib/session.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Initials } from '../../../ui/initials.tsx'
import { lazyComponent } from '../../../ui/lazy-component.tsx'
import { useIsPrerendered } from '../../../ui/prerendered.ts'
import { useWideScreen } from '../../../ui/wide-screen.ts'
import { favouriteEntries, patientMenu } from '../../menu.ts'
import { AreaMenu, menuEntry } from '../area-menu.tsx'
import { AuthenticatedLayout, SignOutButton } from '../authenticated.tsx'
import { useOpenMenu } from '../open-menu.ts'
import { PersonMenu } from '../person-menu.tsx'
import { usePreloadedPages } from '../preloaded-pages.ts'
import { useSignOut } from '../session/sign-out.ts'
import { FootBar } from './foot-bar.tsx'
import { MenuPage } from './menu-page.tsx'

// Loaded later, because no patient opens them at once and the page is more important.
const SurveyWidget = lazyComponent(
  async () => (await import('../../../features/survey/survey-widget.tsx')).SurveyWidget,
  { isOptional: true },
)
const HelpButton = lazyComponent(
  async () => (await import('../../../features/help/help-button.tsx')).HelpButton,
  { isOptional: true },
)

const personLinks = [
  { label: 'Mi perfil', to: '/dashboard/perfil', icon: IconUserCircle },
  { label: 'Mi seguridad', to: '/dashboard/seguridad', icon: IconShield },
] as const

export function PatientLayout() {
  useClearOtherRecords()
  usePreloadedPages(patientMenu)
  const { stars, errorDialog } = useFavouriteStars(labelOf)
  const isLaboratory = useLocation({ select: ({ pathname }) => isLaboratoryPage(pathname) })
  const isWide = useWideScreen()
  const isPrerendered = useIsPrerendered()
  const menu = useOpenMenu()
  const leave = useSignOut('/')
  const ownName = useOwnName()
  const help = <HelpAndChat />
  const opinion = <SurveyWidget className={menuEntry} />
  return (
    <BookingChat offered={(isLaboratory && findLaboratoryTopic()) || anyTopic}>
      <AuthenticatedLayout
        look="day"
        brand={{
          name: portal.product,
          line: portal.brand,
          logo: portal.clinic.branding.logo,
          home: '/dashboard',
        }}
        menuLabel="Menú principal"
        menu={
          <AreaMenu first={<BookLink />} entries={patientMenu} stars={stars}>
            <Suspense>
              <li>{help}</li>
              <li>{opinion}</li>
            </Suspense>
          </AreaMenu>
        }
        bar={
          <>
            <Bell />
            {/* A prerendered page is the same at every width; the style sheet hides one of them. */}
            {(isWide || isPrerendered) && (
              <PersonMenu
                name={ownName}
                look="arrebol"
                line="Mi cuenta"
                links={personLinks}
                onSignOut={leave}
              />
            )}
            {(!isWide || isPrerendered) && <AccountLink />}
          </>
        }
        overlay={
          menu.isOpen && (
            <MenuPage
              help={help}
              opinion={opinion}
              signOut={<SignOutButton onSignOut={leave} />}
              onClose={menu.close}
            />
          )
        }
        foot={
          (!isWide || isPrerendered) && (
            <FootBar isMenuOpen={menu.isOpen} onMenu={menu.isOpen ? menu.close : menu.open} />
          )
        }
        onSignOut={leave}
      >
        {errorDialog}
      </AuthenticatedLayout>
    </BookingChat>
  )
}

function HelpAndChat() {
  return (
    <HelpButton className={menuEntry} onChat={useChatLauncher()}>
      Ayuda y chat
    </HelpButton>
  )
}

function BookLink() {
  return (
    <ButtonLink
      to="/dashboard/agenda"
      search={useBookingSearch()}
      variant="soft"
      fullWidth
      leftSection={<IconCalendarPlus size={20} stroke={1.75} aria-hidden />}
    >
      Reservar hora
    </ButtonLink>
  )
}

/** The user's initials at the top of a phone. */
function AccountLink() {
  const name = useOwnName()
  return (
    <Link
      to="/dashboard/perfil"
      className="grid size-[2.75rem] place-items-center rounded-full no-underline desktop:hidden"
    >
      <Initials name={name} size={40} look="arrebol" />
      <span className="portal-hidden">Mi cuenta</span>
    </Link>
  )
}

const anyTopic = { kind: 'any' } as const

/** Returns the topic of a laboratory appointment at the first site that books them; null if none does. */
function findLaboratoryTopic() {
  const group = portal.clinic.booking_groups.find(({ services }) => services.includes('laboratorio'))
  const [first] = Object.entries(group?.sites ?? {})
  return first ? ({ kind: 'services', codes: first[1], office: first[0] } as const) : null
}

const isLaboratoryPage = (pathname: string) => /^\/dashboard\/mis-examenes(\/laboratorio)?$/.test(pathname)

function labelOf(id: MenuId): string {
  return favouriteEntries.find((entry) => entry.id === id)?.label ?? id
}

/** Removes the cached data of every record except the one on the present page. */
function useClearOtherRecords() {
  const user = useCurrentUser()
  const named = usePersonInAddress()
  useClearRecordsExcept(named ?? user?.id ?? 0)
}
