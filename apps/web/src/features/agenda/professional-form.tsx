/** Creates or edits a professional together with their week. */

import { zodResolver } from '@hookform/resolvers/zod'
import type { CalendarAppointment } from '@mi-portal/contract/agenda/calendar-appointments'
import {
  newProfessional,
  professionalEdit,
  type WeeklyBlock,
  type WholeProfessional,
  weekdayNames,
} from '@mi-portal/contract/agenda/professionals'
import { ApiError } from '@mi-portal/contract/api-error'
import { dayOf } from '@mi-portal/contract/values/dates'
import { formatRun } from '@mi-portal/contract/values/run'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Controller, type FieldErrors, type UseFormReturn, useFieldArray, useForm } from 'react-hook-form'
import { now } from '../../lib/clock.ts'
import { formatDay } from '../../lib/dates.ts'
import { BackLink } from '../../ui/back-link.tsx'
import { Button } from '../../ui/button.tsx'
import { CheckBox } from '../../ui/check-box.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { createFormDraft } from '../../ui/form-draft.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { ResultDialog } from '../../ui/result-dialog.tsx'
import { RunField } from '../../ui/run-field.tsx'
import { ShortListField } from '../../ui/short-list-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import classes from './agenda.module.css'
import { agendaKey, createProfessional, editProfessional, professionalQuery } from './agenda.queries.ts'
import { dayOfMoment, timeOf } from './agenda.rules.ts'
import { type Attention, AttentionFields } from './attention-fields.tsx'
import { ProfessionalImage } from './professional-image.tsx'

/** The field `rut` is only shown when a professional is created. */
interface Values {
  rut: string
  name: string
  active: boolean
  schedules: WeeklyBlock[]
}

const useDraft = createFormDraft<Values>()

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

function Back() {
  return <BackLink to="/admin/agenda">Volver a profesionales</BackLink>
}

export function NewProfessional() {
  const navigate = useNavigate()
  const client = useQueryClient()
  const create = useMutation({
    mutationFn: (values: Values) => createProfessional(values.rut, values),
    onSuccess: () => client.invalidateQueries({ queryKey: agendaKey }),
  })
  const made = create.data?.professional
  return (
    <>
      <Back />
      <PageHeading title="Crear profesional" lead="Con su calendario semanal." />
      <ProfessionalForm
        before={null}
        saving={create.isPending}
        refusal={create.error}
        onSubmit={create.mutate}
        onReload={null}
      />
      {made && (
        <ResultDialog
          opened
          kind="success"
          title="Profesional creado con éxito"
          action={{
            label: 'Ver agenda',
            onClick: () => navigate({ to: '/admin/agenda', search: { profesional: made.id } }),
          }}
          onClose={() => navigate({ to: '/admin/agenda' })}
        >
          {made.name}
        </ResultDialog>
      )}
    </>
  )
}

export function EditProfessional({ id }: { id: number }) {
  const query = useQuery(professionalQuery(id))
  return (
    <>
      <Back />
      <PageHeading
        title="Editar profesional"
        lead={query.data ? `${query.data.name} · ${formatRun(query.data.rut)}` : undefined}
      />
      <Loaded query={query}>
        {(professional) => (
          <EditLoaded
            key={professional.updated_at}
            professional={professional}
            onReload={() => query.refetch()}
          />
        )}
      </Loaded>
    </>
  )
}

function EditLoaded({ professional, onReload }: { professional: WholeProfessional; onReload(): void }) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const { id, updated_at } = professional
  const save = useMutation({
    mutationFn: ({ name, active, schedules }: Values) =>
      editProfessional(id, { name, active, schedules, updated_at }),
  })
  const leave = async () => {
    await client.invalidateQueries({ queryKey: agendaKey })
    await navigate({ to: '/admin/agenda', search: { profesional: id } })
  }
  return (
    <>
      <div className={classes.stack}>
        <ProfessionalImage professional={professional} />
        <ProfessionalForm
          before={professional}
          saving={save.isPending}
          refusal={save.error}
          onSubmit={save.mutate}
          onReload={onReload}
        />
      </div>
      {save.isSuccess && (
        <ResultDialog
          opened
          kind="success"
          size={490}
          title="Calendario guardado con éxito"
          action={{ label: 'Ver agenda', onClick: leave }}
          onClose={leave}
        >
          <UncoveredAppointments hours={save.data.outside} />
        </ResultDialog>
      )}
    </>
  )
}

/** Lists at most eight of the appointments that the calendar no longer covers, and the number of further ones. */
function UncoveredAppointments({ hours }: { hours: readonly CalendarAppointment[] }) {
  if (hours.length === 0) return null
  return (
    <>
      <p>
        {hours.length === 1
          ? 'Queda 1 hora reservada fuera del calendario. Se mantiene hasta que la muevas o la canceles:'
          : `Quedan ${hours.length} horas reservadas fuera del calendario. Se mantienen hasta que las muevas o las canceles:`}
      </p>
      <ul className={classes.outsideList}>
        {hours.slice(0, 8).map(({ id_appointment, starts_at, patient_full_name }) => (
          <li key={id_appointment}>
            {formatDay(dayOfMoment(starts_at))}, {timeOf(starts_at)} h: {patient_full_name}
          </li>
        ))}
        {hours.length > 8 && <li>y {hours.length - 8} más</li>}
      </ul>
    </>
  )
}

