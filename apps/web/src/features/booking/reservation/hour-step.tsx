import type { Slot } from '@mi-portal/contract/booking'
import { Failure } from '@mi-portal/contract/failure'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDay, formatHour } from '../../../lib/dates.ts'
import { portal } from '../../../lib/portal-config.ts'
import { Button } from '../../../ui/button.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PhoneLink } from '../../../ui/phone-link.tsx'
import { BlockSkeleton } from '../../../ui/skeletons.tsx'
import { useWideScreen } from '../../../ui/wide-screen.ts'
import { freeKey, holdSlot, type SlotSearch } from '../booking.queries.ts'
import { usePlaceOfSlot } from '../slots/sites.queries.ts'
import { SlotPicker } from '../slots/slot-picker.tsx'
import classes from './hour-step.module.css'
import { movedSearch, useMovedHour } from './moved-hour.tsx'
import { NoHours } from './no-hours.tsx'
import { Professionals } from './professional-step.tsx'
import { hasProfessionals, type StepProps, searchOf } from './reservation.flow.ts'

export function HourStep(props: StepProps) {
  const { choice } = props
  const moved = useMovedHour(choice.id_appointment)
  if (choice.id_appointment === undefined) return <Hours {...props} search={searchOf(choice)} />
  return (
    <Loaded query={moved} skeleton={<BlockSkeleton height={360} />}>
      {(hour) => <Hours {...props} search={movedSearch(hour, choice)} />}
    </Loaded>
  )
}

function Hours({ choice, onChoose, onSettle, search }: StepProps & { search: SlotSearch }) {
  const wide = useWideScreen()
  const client = useQueryClient()
  const [slot, setSlot] = useState<Slot | null>(null)
  const hold = useMutation({
    mutationFn: (chosen: Slot) => holdSlot(chosen.id),
    onSuccess: (_held, chosen) => onChoose({ ...choice, slot_id: chosen.id }),
    onError: (refusal) => {
      if (!(refusal instanceof Failure) || (refusal.status !== 409 && refusal.status !== 404)) return
      // Somebody was faster: the list of a moment ago is not true any more.
      setSlot(null)
      return client.invalidateQueries({ queryKey: freeKey })
    },
  })
  const withProfessionals = wide && search.specialty !== undefined && hasProfessionals(choice)
  const taken = hold.error instanceof Failure && (hold.error.status === 409 || hold.error.status === 404)

  return (
    <>
      {hold.isError && (
        <div className={classes.notice}>
          <Notice kind="error" title={taken ? 'Esa hora ya no está disponible' : hold.error.message}>
            {taken && 'Alguien la tomó antes. La lista está al día: elige otra hora.'}
          </Notice>
        </div>
      )}
      <div className={withProfessionals ? classes.columns : undefined}>
        {withProfessionals && (
          <section aria-label="Profesional">
            <h2 className={classes.side}>Profesional</h2>
            <Professionals choice={choice} onChoose={onSettle} />
            <p className={classes.phone}>
              ¿No encuentras una hora? Llama al <PhoneLink number={portal.supportPhone} />.
            </p>
          </section>
        )}
        <section className={wide ? `portal-card ${classes.picker}` : undefined} aria-label="Día y hora">
          <SlotPicker
            key={JSON.stringify(search)}
            search={search}
            day={choice.day}
            chosen={slot?.id}
            onDay={(day) => {
              setSlot(null)
              return onSettle({ ...choice, day })
            }}
            onChoose={(chosen) => {
              hold.reset()
              setSlot(chosen)
            }}
            none={<NoHours choice={choice} onChoose={onSettle} search={search} />}
          />
          {slot && <Chosen slot={slot} loading={hold.isPending} onBook={() => hold.mutate(slot)} />}
        </section>
      </div>
    </>
  )
}

function Chosen({ slot, loading, onBook }: { slot: Slot; loading: boolean; onBook(): void }) {
  const placeOf = usePlaceOfSlot()
  return (
    <div className={classes.chosen}>
      <p role="status">
        <strong>
          {formatDay(slot.starts_at)}, {formatHour(slot.starts_at)}
        </strong>{' '}
        · {placeOf(slot)}
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
