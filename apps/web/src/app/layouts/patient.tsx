/** The layout of the patient area: a light menu with favourites, notifications, and the user menu. */
import type { MenuId } from '@mi-portal/contract/favourites'
import { IconCalendarPlus, IconShield, IconUserCircle } from '@tabler/icons-react'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { Suspense } from 'react'
import { BookingChat } from '../../features/booking/chat/booking-chat.tsx'
import { useFavouriteStars } from '../../features/favourites/favourite-stars.tsx'
import { Bell } from '../../features/notifications/bell.tsx'
import { useClearRecordsExcept } from '../../features/people/people.queries.ts'
import { usePersonInAddress } from '../../features/people/selected-person.search.ts'
import { signOut } from '../../features/session/session.queries.ts'
import { portal } from '../../lib/portal-config.ts'
import { useCurrentUser } from '../../lib/session.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { favouriteEntries, patientMenu } from '../menu.ts'
import { paths } from '../paths.ts'
import { AreaMenu } from './area-menu.tsx'
import { AuthenticatedLayout } from './authenticated.tsx'
import { usePreloadedPages } from './preloaded-pages.ts'

// Loaded later, because no patient opens the survey at once and the page is more important.
const SurveyWidget = lazyComponent(
  async () => (await import('../../features/survey/survey-widget.tsx')).SurveyWidget,
  { isOptional: true },
)

const HelpButton = lazyComponent(
  async () => (await import('../../features/help/help-button.tsx')).HelpButton,
  { isOptional: true },
)

const PasskeyOffer = lazyComponent(
  async () => (await import('../../features/passkeys/passkey-offer.tsx')).PasskeyOffer,
  { isOptional: true },
)

const EmailNotice = lazyComponent(
  async () => (await import('../../features/profile/email/email-notice.tsx')).EmailNotice,
  { isOptional: true },
)

const personLinks = [
  { label: 'Mi perfil', to: '/dashboard/perfil', icon: IconUserCircle },
  { label: 'Mi seguridad', to: '/dashboard/seguridad', icon: IconShield },
] as const

export function PatientLayout() {
  return <PatientArea />
}

function PatientArea() {
  useClearOtherRecords()
  usePreloadedPages(patientMenu)
  const navigate = useNavigate()
  const { stars, errorDialog } = useFavouriteStars(labelOf)
  async function leave() {
    await signOut()
    await navigate({ to: '/' })
  }
  const topic = useLocation({ select: ({ pathname }) => findTopic(pathname) })
  return (
    <BookingChat offered={topic}>
      <AuthenticatedLayout
        look="day"
        brand={{
          name: portal.product,
          line: portal.brand,
          logo: portal.clinic.branding.logo,
          home: '/dashboard',
        }}
        menuLabel="Menú principal"
        menu={<AreaMenu first={<BookLink />} entries={patientMenu} stars={stars} />}
        help={
          <Suspense>
            <HelpButton />
          </Suspense>
        }
        bell={<Bell />}
        line="Mi cuenta"
        personLinks={personLinks}
        notice={
          <Suspense>
            <EmailNotice />
            <PasskeyOffer to="/dashboard/seguridad" />
          </Suspense>
        }
        drawerFooter={
          <Suspense>
            <SurveyWidget place="menu" />
          </Suspense>
        }
        floating={
          <>
            <Suspense>
              <SurveyWidget place="edge" />
            </Suspense>
            {errorDialog}
          </>
        }
        onSignOut={leave}
      />
    </BookingChat>
  )
}

function BookLink() {
  return (
    <ButtonLink
      to="/dashboard/agenda"
      fullWidth
      leftSection={<IconCalendarPlus size={20} stroke={1.75} aria-hidden />}
    >
      Reservar hora
    </ButtonLink>
  )
}

const anyTopic = { kind: 'any' } as const

/** Returns the topic of a laboratory appointment at the first site that books them; null if none does. */
function findLaboratoryTopic() {
  const group = portal.clinic.booking_groups.find(({ services }) => services.includes('laboratorio'))
  const [first] = Object.entries(group?.sites ?? {})
  return first ? ({ kind: 'services', codes: first[1], office: first[0] } as const) : null
}

/**
 * Returns the topic that the chat offers on a page: any appointment at home, a laboratory appointment beside the
 * laboratory results.
 */
function findTopic(pathname: string) {
  if (pathname === paths.dashboard) return anyTopic
  return /^\/dashboard\/mis-examenes(\/laboratorio)?$/.test(pathname) ? findLaboratoryTopic() : null
}

function labelOf(id: MenuId): string {
  return favouriteEntries.find((entry) => entry.id === id)?.label ?? id
}

/** Removes the cached data of every record except the one on the present page. */
function useClearOtherRecords() {
  const user = useCurrentUser()
  const named = usePersonInAddress()
  useClearRecordsExcept(named ?? user?.id ?? 0)
}
