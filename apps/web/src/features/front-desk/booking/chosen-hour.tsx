/** The chosen hour: what will be booked, and the button that books it. */
import type { Hold } from '@mi-portal/contract/booking/slots'
import type { BookableItem } from '@mi-portal/contract/front-desk'
import type { Notified } from '@mi-portal/contract/notified'
import { santiago } from '@mi-portal/contract/values/dates'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { formatLongDay, formatTime } from '../../../lib/dates.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorNotice } from '../../../ui/error-notice.tsx'
import { Spread, Stack } from '../../../ui/layout/layout.tsx'
import { lazyComponent } from '../../../ui/lazy-component.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { createIdempotencyKey } from '../../booking/booking.queries.ts'
import { type BookedFor, hasConfirmedMail } from '../patient.rules.ts'
import { nameItem, toItemChoice } from './next-slots.rules.ts'
import {
  bookableItemsQuery,
  bookingCheckQuery,
  releaseForPatient,
  useBookForPatient,
  useHoldForPatient,
} from './staff-booking.queries.ts'

const ItemGate = lazyComponent(async () => (await import('./item-gate.tsx')).ItemGate)

interface ChosenHourProps {
  patient: BookedFor
  slot: { id: number; starts_at: string; doctor_name: string; place: string }
  /** The exam or procedure that was chosen before the hour. */
  item?: BookableItem | null
  onGone(): void
  onBooked(id_appointment: number, title: string, answer: Notified): void
}

/** Holds the chosen hour while staff repeat it to the caller, and books it. */
export function ChosenHour(props: ChosenHourProps) {
  const { patient, slot, onBooked } = props
  const hold = useHoldForPatient(patient.id)
  const isBooked = useRef(false)
  const holdSlot = hold.mutate
  const holdId = hold.data?.hold_id
  useEffect(() => holdSlot(slot.id), [holdSlot, slot.id])
  useEffect(() => {
    if (holdId === undefined) return
    return () => {
      if (!isBooked.current) void releaseForPatient(patient.id, holdId)
    }
  }, [patient.id, holdId])

  const { day, time } = santiago(new Date(slot.starts_at))
  const description = (
    <div className="min-w-0 flex-[1_1_240px]">
      <p className="font-strong text-strong first-letter:uppercase">
        {formatLongDay(day)} · {formatTime(time)}
      </p>
      <p className="type-meta text-muted">
        {[slot.doctor_name, hold.data?.slot.specialty_name, slot.place].filter(Boolean).join(', ')}. La hora
        queda guardada por 5 minutos.
      </p>
      {patient.email !== undefined && !hasConfirmedMail(patient) && (
        <p className="type-meta text-error">
          No recibirá un correo: {patient.email === null ? 'no tiene e-mail' : 'su e-mail no está confirmado'}
          .{patient.phone ? ` Dile la hora, o llama al ${patient.phone}.` : ' No tenemos su teléfono.'}
        </p>
      )}
    </div>
  )
  return (
    <Stack gap="sm" className="border-0 border-t border-solid border-line pt-4">
      {hold.error && <NotBookable error={hold.error} onGone={props.onGone} />}
      {hold.data === undefined ? (
        description
      ) : (
        <HeldHour
          {...props}
          held={hold.data}
          onBooked={(id_appointment, title, answer) => {
            isBooked.current = true
            onBooked(id_appointment, title, answer)
          }}
        >
          {description}
        </HeldHour>
      )}
    </Stack>
  )
}

function NotBookable({ error, onGone }: { error: Error; onGone(): void }) {
  return (
    <ErrorNotice
      error={error}
      actions={
        <Button size="sm" onClick={onGone}>
          Elegir otra hora
        </Button>
      }
    />
  )
}

type HeldHourProps = ChosenHourProps & { held: Hold; children: ReactNode }

/** Asks for the exam or procedure where the hour is for one and none was chosen before. */
function HeldHour(props: HeldHourProps) {
  const { held, item = null, patient, children } = props
  const items = useQuery(bookableItemsQuery)
  const [choice, setChoice] = useState('')
  if (item !== null) return <Booking {...props} item={item} />
  if (items.isError && !items.data) return <NotBookable error={items.error} onGone={props.onGone} />
  if (!items.data) return children
  const offered = items.data.filter(({ services }) => services.includes(held.slot.specialty))
  if (offered.length === 0) return <Booking {...props} item={null} />
  const chosen = offered.find((one) => toItemChoice(one) === choice)
  const field = (
    <SelectField
      label="Examen o procedimiento"
      options={offered.map((one) => ({ id: toItemChoice(one), name: one.name }))}
      value={choice}
      onChange={setChoice}
    />
  )
  return chosen === undefined ? (
    <>
      {children}
      {field}
    </>
  ) : (
    <>
      {field}
      <Suspense>
        <ItemGate key={choice} patient={patient} item={chosen}>
          <Booking {...props} item={chosen} />
        </ItemGate>
      </Suspense>
    </>
  )
}

function Booking({
  held,
  item,
  patient,
  slot,
  onGone,
  onBooked,
  children,
}: HeldHourProps & { item: BookableItem | null }) {
  const book = useBookForPatient(patient.id)
  const check = useQuery(bookingCheckQuery(patient.id, held.hold_id, item))
  const [key] = useState(createIdempotencyKey)
  const button = useRef<HTMLButtonElement>(null)
  const isChecked = check.data !== undefined
  useEffect(() => {
    if (isChecked) button.current?.focus()
  }, [isChecked])
  const error = book.error ?? check.error
  function bookNow() {
    const { day, time } = santiago(new Date(slot.starts_at))
    book.mutate(
      { hold_id: held.hold_id, key, ...nameItem(item) },
      {
        onSuccess: ({ data, ...answer }) => {
          const title = `Hora reservada: ${formatLongDay(day)}, ${formatTime(time)}, ${slot.doctor_name}.`
          onBooked(data.id_appointment, title, answer)
        },
      },
    )
  }
  return (
    <>
      {check.data?.warning && <Notice kind="warning" title={check.data.warning} />}
      {error && <NotBookable error={error} onGone={onGone} />}
      <Spread>
        {children}
        {isChecked && !error && (
          <Button ref={button} loading={book.isPending} onClick={bookNow}>
            Reservar
          </Button>
        )}
      </Spread>
    </>
  )
}
