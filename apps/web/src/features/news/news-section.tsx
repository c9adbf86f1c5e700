/** What is new for the user and their group: one row for each item, which leads to it. */
import type { DueAppointment, NewResult, News, UnreadAnswer } from '@mi-portal/contract/news'
import { toDay } from '@mi-portal/contract/values/dates'
import {
  IconCalendarBolt,
  IconCalendarEvent,
  IconFlask,
  IconMessageCircle,
  IconPhotoScan,
  IconUserPlus,
} from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, useEffect, useId, useState } from 'react'
import { formatDay, formatLongDay, formatTime } from '../../lib/dates.ts'
import { Button } from '../../ui/button.tsx'
import { Spread } from '../../ui/layout/layout.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { Notice } from '../../ui/notice.tsx'
import { IconTile, NewDot, Row, RowArrow, RowLink } from '../../ui/rows/row.tsx'
import { toRequestLink } from '../notifications/destination.rules.ts'
import { toFirstWord, withArticle } from '../people/people.rules.ts'
import { PrivateBadge } from '../private-items/private-badge.tsx'
import { countNews, describeAnswer, describeWhen, explainFailed } from './news.rules.ts'

/** Rows that are shown before the user asks for all. */
const fewRows = 3

interface NewsSectionProps {
  query: UseQueryResult<News>
  /** The appointment that the page already shows. */
  shownAppointment: number | undefined
  /** Called when the news have arrived or cannot be loaded: from then on the section moves nothing below it. */
  onSettled(): void
}

export function NewsSection({ query, shownAppointment, onSettled }: NewsSectionProps) {
  const [isComplete, setIsComplete] = useState(false)
  const titleId = useId()
  const { isPending } = query
  useEffect(() => {
    if (!isPending) onSettled()
  }, [isPending, onSettled])
  // Without news there is no section, so nothing stands in its place while it loads.
  if (query.data === undefined)
    return query.isError ? (
      <LoadError error={query.error} onRetry={query.refetch} retrying={query.isFetching} />
    ) : null
  const news = {
    ...query.data,
    appointments: query.data.appointments.filter(({ id_appointment }) => id_appointment !== shownAppointment),
  }
  const count = countNews(news)
  if (count === 0 && news.failed.length === 0) return null
  const rows = listRows(news)
  return (
    <section
      className="grid content-start desktop:gap-2 desktop:rounded-card desktop:bg-card desktop:p-6 desktop:shadow-e1"
      aria-labelledby={titleId}
    >
      <Spread className="min-h-11">
        <h2 id={titleId}>Novedades</h2>
        {count > fewRows && (
          <Button
            variant="text"
            size="xs"
            className="-mr-3"
            aria-expanded={isComplete}
            aria-label={isComplete ? 'Ver menos novedades' : 'Ver todas las novedades'}
            onClick={() => setIsComplete(!isComplete)}
          >
            {isComplete ? 'Menos' : 'Todas'}
          </Button>
        )}
      </Spread>
      {news.failed.length > 0 && (
        <Notice
          kind="warning"
          actions={
            <Button size="xs" variant="outline" loading={query.isFetching} onClick={() => query.refetch()}>
              REINTENTAR
            </Button>
          }
        >
          {explainFailed(news.failed)}
        </Notice>
      )}
      {count > 0 && (
        <ul className="plain-list rows max-desktop:rounded-card max-desktop:bg-card max-desktop:px-4 max-desktop:py-1 max-desktop:shadow-e1">
          {isComplete ? rows : rows.slice(0, fewRows)}
        </ul>
      )}
    </section>
  )
}

interface NewsRowProps {
  icon: ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: boolean }>
  tone?: 'action' | 'glaciar' | 'accent' | 'success'
  /** The name of the person whom the row is about; null for the user. */
  person?: string | null
  facts?: readonly string[]
  isPrivate?: boolean
  /** The link of the row. */
  children: ReactNode
}

