/**
 * Page of the link in a reminder: confirms, changes or cancels one appointment without signing in. Opening it changes nothing,
 * because mail scanners open links too.
 */

import type { LinkedAppointment } from '@mi-portal/contract/appointments/appointment-agenda'
import { modalityNames } from '@mi-portal/contract/appointments/appointments'
import { CallError } from '@mi-portal/contract/calls/call-error'
import { toDay } from '@mi-portal/contract/values/dates'
import { IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { formatTime, today } from '../../../lib/dates.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { ErrorNotice } from '../../../ui/error-notice.tsx'
import facts from '../../../ui/facts.module.css'
import { Card, Cluster } from '../../../ui/layout/layout.tsx'
import { QueryContent } from '../../../ui/query-content.tsx'
import { BlockSkeleton } from '../../../ui/skeletons.tsx'
import { describeDay } from '../appointments.rules.ts'
import { linkedAppointmentQuery, useCancelByLink, useConfirmByLink } from './appointment-link.queries.ts'

export function AppointmentLinkPage() {
  const { token = '' } = useParams({ strict: false })
  const query = useQuery(linkedAppointmentQuery(token))
  const isOver =
    query.error instanceof CallError && (query.error.status === 404 || query.error.status === 410)
  return (
    <Card className="mx-auto grid max-w-choice gap-4">
      {isOver && query.error ? (
        <>
          <h1>Este enlace ya no sirve</h1>
          <p>{query.error.message}</p>
          <ButtonLink to="/">IR AL INICIO</ButtonLink>
        </>
      ) : (
        <QueryContent query={query} skeleton={<BlockSkeleton height={320} />}>
          {(appointment) => <Linked appointment={appointment} token={token} />}
        </QueryContent>
      )}
    </Card>
  )
}

function Linked({ appointment, token }: { appointment: LinkedAppointment; token: string }) {
  const [isAsking, setIsAsking] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const confirm = useConfirmByLink(token)
  const cancel = useCancelByLink(token)
  const title = titleOf(appointment, isAsking)
  const before = useRef(title)
  useEffect(() => {
    // The button that was pressed is gone.
    if (before.current !== title) heading.current?.focus()
    before.current = title
  }, [title])
  const { patient_name, doctor_name, modality, place, confirmed_at } = appointment
  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <dl className={facts.facts}>
        <dt>Fecha</dt>
        <dd>{describeDay(toDay(new Date(appointment.starts_at)), today())}</dd>
        <dt>Hora</dt>
        <dd>{formatTime(appointment.starts_at)}</dd>
        {patient_name !== null && (
          <>
            <dt>Paciente</dt>
            <dd>{patient_name}</dd>
          </>
        )}
        <dt>Profesional</dt>
        <dd>{doctor_name}</dd>
        <dt>Lugar</dt>
        <dd>
          {modality === 'telemedicina' ? modalityNames[modality] : `${modalityNames[modality]} · ${place}`}
        </dd>
      </dl>
      {confirm.isError && <ErrorNotice error={confirm.error} />}
      {cancel.isError && <ErrorNotice error={cancel.error} />}
      {appointment.state === 'cancelled' ? (
        <>
          <p>Quedó libre para otra persona. Si todavía necesitas atención, reserva otra cuando quieras.</p>
          <ButtonLink to="/dashboard/agenda">RESERVAR OTRA HORA</ButtonLink>
        </>
      ) : isAsking ? (
        <Cluster fill>
          <Button variant="default" onClick={() => setIsAsking(false)}>
            VOLVER
          </Button>
          <Button
            danger
            loading={cancel.isPending}
            onClick={() => cancel.mutate(undefined, { onSuccess: () => setIsAsking(false) })}
          >
            SÍ, CANCELAR LA HORA
          </Button>
        </Cluster>
      ) : (
        <>
          {confirmed_at !== null && (
            <p className="flex items-center gap-2 font-strong text-success">
              <IconCircleCheck size={22} stroke={1.75} aria-hidden />
              Asistencia confirmada. Te esperamos.
            </p>
          )}
          <Cluster fill>
            {appointment.can_confirm && confirmed_at === null && (
              <Button loading={confirm.isPending} onClick={() => confirm.mutate()}>
                {patient_name === null ? 'CONFIRMO MI ASISTENCIA' : 'CONFIRMO SU ASISTENCIA'}
              </Button>
            )}
            {appointment.can_move && (
              <ButtonLink
                variant="outline"
                to="/reservas"
                search={{ id_appointment: appointment.id_appointment }}
              >
                CAMBIAR HORA
              </ButtonLink>
            )}
            <Button variant="subtle" onClick={() => setIsAsking(true)}>
              CANCELAR HORA
            </Button>
          </Cluster>
          {appointment.can_move && (
            <p className="type-meta text-muted">Para cambiar la hora te pediremos iniciar sesión.</p>
          )}
        </>
      )}
    </>
  )
}

function titleOf({ state, confirmed_at, patient_name }: LinkedAppointment, isAsking: boolean): string {
  const whose = patient_name === null ? 'Tu hora' : `La hora de ${patient_name}`
  if (state === 'cancelled') return `${whose} está cancelada`
  if (isAsking) return '¿Quieres cancelar esta hora?'
  return confirmed_at === null ? whose : `${whose} está confirmada`
}
