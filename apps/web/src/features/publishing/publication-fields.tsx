/** The fields that every publication has: audience, order, status and period. */
import { allGenders } from '@mi-portal/contract/audience'
import { useQuery } from '@tanstack/react-query'
import { DateTimeField } from '../../ui/date-time-field.tsx'
import { Stack } from '../../ui/layout/layout.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { gendersQuery } from '../catalogues/catalogues.queries.ts'

export interface FieldProps {
  id: string
  value: string
  onChange(value: string): void
  error: string | undefined
}

/** Returns the properties of the field with this name. */
export type GetField = (name: string) => FieldProps

const statusChoices = [
  { id: 1, name: 'Habilitado' },
  { id: 2, name: 'Deshabilitado' },
]

const everyGender = { id: allGenders, name: 'Todos' }

export function useGenders() {
  const { data, isPending } = useQuery(gendersQuery)
  return { options: [everyGender, ...(data ?? [])], loading: isPending }
}

export function NumberField({ label, field, digits }: { label: string; field: FieldProps; digits: number }) {
  const { onChange, ...rest } = field
  return (
    <TextField
      {...rest}
      label={label}
      inputMode="numeric"
      maxLength={digits}
      autoComplete="off"
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

export function LineField(props: {
  label: string
  field: FieldProps
  optional?: boolean
  description?: string
  maxLength?: number
}) {
  const { label, field, ...more } = props
  const { onChange, ...rest } = field
  return (
    <TextField
      {...rest}
      {...more}
      label={label}
      autoComplete="off"
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

interface MomentFieldProps {
  label: string
  time: string
  field: FieldProps
}

function MomentField({ field: { onChange, ...rest }, ...labels }: MomentFieldProps) {
  return <DateTimeField {...labels} {...rest} optional onChange={(value) => onChange(value ?? '')} />
}

/** From when and until when patients see it. */
export function PeriodFields({ fieldOf }: { fieldOf: GetField }) {
  return (
    <Stack>
      <MomentField label="Se muestra desde" time="Hora de inicio" field={fieldOf('shown_from')} />
      <MomentField label="Se muestra hasta" time="Hora de término" field={fieldOf('shown_until')} />
    </Stack>
  )
}

/** Ages, gender and status, in a row. */
export function AudienceFields({ fieldOf }: { fieldOf: GetField }) {
  const genders = useGenders()
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(9.5rem,100%),1fr))] items-start gap-4">
      <NumberField label="Edad desde" digits={3} field={fieldOf('from_age')} />
      <NumberField label="Edad hasta" digits={3} field={fieldOf('to_age')} />
      <SelectField label="Género" {...genders} {...fieldOf('gender_id')} />
      <SelectField label="Estado" options={statusChoices} {...fieldOf('status')} />
    </div>
  )
}