function NewsRow({
  icon,
  tone = 'action',
  person = null,
  facts = [],
  isPrivate = false,
  children,
}: NewsRowProps) {
  const meta = [...facts, person && toFirstWord(person)].filter(Boolean).join(' · ')
  return (
    <Row
      lead={<IconTile icon={icon} tone={tone} />}
      meta={
        (meta !== '' || isPrivate) && (
          <>
            {meta} <PrivateBadge isPrivate={isPrivate} />
          </>
        )
      }
      side={<RowArrow />}
    >
      {children}
    </Row>
  )
}

function listRows({ offers, requests, appointments, results, answers }: News): ReactNode[] {
  return [
    ...offers.map(({ hold_id, doctor_name, starts_at, expires_at, patient_name }) => (
      <NewsRow
        key={`offer ${hold_id}`}
        icon={IconCalendarBolt}
        tone="glaciar"
        person={patient_name}
        facts={[
          `${formatLongDay(toDay(new Date(starts_at)))}, ${formatTime(starts_at)}`,
          `hasta las ${formatTime(expires_at)}`,
        ]}
      >
        <RowLink to="/reservas" search={{ offer: hold_id }}>
          Se liberó una hora con {withArticle(doctor_name)}
          <NewDot />
        </RowLink>
      </NewsRow>
    )),
    ...requests.map(({ request_id, applicant_full_name }) => (
      <NewsRow key={`request ${request_id}`} icon={IconUserPlus} tone="accent">
        <RowLink to="/dashboard/mi-grupo-familiar" search={{ tab: 'requests', request_id }}>
          {applicant_full_name.split(' ')[0]} quiere agregarte a su grupo
        </RowLink>
      </NewsRow>
    )),
    ...appointments.map((appointment) => (
      <AppointmentRow key={`hour ${appointment.id_appointment}`} appointment={appointment} />
    )),
    ...results.map((result) => <ResultRow key={`exam ${result.attention_id}`} result={result} />),
    ...answers.map((answer) => (
      <AnswerRow key={`answer ${answer.matter} ${answer.request_id}`} answer={answer} />
    )),
  ]
}

/** Returns the search parameter with which a link opens the record of another person. */
const recordOf = ({ patient_name, patient_id }: { patient_name: string | null; patient_id: number }) =>
  patient_name === null ? {} : { patient_id }

function AppointmentRow({ appointment }: { appointment: DueAppointment }) {
  return (
    <NewsRow
      icon={IconCalendarEvent}
      tone={appointment.modality === 'telemedicina' ? 'glaciar' : 'action'}
      person={appointment.patient_name}
      facts={[appointment.doctor_name, appointment.specialty]}
      isPrivate={appointment.is_private === true}
    >
      <RowLink
        to="/dashboard/consultas-medicas/hora/$id_appointment"
        params={{ id_appointment: String(appointment.id_appointment) }}
        search={recordOf(appointment)}
      >
        {describeWhen(appointment)}
      </RowLink>
    </NewsRow>
  )
}

function ResultRow({ result }: { result: NewResult }) {
  const isLaboratory = result.type === 'laboratory'
  return (
    <NewsRow
      icon={isLaboratory ? IconFlask : IconPhotoScan}
      tone={isLaboratory ? 'action' : 'glaciar'}
      person={result.patient_name}
      facts={[result.date]}
      isPrivate={result.is_private}
    >
      <RowLink
        to="/dashboard/mis-examenes/{-$id}"
        params={{ id: isLaboratory ? 'laboratorio' : 'otros-examenes' }}
        search={{ ...recordOf(result), examen: result.attention_id }}
      >
        {result.type_exam}
        <NewDot />
      </RowLink>
    </NewsRow>
  )
}

function AnswerRow({ answer }: { answer: UnreadAnswer }) {
  return (
    <NewsRow
      icon={IconMessageCircle}
      tone="success"
      person={answer.patient_name}
      facts={[formatDay(answer.answered_at)]}
    >
      <RowLink {...toRequestLink(answer.matter, answer.request_id)}>{describeAnswer(answer)}</RowLink>
    </NewsRow>
  )
}
