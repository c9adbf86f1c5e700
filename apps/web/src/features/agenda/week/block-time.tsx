/** Blocks whole days or part of a day; staff first decide about the appointments within. */
import type { CalendarAppointment, Decision } from '@mi-portal/contract/agenda/calendar-appointments'
import { blockedTime, calendarExceptionEndpoints } from '@mi-portal/contract/agenda/calendar-exceptions'
import { useState } from 'react'
import * as z from 'zod/mini'
import { CheckBox } from '../../../ui/check-box.tsx'
import { ContractForm, FormEnd, useContractForm } from '../../../ui/form/contract-form.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import classes from '../agenda.module.css'
import { listAppointmentsWithin, useBlockTime } from '../agenda.queries.ts'
import { DayField } from '../day-field.tsx'
import { DecideAppointments } from '../decide-appointments.tsx'

const pairLook = 'grid grid-cols-2 items-start gap-4 max-desktop:grid-cols-1'

interface BlockTimeProps {
  id: number
  /** The initial day of the form. */
  day: string
  onClose(): void
  onBlocked(): void
}

/** The decisions about the appointments in that time follow in a second step. */
const blockForm = {
  ...calendarExceptionEndpoints.block,
  body: z.safeExtend(blockedTime, { reason: z.string() }),
}

export function BlockTime({ id, day, onClose, onBlocked }: BlockTimeProps) {
  const [appointments, setAppointments] = useState<readonly CalendarAppointment[] | null>(null)
  const block = useBlockTime(id)
  const kit = useContractForm(blockForm, {
    values: { from: day, to: day, starts: null, ends: null, reason: '' },
    draftOf: id,
    save: block,
    send: ({ reason, ...time }, { onSuccess, onError }) =>
      block.mutate(
        { time, reason, decisions: null },
        { onSuccess: (booked) => (booked === null ? onSuccess(booked) : setAppointments(booked)), onError },
      ),
    onSent: onBlocked,
  })
  const { form, Field } = kit
  const wholeDays = form.watch('starts') === null

  function confirm(decisions: Decision[]) {
    const { reason, ...time } = form.getValues()
    // The appointments may have changed.
    block.mutate({ time, reason, decisions }, { onSuccess: kit.finish, onError: reloadAppointments })
  }

  async function reloadAppointments() {
    setAppointments(await listAppointmentsWithin(id, form.getValues()).catch(() => appointments))
  }

  if (appointments !== null)
    return (
      <FormDialog title="Bloquear horas" size={680} onClose={onClose}>
        <DecideAppointments
          appointments={appointments}
          intro="El bloqueo las deja fuera del calendario. Decide qué pasa con cada una."
          confirm="Bloquear"
          loading={block.isPending}
          error={block.isError ? block.error.message : null}
          onConfirm={confirm}
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
      <ContractForm kit={kit} className={classes.stack}>
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
        <div className={pairLook}>
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
          <div className={pairLook}>
            <Field.Text name="starts" label="Desde las" type="time" />
            <Field.Text name="ends" label="Hasta las" type="time" />
          </div>
        )}
        <Field.Text
          name="reason"
          label="Motivo"
          optional
          description="Lo ve el personal, no los pacientes."
          maxLength={200}
          autoComplete="off"
        />
        <FormEnd
          kit={kit}
          className="flex flex-wrap justify-end gap-3 mt-1 max-desktop:*:flex-[1_1_140px]"
          submit="Bloquear"
          onCancel={onClose}
        />
      </ContractForm>
    </FormDialog>
  )
}
