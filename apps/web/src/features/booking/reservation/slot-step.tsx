import type { Slot } from '@mi-portal/contract/booking/slots'
import { useState } from 'react'
import { formatDay, formatTime } from '../../../lib/dates.ts'
import { explainError } from '../../../lib/explain-error.ts'
import { portal } from '../../../lib/portal-config.ts'
import type { CurrentUser } from '../../../lib/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PhoneLink } from '../../../ui/phone-link.tsx'
import { QueryContent } from '../../../ui/query-content.tsx'
import { BlockSkeleton } from '../../../ui/skeletons.tsx'
import { useWideScreen } from '../../../ui/wide-screen.ts'
import { isSlotTaken, type SlotSearch, useHoldSlot } from '../booking.queries.ts'
import type { SlotPeople } from '../slots/clashes.rules.ts'
import { usePlaceOfSlot } from '../slots/sites.queries.ts'
import { SlotPicker } from '../slots/slot-picker.tsx'
import { ModalityFilter } from './modality-filter.tsx'
import { searchLikeMoved, useMovedAppointment } from './moved-appointment.tsx'
import { NoSlots } from './no-slots.tsx'
import { Professionals } from './professional-step.tsx'
import { hasProfessionals, type StepProps, toSlotSearch } from './reservation.flow.ts'
import classes from './slot-step.module.css'

interface SlotStepProps extends StepProps {
  user: CurrentUser
}

export function SlotStep({ user, ...props }: SlotStepProps) {
  const { choice } = props
  const moved = useMovedAppointment(choice.id_appointment)
  const userId = user.id
  if (choice.id_appointment === undefined) {
    const people = { userId, patientId: choice.patient_id ?? userId }
    return <SlotSearchResult {...props} search={toSlotSearch(choice)} people={people} />
  }
  return (
    <QueryContent query={moved} skeleton={<BlockSkeleton height={360} />}>
      {(booked) => (
        <SlotSearchResult
          {...props}
          search={searchLikeMoved(booked, choice)}
          people={{ userId, patientId: booked.hour.patient_id, movedId: choice.id_appointment }}
        />
      )}
    </QueryContent>
  )
}

interface SlotSearchResultProps extends StepProps {
  search: SlotSearch
  people: SlotPeople
}

function SlotSearchResult({ choice, onChoose, onReplace, search, people }: SlotSearchResultProps) {
  const wide = useWideScreen()
  const [slot, setSlot] = useState<Slot | null>(null)
  const hold = useHoldSlot()
  const book = (chosen: Slot) =>
    hold.mutate(chosen, {
      onSuccess: () => onChoose({ ...choice, slot_id: chosen.id }),
      onError: (error) => isSlotTaken(error) && setSlot(null),
    })
  const withProfessionals = wide && search.specialty !== undefined && hasProfessionals(choice)
  const taken = isSlotTaken(hold.error)

  return (
    <>
      {hold.isError && (
        <div className={classes.notice}>
          <Notice kind="error" title={taken ? 'Esa hora ya no está disponible' : hold.error.message}>
            {taken
              ? 'Alguien la tomó antes. La lista está al día: elige otra hora.'
              : explainError(hold.error)}
          </Notice>
        </div>
      )}
      <div className={withProfessionals ? classes.columns : undefined}>
        {withProfessionals && (
          <section aria-label="Profesional">
            <h2 className={classes.side}>Profesional</h2>
            <Professionals choice={choice} onChoose={onReplace} />
            <p className={classes.phone}>
              ¿No encuentras una hora? Llama al <PhoneLink number={portal.supportPhone} />.
            </p>
          </section>
        )}
        <section className={wide ? `portal-card ${classes.picker}` : undefined} aria-label="Día y hora">
          <SlotPicker
            key={JSON.stringify(search)}
            search={search}
            people={people}
            day={choice.day}
            chosen={slot?.id}
            onDay={(day) => {
              setSlot(null)
              return onReplace({ ...choice, day })
            }}
            onChoose={(chosen) => {
              hold.reset()
              setSlot(chosen)
            }}
            filter={<ModalityFilter choice={choice} search={search} onChoose={onReplace} />}
            none={
              <NoSlots choice={choice} onChoose={onReplace} search={search} patientId={people.patientId} />
            }
          />
          {slot && <ChosenSlot slot={slot} loading={hold.isPending} onBook={() => book(slot)} />}
        </section>
      </div>
    </>
  )
}

interface ChosenSlotProps {
  slot: Slot
  loading: boolean
  onBook(): void
}

function ChosenSlot({ slot, loading, onBook }: ChosenSlotProps) {
  const placeOf = usePlaceOfSlot()
  return (
    <div className={classes.chosen}>
      <p role="status">
        <strong>
          {formatDay(slot.starts_at)}, {formatTime(slot.starts_at)}
        </strong>{' '}
        · {slot.modality === 'presencial' && 'Presencial, '}
        {placeOf(slot)}
        <span className={classes.doctor}>
          {slot.doctor_name}, {slot.specialty_name}
        </span>
      </p>
      <Button className={classes.book} loading={loading} onClick={onBook}>
        RESERVAR HORA
      </Button>
    </div>
  )
}
