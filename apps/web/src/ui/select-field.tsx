import { Loader, Select } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import type { ReactNode, Ref } from 'react'

interface SelectFieldProps {
  label: ReactNode
  description?: ReactNode
  /** Shown in the empty field. */
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
  /** Whether the options are loading. */
  loading?: boolean
}

/** A choice among many options: a list that is searched by typing. */
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
      // Typing after a click on the chosen text starts a new search instead of extending the text.
      selectFirstOptionOnChange
    />
  )
}
