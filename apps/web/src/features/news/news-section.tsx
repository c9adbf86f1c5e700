/** What is new for the user and their group: one row for each item, with the person and one action. */
import type { DueAppointment, NewResult, News, UnreadAnswer } from '@mi-portal/contract/news'
import { dayOf } from '@mi-portal/contract/values/dates'
import {
  IconCalendarEvent,
  IconFlask,
  IconHourglassHigh,
  IconMessageCircle,
  IconPhotoScan,
  IconUsersPlus,
} from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, useEffect, useId, useState } from 'react'
import { formatDay, formatLongDay, formatTime } from '../../lib/dates.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Initials } from '../../ui/initials.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { Notice } from '../../ui/notice.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { withArticle } from '../people/people.rules.ts'
import { PrivateBadge } from '../private-items/private-badge.tsx'
import { AppointmentLinks } from './appointment-links.tsx'
import classes from './news.module.css'
import { countNews, describeAnswer, describeWhen, explainFailed } from './news.rules.ts'

/** Rows that are shown before the user asks for all. */
const fewRows = 3

interface NewsSectionProps {
  query: UseQueryResult<News>
  /** Called when the news have arrived or cannot be loaded: from then on the section moves nothing below it. */
  onSettled(): void
}

export function NewsSection({ query, onSettled }: NewsSectionProps) {
  const [isComplete, setIsComplete] = useState(false)
  const titleId = useId()
  const news = query.data
  const { isPending } = query
  useEffect(() => {
    if (!isPending) onSettled()
  }, [isPending, onSettled])
  // Without news there is no section, so nothing stands in its place while it loads.
  if (news === undefined)
    return query.isError ? (
      <LoadError error={query.error} onRetry={query.refetch} retrying={query.isFetching} />
    ) : null
  const count = countNews(news)
  if (count === 0 && news.failed.length === 0) return null
  const rows = listRows(news)
  return (
    <section className={`portal-card ${classes.card}`} aria-labelledby={titleId}>
      <h2 id={titleId}>Novedades</h2>
      {news.failed.length > 0 && (
        <Notice
          kind="warning"
          actions={
            <Button size="xs" variant="default" loading={query.isFetching} onClick={() => query.refetch()}>
              REINTENTAR
            </Button>
          }
        >
          {explainFailed(news.failed)}
        </Notice>
      )}
      {count > 0 && <ul className={classes.list}>{isComplete ? rows : rows.slice(0, fewRows)}</ul>}
      {count > fewRows && (
        <Button
          variant="subtle"
          size="sm"
          aria-expanded={isComplete}
          onClick={() => setIsComplete(!isComplete)}
        >
          {isComplete ? 'Ver menos' : 'Ver todas las novedades'}
        </Button>
      )}
    </section>
  )
}

