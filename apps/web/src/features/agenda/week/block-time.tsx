/** Blocks whole days or part of a day; staff first decide about the appointments within. */
import { zodResolver } from '@hookform/resolvers/zod'
import type { CalendarAppointment, Decision } from '@mi-portal/contract/agenda/calendar-appointments'
import { type BlockedTime, blockedTime } from '@mi-portal/contract/agenda/calendar-exceptions'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { createDraftHook } from '../../../lib/drafts.ts'
import { Button } from '../../../ui/button.tsx'
import { CheckBox } from '../../../ui/check-box.tsx'
import { DraftNotice } from '../../../ui/draft-notice.tsx'
import { ErrorNotice } from '../../../ui/error-notice.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import classes from '../agenda.module.css'
import { blockTime, listAppointmentsWithin } from '../agenda.queries.ts'
import { DayField } from '../day-field.tsx'
import { DecideAppointments } from '../decide-appointments.tsx'

interface BlockTimeProps {
  id: number
  /** The initial day of the form. */
  day: string
  onClose(): void
  onBlocked(): void
}

const useDraft = createDraftHook<{ id: number; time: BlockedTime; reason: string }>()

export function BlockTime({ id, day, onClose, onBlocked }: BlockTimeProps) {
  const untouched: BlockedTime = { from: day, to: day, starts: null, ends: null }
  const form = useForm<BlockedTime>({
    resolver: zodResolver(blockedTime),
    defaultValues: untouched,
  })
  const [reason, setReason] = useState('')
  const [appointments, setAppointments] = useState<readonly CalendarAppointment[] | null>(null)
  const draft = useDraft(() => {
    const time = form.getValues()
    const isTyped = reason !== '' || JSON.stringify(time) !== JSON.stringify(untouched)
    return isTyped ? { id, time, reason } : null
  })
  const offered = draft.offered?.id === id ? draft.offered : null
  const { errors } = form.formState
  const wholeDays = form.watch('starts') === null
  const block = useMutation({
    mutationFn: async ({ time, decisions }: { time: BlockedTime; decisions: Decision[] | null }) => {
      const booked = decisions === null ? await listAppointmentsWithin(id, time) : []
      if (booked.length > 0) return booked
      await blockTime(id, time, reason.trim(), decisions ?? [])
      return null
    },
    onSuccess: (booked) => {
      if (booked !== null) return setAppointments(booked)
      draft.markSent()
      onBlocked()
    },
    // The appointments may have changed: the list is reloaded when staff are still deciding.
    onError: () => appointments !== null && reloadAppointments(),
  })

  async function reloadAppointments() {
    setAppointments(await listAppointmentsWithin(id, form.getValues()).catch(() => appointments))
  }

  if (appointments !== null)
    return (
      <FormDialog title="Bloquear horas" size={680} onClose={onClose}>
        <DecideAppointments
          appointments={appointments}
          intro="El bloqueo las deja fuera del calendario. Decide qué pasa con cada una."
          confirm="BLOQUEAR"
          loading={block.isPending}
          error={block.isError ? block.error.message : null}
          onConfirm={(decisions) => block.mutate({ time: form.getValues(), decisions })}
          onBack={() => {
            block.reset()
            setAppointments(null)
          }}
          onMoved={reloadAppointments}
        />
      </FormDialog>
    )
  return (
    <FormDialog title="Bloquear horas" size={680} onClose={onClose}>
      <form
        noValidate
        className={classes.stack}
        onSubmit={form.handleSubmit((time) => block.mutate({ time, decisions: null }))}
      >
        {offered && (
          <DraftNotice
            onTake={() => {
              form.reset(offered.time)
              setReason(offered.reason)
              draft.discard()
            }}
            onLeave={draft.discard}
          />
        )}
        <CheckBox
          checked={wholeDays}
          onChange={(whole) => {
            form.setValue('starts', whole ? null : '')
            form.setValue('ends', whole ? null : '')
            if (!whole) form.setValue('to', form.getValues('from'))
            form.clearErrors()
          }}
        >
          Días completos
        </CheckBox>
        <div className={classes.pair}>
          <DayField
            control={form.control}
            name="from"
            label={wholeDays ? 'Desde el día' : 'Día'}
            opensAt={day}
            onChosen={(chosen) => {
              if (!wholeDays || form.getValues('to') < chosen) form.setValue('to', chosen)
            }}
          />
          {wholeDays && (
            <DayField
              control={form.control}
              name="to"
              label="Hasta el día"
              description="Incluido. Por ejemplo, 18/12/2026."
              opensAt={day}
            />
          )}
        </div>
        {!wholeDays && (
          <div className={classes.pair}>
            <TextField
              label="Desde las"
              type="time"
              {...form.register('starts')}
              error={errors.starts?.message}
            />
            <TextField
              label="Hasta las"
              type="time"
              {...form.register('ends')}
              error={errors.ends?.message}
            />
          </div>
        )}
        <TextField
          label="Motivo"
          optional
          description="Lo ve el personal, no los pacientes."
          maxLength={200}
          autoComplete="off"
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
        {block.isError && <ErrorNotice error={block.error} />}
        <div className={classes.buttons}>
          <Button variant="default" disabled={block.isPending} onClick={onClose}>
            Volver
          </Button>
          <Button type="submit" loading={block.isPending}>
            BLOQUEAR
          </Button>
        </div>
      </form>
    </FormDialog>
  )
}
