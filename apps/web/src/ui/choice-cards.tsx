/** A few exclusive options as cards side by side: radio buttons inside a fieldset. */
import { type ComponentType, useId } from 'react'
import { join } from './layout/layout.tsx'

interface ChoiceCardsProps<Value extends string | number> {
  /** The question, shown as the legend. */
  legend: string
  /** Options with an icon are tall, with the icon above the text. */
  options: readonly {
    value: Value
    label: string
    /** A second, quieter line. */
    hint?: string
    icon?: ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: boolean }>
  }[]
  value: Value | null
  onChange(value: Value): void
  error?: string
  disabled?: boolean
  /** Whether the legend is only read by screen readers. */
  hidesLegend?: boolean | undefined
  /** Whether the cards are stacked vertically. */
  stacked?: boolean
  /** Id of the first card, to which an error summary links. */
  id?: string
}

export function ChoiceCards<Value extends string | number>(props: ChoiceCardsProps<Value>) {
  const id = useId()
  const isTall = props.options.some(({ icon }) => icon)
  return (
    <fieldset
      className="m-0 min-w-0 border-0 p-0"
      disabled={props.disabled}
      aria-describedby={props.error ? `${id}-error` : undefined}
    >
      <legend className={props.hidesLegend ? 'portal-hidden' : 'mb-2 p-0 font-strong text-strong'}>
        {props.legend}
      </legend>
      <div
        className={join(
          'grid gap-2',
          // Wide enough for words like «Representante», and for two cards side by side on a phone.
          !isTall && !props.stacked && 'grid-cols-[repeat(auto-fit,minmax(min(150px,100%),1fr))]',
          isTall && 'grid-cols-2 desktop:grid-cols-3',
        )}
      >
        {props.options.map(({ icon: Icon, ...option }, index) => (
          <label
            key={option.value}
            className={join(
              'relative flex min-h-12 cursor-pointer gap-3 rounded-md border border-control bg-card px-4 py-2 text-strong wrap-anywhere has-checked:border-action has-checked:bg-soft has-checked:text-on-soft has-checked:ring-1 has-checked:ring-action has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus has-disabled:cursor-default has-disabled:bg-sub has-disabled:text-muted',
              isTall ? 'min-h-24 flex-col items-start justify-between font-strong' : 'items-center',
            )}
          >
            {Icon && <Icon size={26} stroke={1.75} aria-hidden />}
            <input
              id={index === 0 ? props.id : undefined}
              type="radio"
              name={id}
              className={join(
                'm-0 size-[20px] flex-none accent-action focus-visible:outline-none',
                isTall && 'absolute top-3 right-3 not-checked:opacity-0',
              )}
              checked={props.value === option.value}
              onChange={() => props.onChange(option.value)}
            />
            {option.hint ? (
              <span>
                {option.label} <span className="type-meta block text-muted">{option.hint}</span>
              </span>
            ) : (
              option.label
            )}
          </label>
        ))}
      </div>
      {props.error && (
        <p id={`${id}-error`} className="type-meta mt-2 font-strong text-error">
          {props.error}
        </p>
      )}
    </fieldset>
  )
}