function listRows({ offers, requests, appointments, results, answers }: News): ReactNode[] {
  return [
    ...offers.map((offer) => (
      <Row
        key={`offer ${offer.hold_id}`}
        icon={IconHourglassHigh}
        look="arrebol"
        person={offer.patient_name}
        title={`Se liberó una hora con ${withArticle(offer.doctor_name)}`}
        detail={`${formatLongDay(dayOf(new Date(offer.starts_at)))}, ${formatTime(offer.starts_at)}. Guardada hasta las ${formatTime(offer.expires_at)}`}
        action={
          <ButtonLink size="xs" to="/reservas" search={{ offer: offer.hold_id }}>
            Ver hora
          </ButtonLink>
        }
      />
    )),
    ...requests.map((request) => (
      <Row
        key={`request ${request.request_id}`}
        icon={IconUsersPlus}
        look="arrebol"
        person={null}
        title={`${request.applicant_full_name} quiere agregarte a su grupo familiar`}
        detail={request.relationship}
        action={
          <ButtonLink
            size="xs"
            to="/dashboard/mi-grupo-familiar"
            search={{ tab: 'requests', request_id: request.request_id }}
            aria-label={`Revisar la solicitud de ${request.applicant_full_name}`}
          >
            Revisar
          </ButtonLink>
        }
      />
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

type Icon = ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: boolean }>

interface RowProps {
  icon: Icon
  look: 'lapis' | 'glaciar' | 'arrebol' | 'araucaria'
  /** The name of the person whom the row is about; null for the user. */
  person: string | null
  title: ReactNode
  detail: ReactNode
  action?: ReactNode
  /** Further links, below the text. */
  children?: ReactNode
}

function Row({ icon: Icon, look, person, title, detail, action, children }: RowProps) {
  return (
    <li className={classes.row}>
      <span className={`${classes.tile} ${classes[look]}`}>
        <Icon size={22} stroke={1.75} aria-hidden />
      </span>
      <div className={classes.words}>
        <p className={classes.title}>{title}</p>
        <p className={classes.detail}>
          <span className={classes.person}>
            {person !== null && <Initials name={person} size={22} />}
            {person ?? 'Para ti'}
          </span>{' '}
          {detail}
        </p>
        {children}
      </div>
      {action && <div className={classes.action}>{action}</div>}
    </li>
  )
}

/** The mark «Solo yo» after other words. */
function SpacedPrivateBadge() {
  return (
    <>
      {' '}
      <PrivateBadge isPrivate />
    </>
  )
}

function AppointmentRow({ appointment }: { appointment: DueAppointment }) {
  return (
    <Row
      icon={IconCalendarEvent}
      look={appointment.modality === 'telemedicina' ? 'glaciar' : 'lapis'}
      person={appointment.patient_name}
      title={
        <>
          {describeWhen(appointment)}
          {appointment.is_private && <SpacedPrivateBadge />}
        </>
      }
      detail={`${appointment.doctor_name} · ${appointment.specialty}`}
    >
      <AppointmentLinks appointment={appointment} />
    </Row>
  )
}

function ResultRow({ result }: { result: NewResult }) {
  const { patient_name, patient_id, attention_id, type, type_exam, date, is_private } = result
  return (
    <Row
      icon={type === 'laboratory' ? IconFlask : IconPhotoScan}
      look={type === 'laboratory' ? 'lapis' : 'glaciar'}
      person={patient_name}
      title={
        <>
          {type_exam} <StatusBadge look="accent">Nuevo</StatusBadge>
          {is_private && <SpacedPrivateBadge />}
        </>
      }
      detail={date}
      action={
        <ButtonLink
          size="xs"
          variant="light"
          to="/dashboard/mis-examenes/{-$id}"
          params={{ id: type === 'laboratory' ? 'laboratorio' : 'otros-examenes' }}
          search={{ ...(patient_name === null ? {} : { patient_id }), examen: attention_id }}
          aria-label={`Ver ${type_exam} del ${date}${patient_name === null ? '' : ` de ${patient_name}`}`}
        >
          Ver
        </ButtonLink>
      }
    />
  )
}

function AnswerRow({ answer }: { answer: UnreadAnswer }) {
  return (
    <Row
      icon={IconMessageCircle}
      look="araucaria"
      person={answer.patient_name}
      title={describeAnswer(answer)}
      detail={formatDay(answer.answered_at)}
      action={<AnswerLink answer={answer} />}
    />
  )
}

/** Links to the page that shows the answer. */
function AnswerLink({ answer }: { answer: UnreadAnswer }) {
  const look = { size: 'xs', variant: 'light', 'aria-label': `Ver: ${describeAnswer(answer)}` } as const
  switch (answer.matter) {
    case 'documents':
      return (
        <ButtonLink {...look} to="/dashboard/consultas-medicas/{-$id}" params={{ id: 'solicitar-documento' }}>
          Ver
        </ButtonLink>
      )
    case 'budgets':
      return (
        <ButtonLink
          {...look}
          to="/dashboard/solicitud-presupuestos"
          search={{
            tab: 'solicitados',
            ...(answer.patient_name === null ? {} : { patient_id: answer.patient_id }),
          }}
        >
          Ver
        </ButtonLink>
      )
    case 'contact':
    case 'imaging':
      return (
        <ButtonLink {...look} to="/dashboard/contactanos" search={{ tab: 'anteriores' }}>
          Ver
        </ButtonLink>
      )
    case 'privacy':
      return (
        <ButtonLink {...look} to="/dashboard/perfil/datos-personales">
          Ver
        </ButtonLink>
      )
  }
}
