import { addDays } from '@mi-portal/contract/values/dates'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { today } from '../../lib/dates.ts'
import { Button } from '../../ui/button.tsx'
import { DateField } from '../../ui/date-field.tsx'

interface DayStepperProps {
  day: string
  onChange(day: string): void
}

/** A day between the buttons of the day before and the day after. */
export function DayStepper({ day, onChange }: DayStepperProps) {
  return (
    <div className="flex flex-wrap items-end gap-2">
      <Button variant="outline" aria-label="Día anterior" onClick={() => onChange(addDays(day, -1))}>
        <IconChevronLeft size={20} aria-hidden />
      </Button>
      <div className="flex-[0_1_11rem]">
        <DateField
          label="Día"
          value={day}
          opensAt={today()}
          autoComplete="off"
          description={null}
          onChange={(chosen) => chosen !== '' && onChange(chosen)}
        />
      </div>
      <Button variant="outline" aria-label="Día siguiente" onClick={() => onChange(addDays(day, 1))}>
        <IconChevronRight size={20} aria-hidden />
      </Button>
    </div>
  )
}
