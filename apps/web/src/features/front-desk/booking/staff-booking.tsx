/**
 * Books for a patient in one place: service or professional, the next hours, and one line that says what will happen. Each choice moves
 * the focus on, so that the next free hour of a professional takes four keys besides typing.
 */

import type { Slot } from '@mi-portal/contract/booking/slots'
import type { Notified } from '@mi-portal/contract/notified'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { formatShortTimestamp } from '../../../lib/dates.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorNotice } from '../../../ui/error-notice.tsx'
import { Cluster, Stack } from '../../../ui/layout/layout.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { NotifiedNotice } from '../../../ui/notified-notice.tsx'
import { QueryContent } from '../../../ui/query-content.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { BlockSkeleton } from '../../../ui/skeletons.tsx'
import type { Modality } from '../../booking/booking.queries.ts'
import { type BookedFor, ChosenHour } from './chosen-hour.tsx'
import { groupByProfessional, readChoice } from './next-slots.rules.ts'
import { bookingChoicesQuery, nextSlotsQuery } from './staff-booking.queries.ts'

const modalities = [
  { id: '', name: 'Cualquiera' },
  { id: 'presencial', name: 'Presencial' },
  { id: 'telemedicina', name: 'Por video' },
]
const fewSlots = 4
const manySlots = 24

interface StaffBookingProps {
  patient: BookedFor
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
          slot={{ ...chosen, place: describePlace(chosen, officeName) }}
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
