/** The patient's home page: greeting, next appointment, news, favourites, further appointments, professionals, advertisements, history. */

import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useReducer } from 'react'
import { agendaQuery } from '../../features/appointments/appointments.queries.ts'
import { useBookingChat } from '../../features/booking/chat/booking-chat.tsx'
import { NextAppointment } from '../../features/booking/home/next-appointment.tsx'
import { FavouriteTiles } from '../../features/favourites/favourite-tiles.tsx'
import { newsQuery } from '../../features/news/news.queries.ts'
import { useClearRecordsExcept } from '../../features/people/people.queries.ts'
import { toFirstWord } from '../../features/people/people.rules.ts'
import { HomeAds } from '../../features/publishing/ads/home-ads.tsx'
import { formatLongDay, today } from '../../lib/dates.ts'
import { emptyImage, portal } from '../../lib/portal-config.ts'
import { type CurrentUser, isStaff, useCurrentUser } from '../../lib/session.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { join, Stack } from '../../ui/layout/layout.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { BlockSkeleton } from '../../ui/skeletons.tsx'
import { getGreeting } from '../greeting.ts'
import { favouriteEntries } from '../menu.ts'

const NoticeQueue = lazyComponent(
  async () => (await import('../../features/profile/notices/notice-queue.tsx')).NoticeQueue,
  { isOptional: true },
)

const NewsSection = lazyComponent(
  async () => (await import('../../features/news/news-section.tsx')).NewsSection,
  { isOptional: true },
)

// Loaded later, because they stand below what the page is about.
const UpcomingSummary = lazyComponent(
  async () => (await import('../../features/appointments/home/appointments-summary.tsx')).UpcomingSummary,
)
const HistorySummary = lazyComponent(
  async () => (await import('../../features/appointments/home/appointments-summary.tsx')).HistorySummary,
)

const GroupLinks = lazyComponent(
  async () => (await import('../../features/family/group-links.tsx')).GroupLinks,
  { isOptional: true },
)

const UsualProfessionals = lazyComponent(
  async () => (await import('../../features/booking/usual-professionals.tsx')).UsualProfessionals,
  { isOptional: true },
)

export function HomePage() {
  const user = useCurrentUser()
  if (user === null) return null
  return isStaff(user) ? <StaffNotice /> : <Home user={user} />
}

/** Shown to staff, whose account has no record. */
function StaffNotice() {
  return (
    <PageHeading
      title="Inicio de los pacientes"
      lead="Entraste con una cuenta de administración, que no tiene horas ni exámenes."
    >
      <ButtonLink to="/admin">Ir a la administración</ButtonLink>
    </PageHeading>
  )
}

function Home({ user }: { user: CurrentUser }) {
  useClearRecordsExcept(user.id)
  const openChat = useBookingChat()
  return (
    <Stack gap="lg" className="max-desktop:gap-4">
      <Greeting user={user} />
      <News
        ownId={user.id}
        next={<NextAppointment ownId={user.id} onRebook={(hour) => openChat({ kind: 'again', hour })} />}
      >
        <FavouriteTiles entries={favouriteEntries} />
        <div className="grid grid-cols-1 gap-4 desktop:grid-cols-2 desktop:gap-6">
          <Suspense fallback={<BlockSkeleton height={180} />}>
            <UpcomingSummary ownId={user.id}>
              <Suspense>
                <GroupLinks mayAdd={!user.is_a_minor} />
              </Suspense>
            </UpcomingSummary>
          </Suspense>
          <Suspense>
            <UsualProfessionals patientId={user.id} />
          </Suspense>
        </div>
        <div className="grid grid-cols-1 gap-4 desktop:gap-6 desktop:grid-cols-[minmax(0,464px)_minmax(0,1fr)]">
          <HomeAds />
          <Suspense>
            <HistorySummary ownId={user.id} />
          </Suspense>
        </div>
      </News>
    </Stack>
  )
}

/** The notice, the band of the clinic, and the greeting with the day. On phones the notice comes first. */
function Greeting({ user }: { user: CurrentUser }) {
  const { home } = portal.clinic.branding.images
  return (
    <div className="-mt-4 flex flex-col desktop:-mt-1">
      <div className="-mx-4 empty:hidden desktop:order-1 desktop:mx-0 desktop:mt-4">
        <Suspense>
          <NoticeQueue />
        </Suspense>
      </div>
      {home !== emptyImage && (
        <img
          src={home}
          alt=""
          className="-mx-4 block h-24 w-auto max-w-none object-cover object-[78%_100%] desktop:-mx-8"
        />
      )}
      <div className="mt-2 desktop:mt-4">
        <h1 className="type-section">
          {getGreeting(user.gender_id)}, {toFirstWord(user.first_name)}
        </h1>
        <p className="type-meta text-muted first-letter:uppercase">{formatLongDay(today())}</p>
      </div>
    </div>
  )
}

/**
 * The next appointment beside the news, and below them the rest of the page, which is not rendered again when the news arrive. It waits
 * for them, at most one second, so that it does not jump.
 */
function News({ ownId, next, children }: { ownId: number; next: ReactNode; children: ReactNode }) {
  const [hasSettled, onSettled] = useReducer(() => true, false)
  // The news are loaded here and not in their section, whose script arrives later.
  const query = useQuery(newsQuery)
  const { data: shown } = useQuery({
    ...agendaQuery(ownId, 'all', 'upcoming', 1),
    select: ({ appointments }) => appointments[0]?.id_appointment,
  })
  return (
    <>
      <div className="grid grid-cols-1 gap-4 desktop:gap-6 wide:grid-cols-[minmax(0,1.63fr)_minmax(0,1fr)]">
        {next}
        <Suspense>
          <NewsSection query={query} shownAppointment={shown} onSettled={onSettled} />
        </Suspense>
      </div>
      <Stack gap="lg" className={join('max-desktop:gap-4', !hasSettled && 'animate-wait')}>
        {children}
      </Stack>
    </>
  )
}
