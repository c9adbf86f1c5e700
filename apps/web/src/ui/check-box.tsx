import { type ReactNode, type Ref, useId } from 'react'
import classes from './fields.module.css'

/** One checkbox with its label, which may contain links. */
export function CheckBox(props: {
  checked: boolean
  onChange(checked: boolean): void
  children: ReactNode
  id?: string
  error?: string
  disabled?: boolean
  ref?: Ref<HTMLInputElement>
}) {
  const own = useId()
  const id = props.id ?? own
  return (
    <div>
      <label className="flex items-center gap-3 min-h-11 text-body cursor-pointer">
        <input
          ref={props.ref}
          id={id}
          type="checkbox"
          className={classes.box}
          checked={props.checked}
          disabled={props.disabled}
          aria-invalid={props.error ? true : undefined}
          aria-describedby={props.error ? `${id}-error` : undefined}
          onChange={(event) => props.onChange(event.currentTarget.checked)}
        />
        <span>{props.children}</span>
      </label>
      {props.error && (
        <p id={`${id}-error`} className={classes.error}>
          {props.error}
        </p>
      )}
    </div>
  )
}
