/** The form of a new or existing alert, with a preview of what the public will see. */
import { alertDraft } from '@mi-portal/contract/alert-draft'
import { type Alert, type AlertColor, alertEndpoints } from '@mi-portal/contract/alerts'
import { useQuery } from '@tanstack/react-query'
import { Controller } from 'react-hook-form'
import { AlertStrip } from '../../ui/alert-strip.tsx'
import { ContractForm, FormEnd, useContractForm } from '../../ui/form/contract-form.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import classes from './alerts.module.css'
import { alertColorsQuery, useSaveAlert } from './alerts.queries.ts'

const request = { ...alertEndpoints.create, body: alertDraft }

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
  const save = useSaveAlert(alert)
  const kit = useContractForm(request, {
    values: { name: alert?.name ?? '', text: alert?.text ?? '', color_id: alert?.color_id ?? 0 },
    draftOf: alert?.id ?? null,
    save,
    send: save.mutate,
    onSent: onSaved,
  })
  const { form, Field } = kit
  const [name, text, colorId] = form.watch(['name', 'text', 'color_id'])
  const color = colors.data?.find(({ id }) => id === colorId)

  return (
    <ContractForm kit={kit} className={`portal-card ${classes.form}`} aria-labelledby="alerta">
      <h2 id="alerta">{alert ? 'Editar alerta' : 'Nueva alerta'}</h2>
      <Field.Text name="name" label="Nombre" maxLength={100} autoComplete="off" />
      <Field.Area name="text" label="Texto" rows={3} maxLength={500} />
      {colors.isError ? (
        <LoadError error={colors.error} onRetry={colors.refetch} retrying={colors.isFetching} />
      ) : (
        <Controller
          control={form.control}
          name="color_id"
          render={({ field: { value, onChange }, fieldState }) => (
            <Colors
              colors={colors.data ?? []}
              value={value}
              onChange={onChange}
              error={fieldState.error?.message}
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
      <FormEnd
        kit={kit}
        className={classes.buttons}
        submit={alert ? 'GUARDAR CAMBIOS' : 'CREAR ALERTA'}
        cancel="CANCELAR"
        onCancel={alert ? onCancel : undefined}
        onReload={onReload}
      />
    </ContractForm>
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
