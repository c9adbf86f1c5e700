import type { ReactNode } from 'react'
import { join } from './layout/layout.tsx'

interface FilterChipsProps<Value> {
  label: string
  options: readonly {
    value: Value
    label: string
    /** What stands before the label: initials or a picture. */
    lead?: ReactNode
    /** The number of rows that the choice shows. */
    count?: number
  }[]
  value: Value
  onChange(value: Value): void
}

/** One choice among a few, as buttons that wrap. */
export function FilterChips<Value extends string | number | undefined>({
  label,
  options,
  value,
  onChange,
}: FilterChipsProps<Value>) {
  return (
    <fieldset className="m-0 flex min-w-0 flex-wrap gap-2 border-0 p-0 print:hidden">
      <legend className="portal-hidden">{label}</legend>
      {options.map((option) => (
        <button
          key={String(option.value)}
          type="button"
          aria-pressed={option.value === value}
          className={join(
            'plain-button pressable flex min-h-11 items-center gap-2 rounded-full border px-4 hover:bg-soft',
            option.lead ? 'py-1 pl-2' : option.count !== undefined && 'type-meta',
            option.value === value
              ? 'border-action bg-soft font-strong text-on-soft ring-1 ring-action'
              : 'border-line-strong bg-card text-body',
          )}
          onClick={() => onChange(option.value)}
        >
          {option.lead}
          <span>
            {option.label} <span className="tabular-nums">{option.count}</span>
          </span>
        </button>
      ))}
    </fieldset>
  )
}
