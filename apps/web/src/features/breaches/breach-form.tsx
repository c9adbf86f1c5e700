/** The facts that the law requires of a breach and, for a new breach, how to find the affected people. */
import { zodResolver } from '@hookform/resolvers/zod'
import { type Breach, breachDraft } from '@mi-portal/contract/breaches'
import { Controller, useForm } from 'react-hook-form'
import { Button } from '../../ui/button.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { createFormDraftHook } from '../../ui/form-draft.tsx'
import { showServerErrors } from '../../ui/server-errors.ts'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import classes from './breaches.module.css'
import { type BreachDraft, useSaveBreach } from './breaches.queries.ts'
import { DateTimeField } from './date-time-field.tsx'

const textFields = [
  { name: 'nature', label: 'Qué ocurrió', most: 2000 },
  { name: 'effects', label: 'Posibles efectos', most: 2000 },
  { name: 'data_categories', label: 'Tipos de datos', most: 1000 },
  { name: 'people_categories', label: 'Personas afectadas', most: 1000 },
  { name: 'measures', label: 'Medidas adoptadas', most: 2000 },
] as const

const fields = [
  ...textFields.map(({ name }) => name),
  'known_at',
  'agency_told_at',
  'actor_document',
  'ip',
  'seen_from',
  'seen_before',
] as const

const emptyBreach: BreachDraft = {
  nature: '',
  effects: '',
  data_categories: '',
  people_categories: '',
  measures: '',
  known_at: '',
  agency_told_at: null,
  actor_document: '',
  ip: null,
  seen_from: null,
  seen_before: null,
}

const useDraft = createFormDraftHook<BreachDraft>()

interface BreachFormProps {
  /** The breach to change; absent for a new breach. */
  breach?: Breach
  onClose(): void
  onSaved(breach: Breach): void
}

export function BreachForm({ breach, onClose, onSaved }: BreachFormProps) {
  const form = useForm({
    resolver: zodResolver(breachDraft),
    defaultValues: breach ? { ...emptyBreach, ...toDraft(breach) } : emptyBreach,
  })
  const draft = useDraft(form, breach?.id ?? null)
  const save = useSaveBreach(breach?.id ?? null)
  const { errors } = form.formState
  const dateTimeField = (
    name: 'known_at' | 'agency_told_at' | 'seen_from' | 'seen_before',
    label: string,
  ) => (
    <Controller
      control={form.control}
      name={name}
      render={({ field }) => (
        <DateTimeField
          label={label}
          time={`Hora: ${label.toLowerCase()}`}
          value={field.value ?? ''}
          error={errors[name]?.message}
          onChange={(value) => field.onChange(name === 'known_at' ? (value ?? '') : value)}
        />
      )}
    />
  )

  const submit = form.handleSubmit((values) =>
    save.mutate(values, {
      onSuccess: (saved) => {
        draft.markSent()
        onSaved(saved)
      },
      onError: (error) => showServerErrors(error, form, fields),
    }),
  )

  return (
    <FormDialog
      title={breach ? 'Modificar vulneración' : 'Registrar vulneración'}
      size={680}
      onClose={onClose}
    >
      <form noValidate className={classes.form} onSubmit={submit}>
        {draft.notice}
        {textFields.map(({ name, label, most }) => (
          <Controller
            key={name}
            control={form.control}
            name={name}
            render={({ field: { value, onChange, ref } }) => (
              <TextArea
                ref={ref}
                label={label}
                rows={3}
                maxLength={most}
                value={value}
                onChange={onChange}
                error={errors[name]?.message}
              />
            )}
          />
        ))}
        {dateTimeField('known_at', 'Fecha en que se conoció')}
        {dateTimeField('agency_told_at', 'Fecha de aviso a la Agencia (opcional)')}
        {!breach && (
          <fieldset className={classes.scope}>
            <legend>¿Cómo encontramos a las personas?</legend>
            <p>Indica al menos una: la cuenta del personal que se usó, la dirección IP o el período.</p>
            <TextField
              label="RUT o documento de la cuenta"
              optional
              autoComplete="off"
              {...form.register('actor_document')}
              error={errors.actor_document?.message}
            />
            <TextField
              label="Dirección IP"
              optional
              autoComplete="off"
              description="Por ejemplo, 200.54.10.7."
              {...form.register('ip', { setValueAs: (text) => text?.trim() || null })}
              error={errors.ip?.message}
            />
            {dateTimeField('seen_from', 'Desde el día')}
            {dateTimeField('seen_before', 'Hasta el día')}
          </fieldset>
        )}
        {save.isError && <ErrorNotice error={save.error} />}
        <div className={classes.buttons}>
          <Button variant="default" disabled={save.isPending} onClick={onClose}>
            Volver
          </Button>
          <Button type="submit" loading={save.isPending}>
            GUARDAR
          </Button>
        </div>
      </form>
    </FormDialog>
  )
}

function toDraft(breach: Breach): Partial<BreachDraft> {
  const { nature, effects, data_categories, people_categories, measures, known_at, agency_told_at } = breach
  return { nature, effects, data_categories, people_categories, measures, known_at, agency_told_at }
}
