/** The hour that is moved: it stays the person's until the new one is confirmed. */
import type { BookedHour } from '@mi-portal/contract/booking'
import { Failure } from '@mi-portal/contract/failure'
import { IconCalendarRepeat } from '@tabler/icons-react'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { formatHour } from '../../../lib/dates.ts'
import { currentUser } from '../../../lib/session.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { bookedHourQuery } from '../booked-hour.queries.ts'
import type { SlotSearch } from '../booking.queries.ts'
import type { Choice } from './reservation.flow.ts'
import classes from './reservation.module.css'

export function useMovedHour(id: number | undefined): UseQueryResult<BookedHour> {
  return useQuery({
    ...bookedHourQuery(id ?? 0),
    enabled: id !== undefined,
    select: (booked) => {
      if (booked.hour.can_move === false) throw new Failure('hourNotMovable')
      return booked
    },
  })
}

/** Hours like the one that is moved: with the same professional, unless anybody will do. */
export function movedSearch(moved: BookedHour, choice: Choice): SlotSearch {
  const { office_id, primera } = choice
  return {
    office_id: office_id === 'AMBAS' ? undefined : (office_id ?? moved.office.office_id),
    specialty: moved.specialty,
    exam_id: moved.exam_id ?? undefined,
    procedure: moved.procedure ?? undefined,
    rut_professional: primera || moved.exam_id ? undefined : moved.hour.rut_professional,
  }
}

export function MovedHour({ moved }: { moved: UseQueryResult<BookedHour> }) {
  if (moved.isError)
    return (
      <div className={classes.notice}>
        <Notice
          kind="error"
          title={
            moved.error instanceof Failure && moved.error.status === 409
              ? 'Esta hora se cambia en la clínica'
              : 'No encontramos la hora que quieres cambiar'
          }
          actions={
            <ButtonLink size="sm" to="/dashboard/consultas-medicas/{-$id}" params={{ id: undefined }}>
              VER MIS HORAS
            </ButtonLink>
          }
        >
          {moved.error.message}
        </Notice>
      </div>
    )
  if (!moved.data) return null
  const { hour } = moved.data
  return (
    <div className={classes.notice}>
      <Notice kind="info" icon={IconCalendarRepeat} title="Estás cambiando una hora">
        {hour.patient_id === currentUser()?.id ? 'Tu hora' : `La hora de ${hour.patient_full_name}`} del{' '}
        {hour.date}, {formatHour(hour.hour)}, con {hour.doctor_name}. Se mantiene hasta que confirmes la
        nueva.
      </Notice>
    </div>
  )
}
