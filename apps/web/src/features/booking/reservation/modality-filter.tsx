/** Lets the patient choose between appointments in person and by video, when both exist. */
import { modalityNames } from '@mi-portal/contract/appointments/appointments'
import { Button } from '../../../ui/button.tsx'
import type { SlotSearch } from '../booking.queries.ts'
import { type Choice, hasModalities } from './reservation.flow.ts'
import classes from './reservation.module.css'

const options = [
  { value: 'presencial', label: modalityNames.presencial },
  { value: 'telemedicina', label: modalityNames.telemedicina },
  { value: 'TODAS', label: 'Todas' },
] as const

interface ModalityFilterProps {
  choice: Choice
  search: SlotSearch
  onChoose(choice: Choice): unknown
}

export function ModalityFilter({ choice, search, onChoose }: ModalityFilterProps) {
  if (!hasModalities(choice) || search.exam_id !== undefined || search.procedure !== undefined) return null
  const chosen = search.modality ?? 'TODAS'
  return (
    <fieldset className={classes.modalities}>
      <legend className="portal-hidden">Modalidad</legend>
      {options.map(({ value, label }) => (
        <Button
          key={value}
          size="sm"
          variant={value === chosen ? 'filled' : 'default'}
          aria-pressed={value === chosen}
          onClick={() => onChoose({ ...choice, modality: value, day: undefined, slot_id: undefined })}
        >
          {label}
        </Button>
      ))}
    </fieldset>
  )
}
