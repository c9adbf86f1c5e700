/** Removes a block after a confirmation, or removes extra time after staff decide about the appointments in it. */

import type { Decision } from '@mi-portal/contract/agenda/calendar-appointments'
import type { CalendarException } from '@mi-portal/contract/agenda/calendar-week'
import { useQuery } from '@tanstack/react-query'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { ErrorNotice } from '../../../ui/error-notice.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { QueryContent } from '../../../ui/query-content.tsx'
import { exceptionAppointmentsQuery, useEndException } from '../agenda.queries.ts'
import { DecideAppointments } from '../decide-appointments.tsx'

interface EndExceptionProps {
  exception: CalendarException
  onClose(): void
  onEnded(): void
}

export function EndException({ exception, onClose, onEnded }: EndExceptionProps) {
  const appointments = useQuery({
    ...exceptionAppointmentsQuery(exception.id),
    enabled: exception.kind === 'open',
  })
  const end = useEndException(exception.id)
  const endWith = (decisions: Decision[]) =>
    end.mutate(decisions, {
      onSuccess: onEnded,
      onError: () => exception.kind === 'open' && appointments.refetch(),
    })

  if (exception.kind === 'open' && (appointments.data === undefined || appointments.data.length > 0))
    return (
      <FormDialog title="Quitar horas abiertas" size={680} onClose={onClose}>
        <QueryContent query={appointments}>
          {(booked) => (
            <DecideAppointments
              appointments={booked}
              intro="Al quitarlas quedan fuera del calendario. Decide qué pasa con cada una."
              confirm="Quitar horas"
              loading={end.isPending}
              error={end.isError ? end.error.message : null}
              onConfirm={endWith}
              onBack={onClose}
              onMoved={appointments.refetch}
            />
          )}
        </QueryContent>
      </FormDialog>
    )
  const isBlock = exception.kind === 'block'
  return (
    <ConfirmDialog
      opened
      title={isBlock ? '¿Levantar este bloqueo?' : '¿Quitar estas horas abiertas?'}
      confirm={isBlock ? 'Levantar bloqueo' : 'Quitar horas'}
      loading={end.isPending}
      onConfirm={() => endWith([])}
      onClose={onClose}
    >
      <p>
        {isBlock
          ? 'Sus horas vuelven a ofrecerse, primero a quienes esperan una.'
          : 'Dejarán de ofrecerse. No hay horas reservadas en ellas.'}
      </p>
      {end.isError && <ErrorNotice error={end.error} />}
    </ConfirmDialog>
  )
}
