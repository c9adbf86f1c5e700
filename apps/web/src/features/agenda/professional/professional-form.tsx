/** The form of a professional and their week. */
import { zodResolver } from '@hookform/resolvers/zod'
import type { WeeklyBlock, WholeProfessional } from '@mi-portal/contract/agenda/professionals'
import { ApiError } from '@mi-portal/contract/api-error'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { Controller, type FieldErrors, useFieldArray, useForm } from 'react-hook-form'
import { Button } from '../../../ui/button.tsx'
import { CheckBox } from '../../../ui/check-box.tsx'
import { ErrorSummary } from '../../../ui/error-summary.tsx'
import { createFormDraftHook } from '../../../ui/form-draft.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { RunField } from '../../../ui/run-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import classes from '../agenda.module.css'
import { newProfessionalForm, type ProfessionalValues, professionalEditForm } from '../agenda.rules.ts'
import { nextBlock, ScheduleBlockFields } from './schedule-block-fields.tsx'

const useDraft = createFormDraftHook<ProfessionalValues>()

interface FormProps {
  before: WholeProfessional | null
  saving: boolean
  error: Error | null
  onSubmit(values: ProfessionalValues, options: { onSuccess(): void }): void
  /** Reloads the stored version after another member of staff has changed it; null for a new professional. */
  onReload: (() => void) | null
}

export function ProfessionalForm({ before, saving, error, onSubmit, onReload }: FormProps) {
  const [attempt, setAttempt] = useState(0)
  const form = useForm<ProfessionalValues>({
    resolver: zodResolver(before === null ? newProfessionalForm : professionalEditForm),
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
  const serverError = error instanceof ApiError ? error : null
  const isStale =
    serverError?.status === 409 && serverError.fieldErrors[0]?.param === undefined && onReload !== null
  const rutError = errors.rut?.message ?? serverError?.fieldErrorOf('rut')

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
                  error={rutError}
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
          <ScheduleBlockFields
            key={field.id}
            form={form}
            index={index}
            onRemove={() => blocks.remove(index)}
          />
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
      {error && !serverError?.fieldErrorOf('rut') && (
        <Notice
          kind="error"
          title={error.message}
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
function summaryOf(errors: FieldErrors<ProfessionalValues>) {
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
