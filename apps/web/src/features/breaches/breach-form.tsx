/** The facts that the law requires of a breach and, for a new breach, how to find the affected people. */
import { type Breach, breachDraft, breachEndpoints } from '@mi-portal/contract/breaches'
import { Controller } from 'react-hook-form'
import { today } from '../../lib/dates.ts'
import { DateTimeField } from '../../ui/date-time-field.tsx'
import { ContractForm, FormEnd, useContractForm } from '../../ui/form/contract-form.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { type BreachDraft, useSaveBreach } from './breaches.queries.ts'

const request = { ...breachEndpoints.create, body: breachDraft }

const textFields = [
  { name: 'nature', label: 'Qué ocurrió', most: 2000 },
  { name: 'effects', label: 'Posibles efectos', most: 2000 },
  { name: 'data_categories', label: 'Tipos de datos', most: 1000 },
  { name: 'people_categories', label: 'Personas afectadas', most: 1000 },
  { name: 'measures', label: 'Medidas adoptadas', most: 2000 },
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

interface BreachFormProps {
  /** The breach to change; absent for a new breach. */
  breach?: Breach
  onClose(): void
  onSaved(breach: Breach): void
}

export function BreachForm({ breach, onClose, onSaved }: BreachFormProps) {
  const save = useSaveBreach(breach?.id ?? null)
  const kit = useContractForm(request, {
    values: breach ? { ...emptyBreach, ...toDraft(breach) } : emptyBreach,
    draftOf: breach?.id ?? null,
    save,
    send: save.mutate,
    onSent: onSaved,
  })
  const { form, Field } = kit
  const dateTimeField = (
    name: 'known_at' | 'agency_told_at' | 'seen_from' | 'seen_before',
    label: string,
  ) => (
    <Controller
      control={form.control}
      name={name}
      render={({ field, fieldState }) => (
        <DateTimeField
          label={label}
          max={today()}
          time={`Hora: ${label.toLowerCase()}`}
          value={field.value ?? ''}
          error={fieldState.error?.message}
          onChange={(value) => field.onChange(name === 'known_at' ? (value ?? '') : value)}
        />
      )}
    />
  )

  return (
    <FormDialog
      title={breach ? 'Modificar vulneración' : 'Registrar vulneración'}
      size={680}
      onClose={onClose}
    >
      <ContractForm kit={kit} className="grid gap-4">
        {textFields.map(({ name, label, most }) => (
          <Field.Area key={name} name={name} label={label} rows={3} maxLength={most} />
        ))}
        {dateTimeField('known_at', 'Fecha en que se conoció')}
        {dateTimeField('agency_told_at', 'Fecha de aviso a la Agencia (opcional)')}
        {!breach && (
          <fieldset className="grid gap-4 m-0 p-0 border-0 [&_legend]:mb-2 [&_legend]:p-0 [&_legend]:font-strong [&_legend]:text-strong">
            <legend>¿Cómo encontramos a las personas?</legend>
            <p>Indica al menos una: la cuenta del personal que se usó, la dirección IP o el período.</p>
            <Field.Text
              name="actor_document"
              label="RUT o documento de la cuenta"
              optional
              autoComplete="off"
            />
            <Field.Text
              name="ip"
              label="Dirección IP"
              nullable
              optional
              autoComplete="off"
              description="Por ejemplo, 200.54.10.7."
            />
            {dateTimeField('seen_from', 'Desde el día')}
            {dateTimeField('seen_before', 'Hasta el día')}
          </fieldset>
        )}
        <FormEnd kit={kit} className="flex flex-wrap gap-3 justify-end" submit="Guardar" onCancel={onClose} />
      </ContractForm>
    </FormDialog>
  )
}

function toDraft(breach: Breach): Partial<BreachDraft> {
  const { nature, effects, data_categories, people_categories, measures, known_at, agency_told_at } = breach
  return { nature, effects, data_categories, people_categories, measures, known_at, agency_told_at }
}
