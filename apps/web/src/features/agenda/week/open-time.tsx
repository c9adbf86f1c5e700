/** Opens extra time on one day, in addition to the weekly calendar. */
import { zodResolver } from '@hookform/resolvers/zod'
import { type OpenedTime, openedTime } from '@mi-portal/contract/agenda/calendar-exceptions'
import { dayOf } from '@mi-portal/contract/values/dates'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { now } from '../../../lib/clock.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorNotice } from '../../../ui/error-notice.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { createFormDraftHook } from '../../../ui/form-draft.tsx'
import { showServerErrors } from '../../../ui/server-errors.ts'
import { TextField } from '../../../ui/text-field.tsx'
import classes from '../agenda.module.css'
import { openTime } from '../agenda.queries.ts'
import { DayField } from '../day-field.tsx'
import { SlotSettingsFields } from '../slot-settings-fields.tsx'

interface OpenTimeProps {
  id: number
  onClose(): void
  onOpened(): void
}

const fields = [
  'day',
  'starts',
  'ends',
  'office_id',
  'specialty',
  'slot_minutes',
  'room',
  'modality',
] as const

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

const useDraft = createFormDraftHook<OpenedTime>()

export function OpenTime({ id, onClose, onOpened }: OpenTimeProps) {
  const form = useForm<OpenedTime>({
    resolver: zodResolver(openedTime),
    defaultValues: emptyOpenedTime,
  })
  const draft = useDraft(form, id)
  const open = useMutation({
    mutationFn: (opened: OpenedTime) => openTime(id, opened),
    onSuccess: () => {
      draft.markSent()
      onOpened()
    },
    onError: (error) => showServerErrors(error, form, fields),
  })
  const { errors } = form.formState
  const values = form.watch()

  return (
    <FormDialog title="Abrir horas" size={680} onClose={onClose}>
      <form
        noValidate
        className={classes.stack}
        onSubmit={form.handleSubmit((opened) => open.mutate(opened))}
      >
        {draft.notice}
        <DayField control={form.control} name="day" min={dayOf(now())} opensAt={dayOf(now())} />
        <div className={classes.pair}>
          <TextField label="Desde" type="time" {...form.register('starts')} error={errors.starts?.message} />
          <TextField label="Hasta" type="time" {...form.register('ends')} error={errors.ends?.message} />
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
        {open.isError && <ErrorNotice error={open.error} />}
        <div className={classes.buttons}>
          <Button variant="default" disabled={open.isPending} onClick={onClose}>
            Volver
          </Button>
          <Button type="submit" loading={open.isPending}>
            ABRIR HORAS
          </Button>
        </div>
      </form>
    </FormDialog>
  )
}
