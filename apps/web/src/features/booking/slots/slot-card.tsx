import type { Slot } from '@mi-portal/contract/booking/slots'
import { IconClock, IconMapPin, IconUser, IconVideo } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { formatLongDay, formatTime } from '../../../lib/dates.ts'
import { DateChip } from '../../../ui/date-chip.tsx'
import { dayOfSlot, timeOfSlot } from './free-slots.rules.ts'
import { usePlaceOfSlot } from './sites.queries.ts'
import classes from './slot-card.module.css'

/** Card of a free slot: professional, time, place and, when known, the patient. */
export function SlotCard({ slot, person, children }: { slot: Slot; person?: string; children?: ReactNode }) {
  const placeOf = usePlaceOfSlot()
  const remote = slot.modality === 'telemedicina'
  const Place = remote ? IconVideo : IconMapPin
  return (
    <div className={classes.card}>
      <DateChip date={dayOfSlot(slot)} look={remote ? 'glaciar' : 'lapis'} />
      <div className={classes.words}>
        <p className={classes.doctor}>{slot.doctor_name}</p>
        <p>{slot.specialty_name}</p>
        <p className={classes.fact}>
          <IconClock size={20} stroke={1.75} aria-hidden />
          <span>
            <time dateTime={slot.starts_at} className={classes.when}>
              {formatLongDay(dayOfSlot(slot))},{' '}
              <span className={classes.hour}>{formatTime(timeOfSlot(slot))}</span>
            </time>
          </span>
        </p>
        <p className={classes.fact}>
          <Place size={20} stroke={1.75} aria-hidden />
          {remote ? placeOf(slot) : `Presencial · ${[placeOf(slot), slot.room].filter(Boolean).join(', ')}`}
        </p>
        {person && (
          <p className={classes.fact}>
            <IconUser size={20} stroke={1.75} aria-hidden />
            <span>
              Para <strong>{person}</strong>
            </span>
          </p>
        )}
        {children}
      </div>
    </div>
  )
}
