/**
 * The holidays of a year: those of the law, and those that staff add after deciding on the appointments of that day.
 */

import type { CalendarAppointment, Decision } from '@mi-portal/contract/agenda/calendar-appointments'
import { type CalendarHoliday, holidayDraft, holidayEndpoints } from '@mi-portal/contract/agenda/holidays'
import { toDay } from '@mi-portal/contract/values/dates'
import { IconCalendarOff, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { now } from '../../lib/clock.ts'
import { formatDay, formatLongDay } from '../../lib/dates.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { ContractForm, FormEnd, useContractForm } from '../../ui/form/contract-form.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { type Column, PagedTable } from '../../ui/paged-table.tsx'
import { QueryContent } from '../../ui/query-content.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import classes from './agenda.module.css'
import { holidaysQuery, listAppointmentsOn, useAddHoliday, useRemoveHoliday } from './agenda.queries.ts'
import { DayField } from './day-field.tsx'
import { DecideAppointments } from './decide-appointments.tsx'

export function Holidays() {
  const thisYear = Number(toDay(now()).slice(0, 4))
  const { ano: year = thisYear } = useSearch({ strict: false })
  const navigate = useNavigate()
  const query = useQuery(holidaysQuery(year))
  const [adding, setAdding] = useState(false)
  const [removed, setRemoved] = useState<CalendarHoliday | null>(null)
  const [done, setDone] = useState<string | null>(null)
  const remove = useRemoveHoliday()

  function showMessage(text: string) {
    setAdding(false)
    setRemoved(null)
    setDone(text)
  }

  return (
    <>
      <section
        className="grid grid-cols-[minmax(0,30rem)_auto] items-end justify-between gap-4 mb-4 max-desktop:grid-cols-1"
        aria-label="Año de los feriados"
      >
        <SelectField
          label="Año"
          options={[-1, 0, 1, 2].map((offset) => ({
            id: thisYear + offset,
            name: String(thisYear + offset),
          }))}
          value={String(year)}
          onChange={(chosen) =>
            navigate({
              to: '/admin/agenda',
              search: { ver: 'feriados', ano: Number(chosen) },
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
          Agregar feriado
        </Button>
      </section>
      {done !== null && (
        <div className="mb-4">
          <Notice kind="success" title={done} announce />
        </div>
      )}
      <QueryContent query={query}>
        {(holidays) =>
          holidays.length === 0 ? (
            <EmptyState icon={IconCalendarOff} title={`No hay feriados de ${year}`} />
          ) : (
            <PagedTable
              dense
              caption={`Feriados de ${year}`}
              columns={columnsWith(setRemoved)}
              rows={holidays}
              rowKey={({ day, name }) => `${day} ${name}`}
            />
          )
        }
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
        onConfirm={() =>
          removed &&
          remove.mutate(removed, { onSuccess: () => showMessage(`Se quitó el feriado «${removed.name}»`) })
        }
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
  const today = toDay(now())
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

/** The decisions about the appointments of the day follow in a second step. */
const holidayForm = { ...holidayEndpoints.addHoliday, body: holidayDraft }

function AddHoliday({ onClose, onAdded }: { onClose(): void; onAdded(name: string): void }) {
  const [appointments, setAppointments] = useState<readonly CalendarAppointment[] | null>(null)
  const add = useAddHoliday()
  const kit = useContractForm(holidayForm, {
    values: { day: '', name: '' },
    draftOf: null,
    save: add,
    send: (values, { onSuccess, onError }) =>
      add.mutate(
        { ...values, decisions: null },
        { onSuccess: (booked) => (booked === null ? onSuccess(booked) : setAppointments(booked)), onError },
      ),
    onSent: () => onAdded(kit.form.getValues('name')),
  })
  const { form, Field } = kit
  const reload = async () =>
    setAppointments(await listAppointmentsOn(form.getValues('day')).catch(() => appointments))
  const confirm = (decisions: Decision[]) =>
    add.mutate(
      { ...form.getValues(), decisions },
      // The appointments may have changed.
      { onSuccess: kit.finish, onError: reload },
    )

  return (
    <FormDialog title="Agregar feriado" size={680} onClose={onClose}>
      {appointments === null ? (
        <ContractForm kit={kit} className={classes.stack}>
          <p>Ese día nadie atiende, salvo quienes atienden en feriados.</p>
          <DayField control={form.control} name="day" min={toDay(now())} opensAt={toDay(now())} />
          <Field.Text name="name" label="Nombre" maxLength={80} autoComplete="off" />
          <FormEnd
            kit={kit}
            className="flex flex-wrap justify-end gap-3 mt-1 max-desktop:*:flex-[1_1_140px]"
            submit="Agregar feriado"
            onCancel={onClose}
          />
        </ContractForm>
      ) : (
        <DecideAppointments
          appointments={appointments}
          intro="El feriado deja estas horas fuera del calendario. Decide qué pasa con cada una."
          confirm="Agregar feriado"
          loading={add.isPending}
          error={add.isError ? add.error.message : null}
          onConfirm={confirm}
          onBack={() => setAppointments(null)}
          onMoved={reload}
        />
      )}
    </FormDialog>
  )
}
