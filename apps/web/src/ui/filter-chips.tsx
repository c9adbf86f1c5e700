/** One choice among a few filters of a list, which can show the number of their rows. */
import { join } from './layout/layout.tsx'

interface FilterChipsProps<Value extends string> {
  label: string
  options: readonly { value: Value | undefined; label: string; count?: number }[]
  value: Value | undefined
  onChange(value: Value | undefined): void
}

export function FilterChips<Value extends string>({
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
          key={option.label}
          type="button"
          aria-pressed={option.value === value}
          className={join(
            'plain-button type-meta min-h-11 rounded-full border px-4 hover:bg-soft',
            option.value === value
              ? 'border-action bg-soft font-strong text-on-soft'
              : 'border-line-strong bg-card text-body',
          )}
          onClick={() => onChange(option.value)}
        >
          {option.label}
          {option.count !== undefined && <span className="tabular-nums"> {option.count}</span>}
        </button>
      ))}
    </fieldset>
  )
}
