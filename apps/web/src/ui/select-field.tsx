import { Loader, Select } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import type { ReactNode, Ref } from 'react'

interface SelectFieldProps {
  label: ReactNode
  description?: ReactNode
  /** Stands in the empty field. */
  placeholder?: string
  options: readonly { id: number | string; name: string }[]
  /** The id of the chosen option as text, or empty. */
  value: string
  onChange(value: string): void
  onBlur?(): void
  error?: ReactNode
  id?: string
  name?: string
  ref?: Ref<HTMLInputElement>
  disabled?: boolean
  /** The options are on their way. */
  loading?: boolean
}

/** One of many: a list that is searched by typing. */
export function SelectField({ options, value, onChange, loading, disabled, ...rest }: SelectFieldProps) {
  return (
    <Select
      placeholder="Selecciona"
      {...rest}
      searchable
      data={options.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={value || null}
      onChange={(chosen) => onChange(chosen ?? '')}
      disabled={disabled || loading}
      rightSection={loading ? <Loader size="xs" /> : <IconChevronDown size={18} stroke={1.75} aria-hidden />}
      rightSectionPointerEvents="none"
      allowDeselect={false}
      autoComplete="off"
      // A click on the chosen text searches anew instead of extending it.
      selectFirstOptionOnChange
    />
  )
}
