import { type Control, Controller, type FieldPathByValue, type FieldValues } from 'react-hook-form'
import { DateField } from '../../ui/date-field.tsx'

interface DayFieldProps<Values extends FieldValues> {
  control: Control<Values>
  name: FieldPathByValue<Values, string>
  label?: string
  description?: string
  /** The first day that can be chosen. */
  min?: string
  /** The month that the calendar opens at while no day is chosen. */
  opensAt: string
  /** Called in addition to the form's own change. */
  onChosen?(day: string): void
}

/** Date field of the calendar forms. */
export function DayField<Values extends FieldValues>(props: DayFieldProps<Values>) {
  const {
    control,
    name,
    label = 'Día',
    description = 'Por ejemplo, 14/12/2026.',
    min,
    opensAt,
    onChosen,
  } = props
  return (
    <Controller
      control={control}
      name={name}
      render={({ field: { value, onChange, ref }, fieldState }) => (
        <DateField
          ref={ref}
          label={label}
          description={description}
          value={value}
          onChange={(day) => {
            onChange(day)
            onChosen?.(day)
          }}
          min={min}
          opensAt={opensAt}
          autoComplete="off"
          error={fieldState.error?.message}
        />
      )}
    />
  )
}
