/** A few exclusive options as cards side by side: radio buttons inside a fieldset. */
import { IconCheck } from '@tabler/icons-react'
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
  /** Whether two short options are the parts of one control, whose legend only screen readers read. */
  isSegmented?: boolean | undefined
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
      <legend className={props.isSegmented ? 'portal-hidden' : 'mb-2 p-0 font-strong text-strong'}>
        {props.legend}
      </legend>
      <div
        className={join(
          'grid gap-2',
          props.isSegmented && 'rounded-tile bg-sub p-1',
          // Wide enough for words like «Representante», and for two cards side by side on a phone.
          !isTall && !props.stacked && 'grid-cols-[repeat(auto-fit,minmax(min(9.375rem,100%),1fr))]',
          isTall && 'pair-grid desktop:trio-grid',
        )}
      >
        {props.options.map(({ icon: Icon, ...option }, index) => (
          <label
            key={option.value}
            className={join(
              'relative flex cursor-pointer gap-3 rounded-md border px-4 py-2 text-strong wrap-anywhere has-checked:border-action has-checked:text-on-soft has-checked:ring-1 has-checked:ring-action has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus has-disabled:cursor-default has-disabled:bg-sub has-disabled:text-muted',
              props.isSegmented
                ? join(
                    'min-h-11 justify-center',
                    props.value === option.value ? 'bg-card font-strong' : 'border-transparent',
                  )
                : 'min-h-12 border-control bg-card has-checked:bg-soft',
              isTall ? 'min-h-24 flex-col items-start justify-between font-strong' : 'items-center',
            )}
          >
            {Icon && <Icon size={26} stroke={1.75} aria-hidden />}
            <input
              id={index === 0 ? props.id : undefined}
              type="radio"
              name={id}
              className={join(
                'm-0 size-[20px] flex-none appearance-none rounded-full border-2 border-control bg-card checked:border-6 checked:border-action focus-visible:outline-none forced-colors:appearance-auto',
                isTall && 'absolute top-3 right-3 not-checked:opacity-0',
                props.isSegmented && 'portal-hidden',
              )}
              checked={props.value === option.value}
              onChange={() => props.onChange(option.value)}
            />
            {props.isSegmented && props.value === option.value && (
              <IconCheck size={20} stroke={1.75} className="flex-none" aria-hidden />
            )}
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
