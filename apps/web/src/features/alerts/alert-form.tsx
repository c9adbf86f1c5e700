/** The form of a new or existing alert, with a preview of what the public will see. */
import { zodResolver } from '@hookform/resolvers/zod'
import { alertDraft } from '@mi-portal/contract/alert-draft'
import type { Alert, AlertColor } from '@mi-portal/contract/alerts'
import { ApiError } from '@mi-portal/contract/api-error'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Controller, useForm } from 'react-hook-form'
import type * as z from 'zod/mini'
import { AlertStrip } from '../../ui/alert-strip.tsx'
import { Button } from '../../ui/button.tsx'
import { createFormDraftHook } from '../../ui/form-draft.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { Notice } from '../../ui/notice.tsx'
import { showServerErrors } from '../../ui/server-errors.ts'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import classes from './alerts.module.css'
import { alertColorsQuery, saveAlert } from './alerts.queries.ts'

type Draft = z.output<typeof alertDraft>

const useDraft = createFormDraftHook<z.input<typeof alertDraft>>()

interface AlertFormProps {
  /** The alert to change; null for a new alert. */
  alert: Alert | null
  onSaved(): void
  /** Called when another user changed the alert meanwhile: the form starts again with the present data. */
  onReload(): void
  onCancel(): void
}

export function AlertForm({ alert, onSaved, onReload, onCancel }: AlertFormProps) {
  const colors = useQuery(alertColorsQuery)
  const form = useForm({
    resolver: zodResolver<z.input<typeof alertDraft>, unknown, Draft>(alertDraft),
    defaultValues: { name: alert?.name ?? '', text: alert?.text ?? '', color_id: alert?.color_id ?? 0 },
  })
  const draft = useDraft(form, alert?.id ?? null)
  const save = useMutation({
    mutationFn: ({ name, text, color_id }: Draft) => saveAlert({ name, text, color_id }, alert),
    onSuccess: () => {
      draft.markSent()
      onSaved()
    },
    onError: (error) => showServerErrors(error, form, ['name', 'text', 'color_id']),
  })
  const { errors } = form.formState
  const [name, text, colorId] = form.watch(['name', 'text', 'color_id'])
  const color = colors.data?.find(({ id }) => id === colorId)
  const isStale = save.error instanceof ApiError && save.error.status === 409

  return (
    <form
      noValidate
      className={`portal-card ${classes.form}`}
      aria-labelledby="alerta"
      onSubmit={form.handleSubmit((values) => save.mutate(values))}
    >
      <h2 id="alerta">{alert ? 'Editar alerta' : 'Nueva alerta'}</h2>
      {draft.notice}
      <TextField
        label="Nombre"
        maxLength={100}
        autoComplete="off"
        {...form.register('name')}
        error={errors.name?.message}
      />
      <Controller
        control={form.control}
        name="text"
        render={({ field: { value, onChange, ref } }) => (
          <TextArea
            ref={ref}
            label="Texto"
            rows={3}
            maxLength={500}
            value={value}
            onChange={onChange}
            error={errors.text?.message}
          />
        )}
      />
      {colors.isError ? (
        <LoadError error={colors.error} onRetry={colors.refetch} retrying={colors.isFetching} />
      ) : (
        <Controller
          control={form.control}
          name="color_id"
          render={({ field: { value, onChange } }) => (
            <Colors
              colors={colors.data ?? []}
              value={value}
              onChange={onChange}
              error={errors.color_id?.message}
            />
          )}
        />
      )}
      {color && (name.trim() || text.trim()) && (
        <div className={classes.preview}>
          <p className={classes.label}>Así se verá</p>
          <AlertStrip
            alerts={[
              { id: 0, name: name.trim() || '…', text, ink: color.primary_code, fill: color.secundary_code },
            ]}
          />
        </div>
      )}
      {save.isError && (
        <Notice
          kind="error"
          title={save.error.message}
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
        {alert && (
          <Button variant="default" disabled={save.isPending} onClick={onCancel}>
            CANCELAR
          </Button>
        )}
        <Button type="submit" loading={save.isPending}>
          {alert ? 'GUARDAR CAMBIOS' : 'CREAR ALERTA'}
        </Button>
      </div>
    </form>
  )
}

interface ColorsProps {
  colors: readonly AlertColor[]
  value: number
  onChange(id: number): void
  error: string | undefined
}

function Colors({ colors, value, onChange, error }: ColorsProps) {
  return (
    <fieldset className={classes.colors} aria-describedby={error ? 'color-error' : undefined}>
      <legend className={classes.label}>Color</legend>
      {colors.map(({ id, color, primary_code, secundary_code }) => (
        <label
          key={id}
          className={classes.color}
          style={{ color: primary_code, backgroundColor: secundary_code, borderColor: primary_code }}
        >
          <input type="radio" name="color_id" checked={value === id} onChange={() => onChange(id)} />
          {color}
        </label>
      ))}
      {error && (
        <p id="color-error" className={classes.fieldError}>
          {error}
        </p>
      )}
    </fieldset>
  )
}
