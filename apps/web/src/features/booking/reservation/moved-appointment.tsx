/** Shows the appointment that is being moved. The patient keeps it until the new one is confirmed. */

import type { BookedAppointment } from '@mi-portal/contract/booking/preparation'
import { CallError } from '@mi-portal/contract/calls/call-error'
import { IconCalendarRepeat } from '@tabler/icons-react'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { formatTime } from '../../../lib/dates.ts'
import { getCurrentUser } from '../../../lib/session.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { withArticle } from '../../people/people.rules.ts'
import { bookedAppointmentQuery } from '../booked-appointments.queries.ts'
import type { SlotSearch } from '../booking.queries.ts'
import { type Choice, getModality, getSite } from './reservation.flow.ts'
import classes from './reservation.module.css'

// Written here, because the table of all errors is larger than the page.
const notMovable = { status: 409, msg: 'Reserva otra y cancela esta, o llama a la clínica.' }

export function useMovedAppointment(id: number | undefined): UseQueryResult<BookedAppointment> {
  return useQuery({
    ...bookedAppointmentQuery(id ?? 0),
    enabled: id !== undefined,
    select: (booked) => {
      if (booked.hour.can_move === false) throw new CallError(notMovable)
      return booked
    },
  })
}

/**
 * Returns the search for slots like the moved appointment: with the same professional, unless any professional will
 * do.
 */
export function searchLikeMoved(moved: BookedAppointment, choice: Choice): SlotSearch {
  const { office_id, primera } = choice
  const isConsultation = moved.exam_id === null && moved.procedure === null
  const modality = isConsultation ? getModality(choice, moved.hour.modality) : undefined
  return {
    office_id: getSite(office_id ?? moved.office.office_id, modality),
    modality,
    specialty: moved.specialty,
    exam_id: moved.exam_id ?? undefined,
    procedure: moved.procedure ?? undefined,
    rut_professional: primera || moved.exam_id ? undefined : moved.hour.rut_professional,
  }
}

export function MovedAppointment({ moved }: { moved: UseQueryResult<BookedAppointment> }) {
  if (moved.isError)
    return (
      <div className={classes.notice}>
        <Notice
          kind="error"
          title={
            moved.error instanceof CallError && moved.error.status === 409
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
  const { hour: appointment } = moved.data
  return (
    <div className={classes.notice}>
      <Notice kind="info" icon={IconCalendarRepeat} title="Estás cambiando una hora">
        {appointment.patient_id === getCurrentUser()?.id
          ? 'Tu hora'
          : `La hora de ${appointment.patient_full_name}`}{' '}
        del {appointment.date}, {formatTime(appointment.hour)}, con {withArticle(appointment.doctor_name)}. Se
        mantiene hasta que confirmes la nueva.
      </Notice>
    </div>
  )
}
