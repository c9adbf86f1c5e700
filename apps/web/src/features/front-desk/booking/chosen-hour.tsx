/** The chosen hour: what will be booked, and the button that books it. */
import type { PagePatient } from '@mi-portal/contract/front-desk'
import type { Notified } from '@mi-portal/contract/notified'
import { santiago } from '@mi-portal/contract/values/dates'
import { useEffect, useRef, useState } from 'react'
import { formatLongDay, formatTime } from '../../../lib/dates.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorNotice } from '../../../ui/error-notice.tsx'
import { Spread, Stack } from '../../../ui/layout/layout.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { createIdempotencyKey } from '../../booking/booking.queries.ts'
import { hasConfirmedMail } from '../patient.rules.ts'
import { releaseForPatient, useBookForPatient, useHoldForPatient } from './staff-booking.queries.ts'

/** The patient; what is known of how to reach them is shown before the booking. */
export type BookedFor = Pick<PagePatient, 'id'> &
  Partial<Pick<PagePatient, 'phone' | 'email' | 'email_verified'>>

interface ChosenHourProps {
  patient: BookedFor
  slot: { id: number; starts_at: string; doctor_name: string; place: string }
  onGone(): void
  onBooked(id_appointment: number, title: string, answer: Notified): void
}

/** Holds the chosen hour while staff repeat it to the caller, and books it. */
export function ChosenHour({ patient, slot, onGone, onBooked }: ChosenHourProps) {
  const hold = useHoldForPatient(patient.id)
  const book = useBookForPatient(patient.id)
  const [key] = useState(createIdempotencyKey)
  const button = useRef<HTMLButtonElement>(null)
  const isBooked = useRef(false)
  const holdSlot = hold.mutate
  const holdId = hold.data?.hold_id
  useEffect(() => holdSlot(slot.id), [holdSlot, slot.id])
  useEffect(() => {
    if (holdId === undefined) return
    button.current?.focus()
    return () => {
      if (!isBooked.current) void releaseForPatient(patient.id, holdId)
    }
  }, [patient.id, holdId])

  const { day, time } = santiago(new Date(slot.starts_at))
  const error = book.error ?? hold.error
  function bookNow(hold_id: number) {
    book.mutate(
      { hold_id, key },
      {
        onSuccess: ({ data, ...answer }) => {
          isBooked.current = true
          const title = `Hora reservada: ${formatLongDay(day)}, ${formatTime(time)}, ${slot.doctor_name}.`
          onBooked(data.id_appointment, title, answer)
        },
      },
    )
  }
  return (
    <Stack gap="sm" className="border-0 border-t border-solid border-line pt-4">
      {hold.data?.warning && <Notice kind="warning" title={hold.data.warning} />}
      {error && (
        <ErrorNotice
          error={error}
          actions={
            <Button size="sm" onClick={onGone}>
              Elegir otra hora
            </Button>
          }
        />
      )}
      <Spread>
        <div className="min-w-0 flex-[1_1_240px]">
          <p className="font-strong text-strong first-letter:uppercase">
            {formatLongDay(day)} · {formatTime(time)}
          </p>
          <p className="type-meta text-muted">
            {[slot.doctor_name, hold.data?.slot.specialty_name, slot.place].filter(Boolean).join(', ')}. La
            hora queda guardada por 5 minutos.
          </p>
          {patient.email !== undefined && !hasConfirmedMail(patient) && (
            <p className="type-meta text-error">
              No recibirá un correo:{' '}
              {patient.email === null ? 'no tiene e-mail' : 'su e-mail no está confirmado'}.
              {patient.phone ? ` Dile la hora, o llama al ${patient.phone}.` : ' No tenemos su teléfono.'}
            </p>
          )}
        </div>
        {holdId !== undefined && !error && (
          <Button ref={button} loading={book.isPending} onClick={() => bookNow(holdId)}>
            RESERVAR
          </Button>
        )}
      </Spread>
    </Stack>
  )
}
