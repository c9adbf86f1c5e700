/** A few exclusive options as cards side by side: radio buttons inside a fieldset. */
import { type ComponentType, useId } from 'react'
import classes from './choice-cards.module.css'

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
  /** Whether the cards are stacked vertically. */
  stacked?: boolean
  /** Id of the first card, to which an error summary links. */
  id?: string
}

export function ChoiceCards<Value extends string | number>(props: ChoiceCardsProps<Value>) {
  const id = useId()
  const isTall = props.options.some(({ icon }) => icon)
  const look = [classes.options, isTall && classes.tall, props.stacked && classes.stacked]
  return (
    <fieldset
      className={classes.group}
      disabled={props.disabled}
      aria-describedby={props.error ? `${id}-error` : undefined}
    >
      <legend className={classes.legend}>{props.legend}</legend>
      <div className={look.filter(Boolean).join(' ')}>
        {props.options.map(({ icon: Icon, ...option }, index) => (
          <label key={option.value} className={classes.card}>
            {Icon && <Icon size={26} stroke={1.75} aria-hidden />}
            <input
              id={index === 0 ? props.id : undefined}
              type="radio"
              name={id}
              className={classes.radio}
              checked={props.value === option.value}
              onChange={() => props.onChange(option.value)}
            />
            {option.hint ? (
              <span>
                {option.label} <span className={classes.hint}>{option.hint}</span>
              </span>
            ) : (
              option.label
            )}
          </label>
        ))}
      </div>
      {props.error && (
        <p id={`${id}-error`} className={classes.error}>
          {props.error}
        </p>
      )}
    </fieldset>
  )
}
