/**
 * The holidays of a year: those of the law, and those that staff add after deciding on the appointments of that day.
 */

import { zodResolver } from '@hookform/resolvers/zod'
import type { CalendarAppointment, Decision } from '@mi-portal/contract/agenda/calendar-appointments'
import { type CalendarHoliday, holidayDraft } from '@mi-portal/contract/agenda/holidays'
import { dayOf } from '@mi-portal/contract/values/dates'
import { IconPlus } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { now } from '../../lib/clock.ts'
import { formatDay, formatLongDay } from '../../lib/dates.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { createFormDraftHook } from '../../ui/form-draft.tsx'
import { Notice } from '../../ui/notice.tsx'
import { type Column, PagedTable } from '../../ui/paged-table.tsx'
import { QueryContent } from '../../ui/query-content.tsx'
import { ShortListField } from '../../ui/short-list-field.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { TextField } from '../../ui/text-field.tsx'
import classes from './agenda.module.css'
import {
  addHoliday,
  holidaysQuery,
  listAppointmentsOn,
  removeHoliday,
  staffCalendarsKey,
} from './agenda.queries.ts'
import { DayField } from './day-field.tsx'
import { DecideAppointments } from './decide-appointments.tsx'

export function Holidays() {
  const thisYear = Number(dayOf(now()).slice(0, 4))
  const { ano: year = thisYear } = useSearch({ strict: false })
  const navigate = useNavigate()
  const client = useQueryClient()
  const query = useQuery(holidaysQuery(year))
  const [adding, setAdding] = useState(false)
  const [removed, setRemoved] = useState<CalendarHoliday | null>(null)
  const [done, setDone] = useState<string | null>(null)
  const remove = useMutation({
    mutationFn: (holiday: CalendarHoliday) => removeHoliday(holiday.day),
    onSuccess: (_, { name }) => showMessage(`Se quitó el feriado «${name}»`),
  })

  function showMessage(text: string) {
    setAdding(false)
    setRemoved(null)
    setDone(text)
    return client.invalidateQueries({ queryKey: staffCalendarsKey })
  }

  return (
    <>
      <section className={classes.bar} aria-label="Año de los feriados">
        <ShortListField
          label="Año"
          options={[-1, 0, 1, 2].map((offset) => ({
            id: thisYear + offset,
            name: String(thisYear + offset),
          }))}
          value={String(year)}
          onChange={(chosen) =>
            navigate({
              to: '/admin/agenda',
              search: { ver: 'feriados', ano: Number(chosen) || undefined },
            })
          }
        />
        <Button
          leftSection={<IconPlus size={20} stroke={1.75} aria-hidden />}
          onClick={() => {
            setDone(null)
            setAdding(true)
          }}
        >
          AGREGAR FERIADO
        </Button>
      </section>
      {done !== null && (
        <div className={classes.messages}>
          <Notice kind="success" title={done} announce />
        </div>
      )}
      <QueryContent query={query}>
        {(holidays) => (
          <PagedTable
            caption={`Feriados de ${year}`}
            columns={columnsWith(setRemoved)}
            rows={holidays}
            rowKey={({ day, name }) => `${day} ${name}`}
          />
        )}
      </QueryContent>
      {adding && (
        <AddHoliday
          onClose={() => setAdding(false)}
          onAdded={(name) => showMessage(`Se agregó el feriado «${name}»`)}
        />
      )}
      <ConfirmDialog
        opened={removed !== null}
        title="¿Quitar este feriado?"
        confirm="Quitar feriado"
        danger
        loading={remove.isPending}
        onConfirm={() => removed && remove.mutate(removed)}
        onClose={() => {
          remove.reset()
          setRemoved(null)
        }}
      >
        {removed && <p>El {formatLongDay(removed.day)} volverá a tener las horas de los calendarios.</p>}
        {remove.isError && <ErrorNotice error={remove.error} />}
      </ConfirmDialog>
    </>
  )
}

function columnsWith(onRemove: (holiday: CalendarHoliday) => void): readonly Column<CalendarHoliday>[] {
  const today = dayOf(now())
  return [
    { header: 'Feriado', role: 'title', cell: ({ name }) => name },
    { header: 'Día', cell: ({ day }) => `${formatLongDay(day)} (${formatDay(day)})` },
    {
      header: 'Origen',
      cell: ({ source }) =>
        source === 'law' ? (
          <StatusBadge look="neutral">Legal</StatusBadge>
        ) : (
          <StatusBadge look="info">Agregado por la clínica</StatusBadge>
        ),
    },
    {
      header: 'Acciones',
      role: 'actions',
      cell: (holiday) =>
        holiday.source === 'staff' &&
        holiday.day >= today && (
          <Button
            size="sm"
            variant="default"
            aria-label={`Quitar ${holiday.name}`}
            onClick={() => onRemove(holiday)}
          >
            Quitar
          </Button>
        ),
    },
  ]
}

interface HolidayDraft {
  day: string
  name: string
}

const useDraft = createFormDraftHook<HolidayDraft>()

function AddHoliday({ onClose, onAdded }: { onClose(): void; onAdded(name: string): void }) {
  const form = useForm<HolidayDraft>({
    resolver: zodResolver(holidayDraft),
    defaultValues: { day: '', name: '' },
  })
  const draft = useDraft(form, null)
  const [appointments, setAppointments] = useState<readonly CalendarAppointment[] | null>(null)
  const { errors } = form.formState
  const add = useMutation({
    mutationFn: async ({ day, name, decisions }: HolidayDraft & { decisions: Decision[] | null }) => {
      const booked = decisions === null ? await listAppointmentsOn(day) : []
      if (booked.length > 0) return booked
      await addHoliday(day, name, decisions ?? [])
      return null
    },
    onSuccess: (booked) => {
      if (booked !== null) return setAppointments(booked)
      draft.markSent()
      onAdded(form.getValues('name'))
    },
    // The appointments may have changed: the list is reloaded when staff are still deciding.
    onError: async () =>
      appointments !== null &&
      setAppointments(await listAppointmentsOn(form.getValues('day')).catch(() => appointments)),
  })

  return (
    <FormDialog title="Agregar feriado" size={680} onClose={onClose}>
      {appointments === null ? (
        <form
          noValidate
          className={classes.stack}
          onSubmit={form.handleSubmit((values) => add.mutate({ ...values, decisions: null }))}
        >
          {draft.notice}
          <p>Ese día nadie atiende, salvo quienes atienden en feriados.</p>
          <DayField control={form.control} name="day" min={dayOf(now())} opensAt={dayOf(now())} />
          <TextField
            label="Nombre"
            maxLength={80}
            autoComplete="off"
            {...form.register('name')}
            error={errors.name?.message}
          />
          {add.isError && <ErrorNotice error={add.error} />}
          <div className={classes.buttons}>
            <Button variant="default" disabled={add.isPending} onClick={onClose}>
              Volver
            </Button>
            <Button type="submit" loading={add.isPending}>
              AGREGAR FERIADO
            </Button>
          </div>
        </form>
      ) : (
        <DecideAppointments
          appointments={appointments}
          intro="El feriado deja estas horas fuera del calendario. Decide qué pasa con cada una."
          confirm="AGREGAR FERIADO"
          loading={add.isPending}
          error={add.isError ? add.error.message : null}
          onConfirm={(decisions) => add.mutate({ ...form.getValues(), decisions })}
          onBack={() => setAppointments(null)}
          onMoved={async () =>
            setAppointments(await listAppointmentsOn(form.getValues('day')).catch(() => appointments))
          }
        />
      )}
    </FormDialog>
  )
}
