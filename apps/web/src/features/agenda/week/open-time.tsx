/** Opens extra time on one day, in addition to the weekly calendar. */
import {
  calendarExceptionEndpoints,
  type OpenedTime,
  openedTime,
} from '@mi-portal/contract/agenda/calendar-exceptions'
import { toDay } from '@mi-portal/contract/values/dates'
import { now } from '../../../lib/clock.ts'
import { ContractForm, FormEnd, useContractForm } from '../../../ui/form/contract-form.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import classes from '../agenda.module.css'
import { useOpenTime } from '../agenda.queries.ts'
import { DayField } from '../day-field.tsx'
import { SlotSettingsFields } from '../slot-settings-fields.tsx'

const request = { ...calendarExceptionEndpoints.open, body: openedTime }

interface OpenTimeProps {
  id: number
  onClose(): void
  onOpened(): void
}

const emptyOpenedTime: OpenedTime = {
  day: '',
  starts: '',
  ends: '',
  office_id: 0,
  specialty: '',
  slot_minutes: 30,
  room: '',
  modality: 'presencial',
}

export function OpenTime({ id, onClose, onOpened }: OpenTimeProps) {
  const open = useOpenTime(id)
  const kit = useContractForm(request, {
    values: emptyOpenedTime,
    draftOf: id,
    save: open,
    send: open.mutate,
    onSent: onOpened,
  })
  const { form, Field } = kit
  const { errors } = form.formState
  const values = form.watch()

  return (
    <FormDialog title="Abrir horas" size={680} onClose={onClose}>
      <ContractForm kit={kit} className={classes.stack}>
        <DayField control={form.control} name="day" min={toDay(now())} opensAt={toDay(now())} />
        <div className="grid grid-cols-2 items-start gap-4 max-desktop:grid-cols-1">
          <Field.Text name="starts" label="Desde" type="time" />
          <Field.Text name="ends" label="Hasta" type="time" />
        </div>
        <SlotSettingsFields
          values={values}
          errors={{
            office_id: errors.office_id?.message,
            specialty: errors.specialty?.message,
            slot_minutes: errors.slot_minutes?.message,
            room: errors.room?.message,
            modality: errors.modality?.message,
          }}
          onChange={(part) => {
            for (const [name, value] of Object.entries(part))
              form.setValue(name as keyof typeof part, value, {
                shouldDirty: true,
                shouldValidate: form.formState.isSubmitted,
              })
          }}
        />
        <FormEnd
          kit={kit}
          className="flex flex-wrap justify-end gap-3 mt-1 max-desktop:*:flex-[1_1_140px]"
          submit="Abrir horas"
          onCancel={onClose}
        />
      </ContractForm>
    </FormDialog>
  )
}
