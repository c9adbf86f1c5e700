/** The fields of one block of a professional's week. */
import { type WeeklyBlock, weekdayNames } from '@mi-portal/contract/agenda/professionals'
import { dayOf } from '@mi-portal/contract/values/dates'
import { IconTrash } from '@tabler/icons-react'
import type { UseFormReturn } from 'react-hook-form'
import { now } from '../../../lib/clock.ts'
import { Button } from '../../../ui/button.tsx'
import { CheckBox } from '../../../ui/check-box.tsx'
import { DateField } from '../../../ui/date-field.tsx'
import { ShortListField } from '../../../ui/short-list-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import classes from '../agenda.module.css'
import type { ProfessionalValues } from '../agenda.rules.ts'
import { type SlotSettings, SlotSettingsFields } from '../slot-settings-fields.tsx'

const days = [1, 2, 3, 4, 5, 6, 0].map((day) => ({ id: day + 1, name: weekdayNames[day] ?? '' }))

function emptyBlock(): WeeklyBlock {
  return {
    weekday: 1,
    starts: '',
    ends: '',
    office_id: 0,
    specialty: '',
    slot_minutes: 30,
    room: '',
    modality: 'presencial',
    valid_from: dayOf(now()),
    valid_to: null,
    on_holidays: false,
  }
}

/**
 * Returns a new block that repeats the last one on the following day, which is the common case; the first one is
 * empty.
 */
export function nextBlock(blocks: readonly WeeklyBlock[]): WeeklyBlock {
  const last = blocks.at(-1)
  return last ? { ...last, weekday: (last.weekday + 1) % 7 } : emptyBlock()
}

interface ScheduleBlockFieldsProps {
  form: UseFormReturn<ProfessionalValues>
  index: number
  onRemove(): void
}

export function ScheduleBlockFields({ form, index, onRemove }: ScheduleBlockFieldsProps) {
  const at = `schedules.${index}` as const
  const id = `bloque-${index}`
  const block = form.watch(at)
  const errors = form.formState.errors.schedules?.[index]
  const validate = { shouldDirty: true, shouldValidate: form.formState.isSubmitted }
  const change = (part: Partial<SlotSettings>) =>
    form.setValue(at, { ...form.getValues(at), ...part }, validate)

  return (
    <fieldset className={classes.block}>
      <legend>Bloque {index + 1}</legend>
      <div className={classes.three}>
        <ShortListField
          id={`${id}-weekday`}
          label="Día"
          options={days}
          value={String(block.weekday + 1)}
          onChange={(day) => form.setValue(`${at}.weekday`, Number(day) - 1, validate)}
          error={errors?.weekday?.message}
        />
        <TextField
          id={`${id}-starts`}
          label="Desde"
          type="time"
          {...form.register(`${at}.starts`)}
          error={errors?.starts?.message}
        />
        <TextField
          id={`${id}-ends`}
          label="Hasta"
          type="time"
          {...form.register(`${at}.ends`)}
          error={errors?.ends?.message}
        />
      </div>
      <SlotSettingsFields
        values={block}
        errors={{
          office_id: errors?.office_id?.message,
          specialty: errors?.specialty?.message,
          slot_minutes: errors?.slot_minutes?.message,
          room: errors?.room?.message,
          modality: errors?.modality?.message,
        }}
        onChange={change}
        prefix={id}
      />
      <div className={classes.pair}>
        <DateField
          id={`${id}-valid_from`}
          label="Vigente desde"
          description="Por ejemplo, 01/03/2027."
          value={block.valid_from}
          onChange={(day) => form.setValue(`${at}.valid_from`, day, validate)}
          opensAt={dayOf(now())}
          autoComplete="off"
          error={errors?.valid_from?.message}
        />
        <DateField
          id={`${id}-valid_to`}
          label="Vigente hasta (opcional)"
          description="Sin fecha, sigue siempre."
          value={block.valid_to ?? ''}
          onChange={(day) => form.setValue(`${at}.valid_to`, day === '' ? null : day, validate)}
          opensAt={dayOf(now())}
          autoComplete="off"
          error={errors?.valid_to?.message}
        />
      </div>
      <div className={classes.blockEnd}>
        <CheckBox
          checked={block.on_holidays}
          onChange={(on) => form.setValue(`${at}.on_holidays`, on, validate)}
        >
          Atiende también en feriados
        </CheckBox>
        <Button
          size="sm"
          variant="subtle"
          aria-label={`Quitar bloque ${index + 1}`}
          leftSection={<IconTrash size={18} stroke={1.75} aria-hidden />}
          onClick={onRemove}
        >
          Quitar bloque
        </Button>
      </div>
    </fieldset>
  )
}
