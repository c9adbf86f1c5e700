/**
 * Books for a patient in one place: service or professional, the next hours, and one line that says what will happen. Each choice moves
 * the focus on, so that the next free hour of a professional takes four keys besides typing.
 */

import type { Slot } from '@mi-portal/contract/booking/slots'
import type { PagePatient } from '@mi-portal/contract/front-desk'
import type { Notified } from '@mi-portal/contract/notified'
import { santiago } from '@mi-portal/contract/values/dates'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { formatLongDay, formatShortTimestamp, formatTime } from '../../../lib/dates.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorNotice } from '../../../ui/error-notice.tsx'
import { Cluster, Spread, Stack } from '../../../ui/layout/layout.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { NotifiedNotice } from '../../../ui/notified-notice.tsx'
import { QueryContent } from '../../../ui/query-content.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { BlockSkeleton } from '../../../ui/skeletons.tsx'
import { createIdempotencyKey, type Modality } from '../../booking/booking.queries.ts'
import { hasConfirmedMail } from '../patient.rules.ts'
import { groupByProfessional, readChoice } from './next-slots.rules.ts'
import {
  bookingChoicesQuery,
  nextSlotsQuery,
  releaseForPatient,
  useBookForPatient,
  useHoldForPatient,
} from './staff-booking.queries.ts'

const modalities = [
  { id: '', name: 'Cualquiera' },
  { id: 'presencial', name: 'Presencial' },
  { id: 'telemedicina', name: 'Por video' },
]
const fewSlots = 4
const manySlots = 24

interface StaffBookingProps {
  patient: Pick<PagePatient, 'id' | 'first_name' | 'phone' | 'email' | 'email_verified'>
  /** The id of the first field, which a key of the page puts the focus on. */
  fieldId: string
  /** Whether the focus is put on it as soon as there is something to choose. */
  isNext?: boolean
  onBooked?(id_appointment: number): void
}

export function StaffBooking({ patient, fieldId, isNext = false, onBooked }: StaffBookingProps) {
  const choices = useQuery(bookingChoicesQuery(patient.id))
  const [choice, setChoice] = useState('')
  const [office, setOffice] = useState('')
  const [modality, setModality] = useState('')
  const [booked, setBooked] = useState<{ title: string; answer: Notified } | null>(null)
  const isReady = choices.data !== undefined
  useEffect(() => {
    if (isNext && isReady) document.getElementById(fieldId)?.focus()
  }, [isNext, isReady, fieldId])
  if (choices.isError && !choices.data) return <ErrorNotice error={choices.error} />
  const { offices = [], specialties = [], professionals = [] } = choices.data ?? {}
  return (
    <Stack>
      <div className="grid grid-cols-1 gap-3 desktop:grid-cols-[3fr_2fr_2fr]">
        <SelectField
          id={fieldId}
          label="Especialidad o profesional"
          loading={choices.isPending}
          options={[
            ...professionals.map(({ rut, name }) => ({ id: `p${rut}`, name })),
            ...specialties.map(({ code, name }) => ({ id: `s${code}`, name })),
          ]}
          value={choice}
          onChange={(chosen) => {
            setBooked(null)
            setChoice(chosen)
          }}
        />
        <SelectField
          label="Clínica"
          options={[
            { id: '', name: 'Cualquiera' },
            ...offices.map(({ office_id, name }) => ({ id: office_id, name })),
          ]}
          value={office}
          onChange={setOffice}
        />
        <SelectField label="Modalidad" options={modalities} value={modality} onChange={setModality} />
      </div>
      {booked && <NotifiedNotice {...booked} />}
      {choice !== '' && (
        <NextHours
          key={`${choice} ${office} ${modality}`}
          patient={patient}
          search={{
            ...readChoice(choice),
            office_id: modality === 'telemedicina' || office === '' ? undefined : office,
            modality: modality === '' ? undefined : (modality as Modality),
          }}
          officeName={(id) => offices.find(({ office_id }) => office_id === id)?.name ?? ''}
          onBooked={(id, title, answer) => {
            setChoice('')
            setBooked({ title, answer })
            onBooked?.(id)
          }}
        />
      )}
    </Stack>
  )
}

interface NextHoursProps extends Pick<StaffBookingProps, 'patient'> {
  search: Parameters<typeof nextSlotsQuery>[1]
  officeName(id: string): string
  onBooked(id_appointment: number, title: string, answer: Notified): void
}

function NextHours(props: NextHoursProps) {
  const query = useQuery(nextSlotsQuery(props.patient.id, props.search))
  return (
    <QueryContent query={query} skeleton={<BlockSkeleton height={120} />}>
      {(slots) =>
        slots.length === 0 ? (
          <Notice kind="warning" announce title="No hay horas libres con estos filtros" />
        ) : (
          <Hours {...props} slots={slots} />
        )
      }
    </QueryContent>
  )
}

function Hours({ slots, patient, officeName, onBooked }: NextHoursProps & { slots: readonly Slot[] }) {
  const [most, setMost] = useState(fewSlots)
  const [chosen, setChosen] = useState<Slot | null>(null)
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => list.current?.querySelector('button')?.focus(), [])
  return (
    <Stack ref={list}>
      {groupByProfessional(slots, most)
        .slice(0, most)
        .map(({ rut, name, slots: own }) => (
          <fieldset key={rut} className="m-0 min-w-0 border-0 p-0">
            <legend className="mb-2 p-0 font-strong text-strong">{name}</legend>
            <Cluster gap="xs">
              {own.map((slot) => (
                <Button
                  key={slot.id}
                  size="sm"
                  variant={slot.id === chosen?.id ? 'outline' : 'soft'}
                  aria-pressed={slot.id === chosen?.id}
                  title={describePlace(slot, officeName)}
                  onClick={() => setChosen(slot)}
                >
                  {formatShortTimestamp(slot.starts_at)}
                  <span className="portal-hidden"> en {describePlace(slot, officeName)}</span>
                </Button>
              ))}
            </Cluster>
          </fieldset>
        ))}
      {most === fewSlots && slots.length > fewSlots && (
        <div>
          <Button size="sm" variant="text" onClick={() => setMost(manySlots)}>
            Ver más horas
          </Button>
        </div>
      )}
      {chosen && (
        <ChosenHour
          key={chosen.id}
          patient={patient}
          slot={chosen}
          place={describePlace(chosen, officeName)}
          onGone={() => setChosen(null)}
          onBooked={onBooked}
        />
      )}
    </Stack>
  )
}

function describePlace({ modality, office_id }: Slot, officeName: (id: string) => string): string {
  return modality === 'telemedicina' ? 'video' : officeName(office_id)
}

interface ChosenHourProps extends Pick<StaffBookingProps, 'patient'>, Pick<NextHoursProps, 'onBooked'> {
  slot: Slot
  place: string
  onGone(): void
}

/** Holds the chosen hour while staff repeat it to the caller, and books it. */
function ChosenHour({ patient, slot, place, onGone, onBooked }: ChosenHourProps) {
  const hold = useHoldForPatient(patient.id)
  const book = useBookForPatient(patient.id)
  const [key] = useState(createIdempotencyKey)
  const button = useRef<HTMLButtonElement>(null)
  const isBooked = useRef(false)
  const holdSlot = hold.mutate
  const holdId = hold.data?.hold_id
  useEffect(() => holdSlot(slot), [holdSlot, slot])
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
            {slot.doctor_name}, {slot.specialty_name}, {place}. La hora queda guardada por 5 minutos.
          </p>
          {!hasConfirmedMail(patient) && (
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
