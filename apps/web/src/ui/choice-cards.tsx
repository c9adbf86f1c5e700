/** A few exclusive options as cards side by side: real radio buttons inside a fieldset. */
import { useId } from 'react'
import classes from './choice-cards.module.css'

interface ChoiceCardsProps<Value extends string | number> {
  /** The question, shown as the legend. */
  legend: string
  options: readonly { value: Value; label: string }[]
  value: Value | null
  onChange(value: Value): void
  error?: string
  disabled?: boolean
}

export function ChoiceCards<Value extends string | number>(props: ChoiceCardsProps<Value>) {
  const id = useId()
  return (
    <fieldset
      className={classes.group}
      disabled={props.disabled}
      aria-describedby={props.error ? `${id}-error` : undefined}
    >
      <legend className={classes.legend}>{props.legend}</legend>
      <div className={classes.options}>
        {props.options.map((option) => (
          <label key={option.value} className={classes.card}>
            <input
              type="radio"
              name={id}
              className={classes.radio}
              checked={props.value === option.value}
              onChange={() => props.onChange(option.value)}
            />
            {option.label}
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
