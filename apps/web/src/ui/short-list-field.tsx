/**
 * A choice among a few options with the browser's own list: on a phone it opens within reach of the thumbs, and
 * nothing floats over a dialog.
 */
import { IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, type Ref, useId } from 'react'
import classes from './fields.module.css'

interface ShortListFieldProps {
  label: ReactNode
  options: readonly { id: number | string; name: string }[]
  /** The id of the chosen option as text, or empty. */
  value: string
  onChange(value: string): void
  onBlur?(): void
  error?: ReactNode
  /** Whether the options are loading. */
  loading?: boolean
  disabled?: boolean
  /** Shown in the empty field. */
  placeholder?: string
  id?: string
  ref?: Ref<HTMLSelectElement>
}

export function ShortListField(props: ShortListFieldProps) {
  const { label, options, onChange, error, loading, disabled, placeholder = 'Selecciona', ...rest } = props
  const own = useId()
  const id = rest.id ?? own
  return (
    <div className="min-w-0">
      <label className="block mb-2 type-meta font-strong text-strong" htmlFor={id}>
        {label}
      </label>
      <div className="relative">
        <select
          {...rest}
          id={id}
          className={`${classes.input} ${classes.list}`}
          disabled={disabled || loading}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={(event) => onChange(event.currentTarget.value)}
        >
          <option value="">{loading ? 'Cargando...' : placeholder}</option>
          {options.map((option) => (
            <option key={option.id} value={option.id}>
              {option.name}
            </option>
          ))}
        </select>
        <IconChevronDown
          className="absolute top-[15px] right-[14px] text-strong pointer-events-none"
          size={18}
          stroke={1.75}
          aria-hidden
        />
      </div>
      {error && (
        <p id={`${id}-error`} className={classes.error}>
          {error}
        </p>
      )}
    </div>
  )
}