interface FormProps {
  before: WholeProfessional | null
  saving: boolean
  refusal: Error | null
  onSubmit(values: Values, options: { onSuccess(): void }): void
  /** Reloads the stored version after another member of staff has changed it; null for a new professional. */
  onReload: (() => void) | null
}

function ProfessionalForm({ before, saving, refusal, onSubmit, onReload }: FormProps) {
  const [attempt, setAttempt] = useState(0)
  const form = useForm<Values>({
    resolver: zodResolver(before === null ? newProfessional : professionalEdit) as never,
    defaultValues: {
      rut: '',
      name: before?.name ?? '',
      active: before?.active ?? true,
      schedules: before?.schedules.map(({ id: _, ...block }) => block) ?? [],
    },
  })
  const blocks = useFieldArray({ control: form.control, name: 'schedules' })
  const { errors } = form.formState
  const draft = useDraft(form, before?.id ?? null)
  const told = refusal instanceof ApiError ? refusal : null
  const isStale = told?.status === 409 && told.faults[0]?.param === undefined && onReload !== null
  const rutFault = errors.rut?.message ?? told?.faultOf('rut')

  return (
    <form
      noValidate
      className={classes.stack}
      onSubmit={form.handleSubmit(
        (values) => onSubmit(values, { onSuccess: draft.markSent }),
        () => setAttempt((count) => count + 1),
      )}
    >
      {draft.notice}
      <ErrorSummary errors={summaryOf(errors)} attempt={attempt} />
      <section className={`portal-card ${classes.part}`} aria-labelledby="datos">
        <h2 id="datos">Datos del profesional</h2>
        <div className={classes.pair}>
          {before === null && (
            <Controller
              control={form.control}
              name="rut"
              render={({ field: { value, onChange, ref } }) => (
                <RunField
                  ref={ref}
                  id="rut"
                  label="RUT"
                  description="Sin puntos, con guion y dígito verificador."
                  autoComplete="off"
                  value={value}
                  onChange={onChange}
                  error={rutFault}
                />
              )}
            />
          )}
          <TextField
            id="name"
            label="Nombre"
            description="Como lo verán los pacientes. Por ejemplo, Dra. Ana Ríos Vega."
            maxLength={120}
            autoComplete="off"
            {...form.register('name')}
            error={errors.name?.message}
          />
        </div>
        {before !== null && (
          <Controller
            control={form.control}
            name="active"
            render={({ field: { value, onChange } }) => (
              <CheckBox checked={value} onChange={onChange}>
                Atiende: sus horas se ofrecen a los pacientes
              </CheckBox>
            )}
          />
        )}
      </section>
      <section className={`portal-card ${classes.part}`} aria-labelledby="semana">
        <h2 id="semana">Calendario semanal</h2>
        {blocks.fields.length === 0 && <p>Sin bloques: no se ofrece ninguna hora.</p>}
        {blocks.fields.map((field, index) => (
          <Block key={field.id} form={form} index={index} onRemove={() => blocks.remove(index)} />
        ))}
        <div>
          <Button
            variant="outline"
            leftSection={<IconPlus size={20} stroke={1.75} aria-hidden />}
            onClick={() => blocks.append(nextBlock(form.getValues('schedules')))}
          >
            AGREGAR BLOQUE
          </Button>
        </div>
      </section>
      {refusal && !told?.faultOf('rut') && (
        <Notice
          kind="error"
          title={refusal.message}
          actions={
            isStale && (
              <Button size="xs" variant="outline" onClick={onReload}>
                Cargar los datos actuales
              </Button>
            )
          }
        />
      )}
      <div className={classes.buttons}>
        <Button type="submit" loading={saving}>
          {before === null ? 'CREAR PROFESIONAL' : 'GUARDAR CAMBIOS'}
        </Button>
      </div>
    </form>
  )
}

/**
 * Returns a new block that repeats the last one on the following day, which is the common case; the first one is
 * empty.
 */
function nextBlock(blocks: readonly WeeklyBlock[]): WeeklyBlock {
  const last = blocks.at(-1)
  return last ? { ...last, weekday: (last.weekday + 1) % 7 } : emptyBlock()
}

const fieldNames = [
  'weekday',
  'starts',
  'ends',
  'office_id',
  'specialty',
  'modality',
  'slot_minutes',
  'room',
  'valid_from',
  'valid_to',
] as const

/** Returns the error summary in the order of the form. */
function summaryOf(errors: FieldErrors<Values>) {
  const own = (['rut', 'name'] as const).flatMap((id) => {
    const message = errors[id]?.message
    return message ? [{ id, message }] : []
  })
  const rows = (Array.isArray(errors.schedules) ? errors.schedules : []) as (
    | FieldErrors<WeeklyBlock>
    | undefined
  )[]
  const ofBlocks = rows.flatMap((row, index) =>
    fieldNames.flatMap((name) => {
      const message = row?.[name]?.message
      return message ? [{ id: `bloque-${index}-${name}`, message: `Bloque ${index + 1}: ${message}` }] : []
    }),
  )
  return [...own, ...ofBlocks]
}

interface BlockProps {
  form: UseFormReturn<Values>
  index: number
  onRemove(): void
}

function Block({ form, index, onRemove }: BlockProps) {
  const at = `schedules.${index}` as const
  const id = `bloque-${index}`
  const block = form.watch(at)
  const errors = form.formState.errors.schedules?.[index]
  const validate = { shouldDirty: true, shouldValidate: form.formState.isSubmitted }
  const change = (part: Partial<Attention>) => form.setValue(at, { ...form.getValues(at), ...part }, validate)

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
      <AttentionFields
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
