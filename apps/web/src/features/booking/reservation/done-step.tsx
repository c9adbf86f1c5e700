/** The hour is booked: what happens next, how to prepare and how to get in. */
import type { BookedHour } from '@mi-portal/contract/booking'
import { dayOf } from '@mi-portal/contract/values/dates'
import {
  IconCalendarDown,
  IconCircleCheck,
  IconClock,
  IconFileTypePdf,
  IconMapPin,
  IconUser,
  IconVideo,
} from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { saveFile } from '../../../lib/browser.ts'
import { formatHour, formatLongDay } from '../../../lib/dates.ts'
import { currentUser } from '../../../lib/session.ts'
import { Button, ButtonAnchor, ButtonLink } from '../../../ui/button.tsx'
import { DateChip } from '../../../ui/date-chip.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PhoneLink } from '../../../ui/phone-link.tsx'
import { RichText } from '../../../ui/rich-text.tsx'
import { BlockSkeleton } from '../../../ui/skeletons.tsx'
import { VideoLink } from '../../../ui/video-link.tsx'
import { calendarFile } from '../agenda.queries.ts'
import { bookedHourQuery } from '../booked-hour.queries.ts'
import card from '../slots/slot-card.module.css'
import classes from './done-step.module.css'
import type { StepProps } from './reservation.flow.ts'
import reservation from './reservation.module.css'

export function DoneStep({ choice }: StepProps) {
  const query = useQuery(bookedHourQuery(choice.reservada ?? 0))
  return (
    <Loaded query={query} skeleton={<BlockSkeleton height={420} />}>
      {(booked) => <Done booked={booked} moved={choice.id_appointment !== undefined} />}
    </Loaded>
  )
}

const day = (moment: string) => dayOf(new Date(moment))

function Done({ booked, moved }: { booked: BookedHour; moved: boolean }) {
  const { hour, office } = booked
  const remote = hour.modality === 'telemedicina'
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    window.scrollTo({ top: 0 })
    heading.current?.focus({ preventScroll: true })
  }, [])
  const save = useMutation({
    mutationFn: async () => {
      saveFile(await calendarFile(hour.id_appointment), `hora-${hour.id_appointment}.ics`)
    },
  })
  return (
    <div className={reservation.narrow}>
      <section className={`portal-card ${reservation.card}`}>
        <div className={classes.outcome}>
          <span className={classes.icon}>
            <IconCircleCheck size={28} stroke={1.75} aria-hidden />
          </span>
          <h1 ref={heading} tabIndex={-1}>
            {titleOf(hour, moved)}
          </h1>
        </div>
        <div className={classes.hour}>
          <DateChip date={hour.date} look={remote ? 'glaciar' : 'lapis'} />
          <div>
            <p className={card.doctor}>{hour.doctor_name}</p>
            <p>{[hour.specialty, hour.sub_context].filter(Boolean).join(' · ')}</p>
            <p className={card.fact}>
              <IconClock size={20} stroke={1.75} aria-hidden />
              <time dateTime={hour.starts_at} className={card.when}>
                {formatLongDay(day(hour.starts_at))},{' '}
                <span className={card.hour}>{formatHour(hour.hour)}</span>
              </time>
            </p>
            <p className={card.fact}>
              {remote ? (
                <IconVideo size={20} stroke={1.75} aria-hidden />
              ) : (
                <IconMapPin size={20} stroke={1.75} aria-hidden />
              )}
              {remote ? 'Por video' : hour.place_care_portal}
            </p>
            <p className={card.fact}>
              <IconUser size={20} stroke={1.75} aria-hidden />
              {hour.patient_full_name}
            </p>
          </div>
        </div>
        <p>Te enviamos un correo con estos datos, y te recordaremos la hora siete días y un día antes.</p>
        {save.isError && <Notice kind="error" title={save.error.message} />}
        <Button
          variant="outline"
          leftSection={<IconCalendarDown size={20} stroke={1.75} aria-hidden />}
          loading={save.isPending}
          onClick={() => save.mutate()}
        >
          AGREGAR A MI CALENDARIO
        </Button>
      </section>
      <Preparation booked={booked} />
      <section className={`portal-card ${reservation.card}`} aria-labelledby="way">
        <h2 id="way">{remote ? 'Cómo conectarte' : 'Cómo llegar y entrar'}</h2>
        {remote ? (
          <>
            <p>
              Entra a tus consultas médicas desde un computador o teléfono con cámara. El enlace de la
              videollamada aparece junto a la hora 15 minutos antes.
            </p>
            {hour.video?.url && <VideoLink url={hour.video.url} doctor={hour.doctor_name} />}
          </>
        ) : (
          <>
            <p>
              <strong>{office.name}</strong>: {office.address}
            </p>
            <p>{office.entry}</p>
            <p>Lleva tu cédula de identidad y llega 15 minutos antes.</p>
          </>
        )}
        <p>
          Si necesitas ayuda, llama al <PhoneLink number={office.phone} />.
        </p>
      </section>
      <div className={reservation.buttons}>
        <ButtonLink to="/dashboard/consultas-medicas/{-$id}" params={{ id: undefined }}>
          VER MIS HORAS
        </ButtonLink>
        <ButtonLink to="/dashboard/agenda" variant="default">
          RESERVAR OTRA HORA
        </ButtonLink>
      </div>
    </div>
  )
}

function titleOf(hour: BookedHour['hour'], moved: boolean): string {
  if (hour.patient_id === currentUser()?.id) return moved ? 'Cambiaste tu hora' : 'Tu hora está reservada'
  const [name] = hour.patient_full_name.split(' ')
  return moved ? `Cambiaste la hora de ${name}` : `La hora de ${name} está reservada`
}

function Preparation({ booked: { preparation } }: { booked: BookedHour }) {
  if (!preparation) return null
  const { title, html, pdf, fasting } = preparation
  const [only] = fasting
  return (
    <section className={`portal-card ${reservation.card}`} aria-labelledby="preparation">
      <h2 id="preparation">Cómo prepararte</h2>
      {only && fasting.length === 1 && (
        <Notice kind="info" icon={IconClock} title={`No comas nada desde ${momentWords(only.from)}`}>
          Son {only.hours} horas de ayuno antes de tu hora.
        </Notice>
      )}
      {fasting.length > 1 && (
        <Notice kind="info" icon={IconClock} title="Revisa si tu orden médica pide ayuno">
          <ul className={classes.fasts}>
            {fasting.map(({ hours, from }) => (
              <li key={hours}>
                Si pide {hours} horas: no comas nada desde <strong>{momentWords(from)}</strong>.
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {html && (
        <div>
          <h3>{title}</h3>
          <RichText html={html.replace(/<h3>.*?<\/h3>/, '')} />
        </div>
      )}
      {pdf && (
        <ButtonAnchor
          variant="light"
          href={pdf}
          target="_blank"
          rel="noopener"
          leftSection={<IconFileTypePdf size={20} stroke={1.75} aria-hidden />}
        >
          Ver indicaciones en PDF
        </ButtonAnchor>
      )}
    </section>
  )
}

/** `las 01:30 h del jueves 26 de noviembre` */
function momentWords(moment: string): string {
  return `las ${formatHour(moment)} del ${formatLongDay(day(moment))}`
}
