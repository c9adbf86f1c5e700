/**
 * One line of text with its label, hint above and error below. It is a plain element.
 */
import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react'
import classes from './fields.module.css'

export interface TextFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'size'> {
  label: ReactNode
  /** Format and limits, shown before typing. */
  description?: ReactNode
  /** The error below the field; any text also marks the field as invalid. */
  error?: ReactNode
  /** Whether to show `(opcional)` beside the label. */
  optional?: boolean
  /** Text before the input that is not part of the value, such as `+56`. */
  prefix?: string
  /** Content at the right end inside the field: a button of 44 px, an icon. */
  rightSection?: ReactNode
  ref?: Ref<HTMLInputElement>
}

export function TextField({
  label,
  description,
  error,
  optional,
  prefix,
  rightSection,
  id,
  ...input
}: TextFieldProps) {
  const own = useId()
  const fieldId = id ?? own
  const describedBy = [
    description && `${fieldId}-hint`,
    error && `${fieldId}-error`,
    input['aria-describedby'],
  ].filter(Boolean)
  return (
    <div className={classes.field}>
      <label className={classes.label} htmlFor={fieldId}>
        {label}
        {optional && ' '}
        {optional && <span className={classes.optional}>(opcional)</span>}
      </label>
      {description && (
        <p id={`${fieldId}-hint`} className={classes.hint}>
          {description}
        </p>
      )}
      <div className={prefix ? `${classes.frame} ${classes.prefixed}` : classes.frame}>
        {prefix && (
          <span className={classes.prefix} aria-hidden>
            {prefix}
          </span>
        )}
        <input
          {...input}
          id={fieldId}
          className={rightSection ? `${classes.input} ${classes.withSection}` : classes.input}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy.length > 0 ? describedBy.join(' ') : undefined}
        />
        {rightSection && <div className={classes.section}>{rightSection}</div>}
      </div>
      {error && (
        <p id={`${fieldId}-error`} className={classes.error}>
          {error}
        </p>
      )}
    </div>
  )
}
