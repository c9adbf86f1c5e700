/** The form of a new or existing alert, with a preview of what the public will see. */
import { alertDraft } from '@mi-portal/contract/alerts/alert-draft'
import { type Alert, type AlertColor, alertEndpoints } from '@mi-portal/contract/alerts/alerts'
import { useQuery } from '@tanstack/react-query'
import { Controller } from 'react-hook-form'
import { AlertStrip } from '../../ui/alert-strip.tsx'
import { ContractForm, FormEnd, useContractForm } from '../../ui/form/contract-form.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { alertColorsQuery, useSaveAlert } from './alerts.queries.ts'

const labelLook = 'mb-2 p-0 type-meta font-strong text-strong'

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
    <ContractForm
      kit={kit}
      className="portal-card grid gap-4 max-w-[47.5rem] px-6 pt-4 pb-6 max-desktop:p-4"
      aria-labelledby="alerta"
    >
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
        <div className="overflow-hidden">
          <p className={labelLook}>Así se verá</p>
          <AlertStrip
            alerts={[
              { id: 0, name: name.trim() || '…', text, ink: color.primary_code, fill: color.secundary_code },
            ]}
          />
        </div>
      )}
      <FormEnd
        kit={kit}
        className="flex flex-wrap justify-end gap-3"
        submit={alert ? 'GUARDAR CAMBIOS' : 'Crear alerta'}
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
    <fieldset
      className="flex flex-wrap gap-3 m-0 p-0 border-0"
      aria-describedby={error ? 'color-error' : undefined}
    >
      <legend className={labelLook}>Color</legend>
      {colors.map(({ id, color, primary_code, secundary_code }) => (
        <label
          key={id}
          className="always-light flex items-center gap-2 min-h-11 py-2 px-4 border rounded-md font-strong cursor-pointer [&_input]:size-[18px] [&_input]:m-0 [&_input]:accent-current"
          style={{ color: primary_code, backgroundColor: secundary_code, borderColor: primary_code }}
        >
          <input type="radio" name="color_id" checked={value === id} onChange={() => onChange(id)} />
          {color}
        </label>
      ))}
      {error && <p id="color-error">{error}</p>}
    </fieldset>
  )
}
