/** The patient's home page: greeting, next appointment, news, favourites, further appointments, professionals, advertisements, history. */

import type { Appointment } from '@mi-portal/contract/appointments'
import { documentType } from '@mi-portal/contract/values/document-number'
import { IconCalendarPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useReducer } from 'react'
import { HomeAds } from '../../features/ads/home-ads.tsx'
import { appointmentsSummaryQuery } from '../../features/appointments/appointments.queries.ts'
import {
  HistorySummary,
  NextAppointment,
  UpcomingSummary,
} from '../../features/appointments/appointments-summary.tsx'
import { PassportNotice } from '../../features/exams/passport-notice.tsx'
import { FavouriteTiles } from '../../features/favourites/favourite-tiles.tsx'
import { newsQuery } from '../../features/news/news.queries.ts'
import { useClearRecordsExcept } from '../../features/people/people.queries.ts'
import { formatTime } from '../../lib/dates.ts'
import { portal } from '../../lib/portal-config.ts'
import { type CurrentUser, isStaff, useCurrentUser } from '../../lib/session.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { getGreeting } from '../greeting.ts'
import { favouriteEntries } from '../menu.ts'
import classes from './home.module.css'

const EmailQuestion = lazyComponent(
  async () => (await import('../../features/profile/email/email-question.tsx')).EmailQuestion,
  { isOptional: true },
)

const NewsSection = lazyComponent(
  async () => (await import('../../features/news/news-section.tsx')).NewsSection,
  { isOptional: true },
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
  return (
    <div className={classes.home}>
      {user.document_type_id === documentType.passport && <PassportNotice />}
      <Suspense>
        <EmailQuestion userId={user.id} />
      </Suspense>
      <Hero user={user} />
      <NextAppointment ownId={user.id} />
      <News>
        <FavouriteTiles entries={favouriteEntries} />
        <Suspense>
          <GroupLinks mayAdd={!user.is_a_minor} />
        </Suspense>
        <div className={classes.cards}>
          <div className={classes.column}>
            <UpcomingSummary ownId={user.id} />
            <Suspense>
              <UsualProfessionals patientId={user.id} />
            </Suspense>
          </div>
          <HomeAds />
          <div className={classes.history}>
            <HistorySummary ownId={user.id} />
          </div>
        </div>
      </News>
    </div>
  )
}

/** The news, and below them the rest of the page, which is not rendered again when the news arrive. */
function News({ children }: { children: ReactNode }) {
  const [hasSettled, onSettled] = useReducer(() => true, false)
  // The news are loaded here and not in their section, whose script arrives later.
  const query = useQuery(newsQuery)
  return (
    <>
      <Suspense>
        <NewsSection query={query} onSettled={onSettled} />
      </Suspense>
      <div className={classes.belowNews} data-waiting={!hasSettled || undefined}>
        {children}
      </div>
    </>
  )
}

function Hero({ user }: { user: CurrentUser }) {
  const { data } = useQuery(appointmentsSummaryQuery(user.id, 'upcoming'))
  return (
    <section className={classes.hero} aria-label="Bienvenida">
      <img className={classes.art} src={portal.clinic.branding.images.home} alt="" />
      <div className={classes.words}>
        <h1>
          {getGreeting(user.gender_id)}, {user.first_name}
        </h1>
        <p className={classes.next}>{data && formatNextAppointment(data.appointments[0])}</p>
        <ButtonLink
          to="/dashboard/agenda"
          variant="white"
          leftSection={<IconCalendarPlus size={20} stroke={1.75} aria-hidden />}
        >
          RESERVAR HORA
        </ButtonLink>
      </div>
    </section>
  )
}

function formatNextAppointment(appointment: Appointment | undefined): string {
  if (!appointment) return 'No tienes horas reservadas. Cuando lo necesites, reserva la próxima aquí.'
  const place = appointment.modality === 'telemedicina' ? 'por telemedicina' : `en ${appointment.place_care}`
  return `Tu próxima hora es el ${appointment.date} a las ${formatTime(appointment.hour)} ${place}.`
}
