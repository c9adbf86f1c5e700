import { Loader, Select } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import type { KeyboardEvent, ReactNode, Ref } from 'react'

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

/** Returns whether Enter confirms composed characters instead of the chosen option. Safari reports this only by the key code. */
function isComposing({ nativeEvent }: KeyboardEvent) {
  return nativeEvent.isComposing || nativeEvent.keyCode === 229
}

/**
 * Chooses the highlighted option. The list itself looks for its present option in a timer after it opens. On a busy device that timer
 * runs after letters were typed; then the first match is highlighted, but the list's own handler of Enter chooses nothing. Runs while
 * the event is captured, and keeps the event from the list's own handler, which would choose the option again.
 */
function chooseHighlighted(event: KeyboardEvent<HTMLInputElement>) {
  if (event.key !== 'Enter' || isComposing(event)) return
  const listId = event.currentTarget.getAttribute('aria-controls')
  const list = listId === null ? null : document.getElementById(listId)
  const highlighted = list?.querySelector<HTMLElement>('[data-combobox-selected]')
  if (!highlighted) return
  event.preventDefault()
  event.stopPropagation()
  highlighted.click()
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
      onKeyDownCapture={chooseHighlighted}
    />
  )
}
