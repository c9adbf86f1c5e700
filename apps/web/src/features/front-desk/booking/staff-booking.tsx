/**
 * Books for a patient in one place: specialty, exam, procedure or professional, the next hours, and one line that says what will happen. Each choice moves
 * the focus on, so that the next free hour of a professional takes four keys besides typing.
 */

import type { Slot } from '@mi-portal/contract/booking/slots'
import type { BookableItem } from '@mi-portal/contract/front-desk'
import type { Notified } from '@mi-portal/contract/notified'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useRef, useState } from 'react'
import { formatShortTimestamp } from '../../../lib/dates.ts'
import { Button } from '../../../ui/button.tsx'
import { Cluster, Stack } from '../../../ui/layout/layout.tsx'
import { lazyComponent } from '../../../ui/lazy-component.tsx'
import { LoadError } from '../../../ui/load-error.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { NotifiedNotice } from '../../../ui/notified-notice.tsx'
import { QueryContent } from '../../../ui/query-content.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { BlockSkeleton } from '../../../ui/skeletons.tsx'
import type { Modality } from '../../booking/booking.queries.ts'
import type { BookedFor } from '../patient.rules.ts'
import { ChosenHour } from './chosen-hour.tsx'
import { groupByProfessional, nameItem, readChoice, toItemChoice } from './next-slots.rules.ts'
import { bookableItemsQuery, bookingChoicesQuery, nextSlotsQuery } from './staff-booking.queries.ts'

const ItemGate = lazyComponent(async () => (await import('./item-gate.tsx')).ItemGate)

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
  const items = useQuery(bookableItemsQuery)
  const [choice, setChoice] = useState('')
  const [office, setOffice] = useState('')
  const [modality, setModality] = useState('')
  const [booked, setBooked] = useState<{ title: string; answer: Notified } | null>(null)
  const isReady = choices.data !== undefined && items.data !== undefined
  useEffect(() => {
    if (isNext && isReady) document.getElementById(fieldId)?.focus()
  }, [isNext, isReady, fieldId])
  const failed = [choices, items].find(({ isError, data }) => isError && !data)
  if (failed) return <LoadError error={failed.error} onRetry={failed.refetch} retrying={failed.isFetching} />
  const { offices = [], specialties = [], professionals = [] } = choices.data ?? {}
  const item = items.data?.find((one) => toItemChoice(one) === choice) ?? null
  const isByVideo = item === null && modality === 'telemedicina'
  const hours = choice !== '' && (
    <NextHours
      key={`${choice} ${office} ${modality}`}
      patient={patient}
      item={item}
      search={{
        ...(item === null ? readChoice(choice) : { ...nameItem(item), patient_id: patient.id }),
        office_id: isByVideo || office === '' ? undefined : office,
        modality: item !== null || modality === '' ? undefined : (modality as Modality),
      }}
      officeName={(id) => offices.find(({ office_id }) => office_id === id)?.name ?? ''}
      onBooked={(id, title, answer) => {
        setChoice('')
        setBooked({ title, answer })
        onBooked?.(id)
      }}
    />
  )
  return (
    <Stack>
      <div className="grid grid-cols-1 gap-3 desktop:grid-cols-[3fr_2fr_2fr]">
        <SelectField
          id={fieldId}
          label="Especialidad, examen o profesional"
          loading={!isReady}
          options={[
            ...professionals.map(({ rut, name }) => ({ id: `p${rut}`, name })),
            ...specialties.map(({ code, name }) => ({ id: `s${code}`, name })),
            ...(items.data ?? []).map((one) => ({ id: toItemChoice(one), name: one.name })),
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
        {item === null && (
          <SelectField label="Modalidad" options={modalities} value={modality} onChange={setModality} />
        )}
      </div>
      {booked && <NotifiedNotice {...booked} />}
      {item === null ? (
        hours
      ) : (
        <Suspense>
          <ItemGate key={choice} patient={patient} item={item}>
            {hours}
          </ItemGate>
        </Suspense>
      )}
    </Stack>
  )
}

interface NextHoursProps extends Pick<StaffBookingProps, 'patient'> {
  item: BookableItem | null
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

function Hours({ slots, patient, item, officeName, onBooked }: NextHoursProps & { slots: readonly Slot[] }) {
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
          item={item}
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
