/** The fields of one block of a professional's week. */

import { type WeeklyBlock, weekdayNames } from '@mi-portal/contract/agenda/professionals'
import { toDay } from '@mi-portal/contract/values/dates'
import { IconTrash } from '@tabler/icons-react'
import { now } from '../../../lib/clock.ts'
import { Button } from '../../../ui/button.tsx'
import { DateField } from '../../../ui/date-field.tsx'
import type { ContractFormState } from '../../../ui/form/contract-form.tsx'
import { useField } from '../../../ui/form/fields.tsx'
import { FormDate } from '../../../ui/form/form-fields.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
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
    valid_from: toDay(now()),
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
  kit: ContractFormState<ProfessionalValues, ProfessionalValues>
  index: number
  onRemove(): void
}

export function ScheduleBlockFields({ kit, index, onRemove }: ScheduleBlockFieldsProps) {
  const { form, Field } = kit
  const at = `schedules.${index}` as const
  const block = form.watch(at)
  const errors = form.formState.errors.schedules?.[index]
  const { value: day, onChange: changeDay, ...weekday } = useField({ name: `${at}.weekday` })
  const { value: lastDay, onChange: changeLastDay, ...validTo } = useField({ name: `${at}.valid_to` })
  const change = (part: Partial<SlotSettings>) =>
    form.setValue(
      at,
      { ...form.getValues(at), ...part },
      { shouldDirty: true, shouldValidate: form.formState.isSubmitted },
    )

  return (
    <fieldset className="grid grid-cols-1 gap-4 min-w-0 m-0 p-4 border border-line-strong rounded-tile [&_legend]:py-0 [&_legend]:px-2 [&_legend]:font-strong [&_legend]:text-strong max-desktop:px-4 max-desktop:pt-3 max-desktop:pb-4">
      <legend>Bloque {index + 1}</legend>
      <div className="grid grid-cols-2 items-start gap-4 grid-cols-3 max-desktop:grid-cols-1">
        <SelectField
          {...weekday}
          label="Día"
          options={days}
          value={String(day + 1)}
          onChange={(chosen) => changeDay(Number(chosen) - 1)}
        />
        <Field.Text name={`${at}.starts`} label="Desde" type="time" />
        <Field.Text name={`${at}.ends`} label="Hasta" type="time" />
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
        prefix={`${kit.idPrefix}${at}.`}
      />
      <div className="grid grid-cols-2 items-start gap-4 max-desktop:grid-cols-1">
        <FormDate
          name={`${at}.valid_from`}
          label="Vigente desde"
          description="Por ejemplo, 01/03/2027."
          opensAt={toDay(now())}
          autoComplete="off"
        />
        <DateField
          {...validTo}
          label="Vigente hasta (opcional)"
          description="Sin fecha, sigue siempre."
          value={lastDay ?? ''}
          onChange={(chosen) => changeLastDay(chosen === '' ? null : chosen)}
          opensAt={toDay(now())}
          autoComplete="off"
        />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Field.Check name={`${at}.on_holidays`}>Atiende también en feriados</Field.Check>
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
