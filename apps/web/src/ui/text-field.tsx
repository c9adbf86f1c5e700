/**
 * One line of text with its label, hint above and error below. It is a plain element.
 */
import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react'
import classes from './fields.module.css'
import { join } from './layout/layout.tsx'

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
  /** Content over the input, and the class of the frame that places it there. */
  overlay?: { content: ReactNode; frame: string | undefined } | undefined
  ref?: Ref<HTMLInputElement>
}

export function TextField({
  label,
  description,
  error,
  optional,
  prefix,
  rightSection,
  overlay,
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
    <div className="min-w-0">
      <label className="block mb-2 type-meta font-strong text-strong" htmlFor={fieldId}>
        {label}
        {optional && ' '}
        {optional && <span className="font-normal text-muted">(opcional)</span>}
      </label>
      {description && (
        <p id={`${fieldId}-hint`} className="mx-0 -mt-1 mb-2 type-meta text-muted">
          {description}
        </p>
      )}
      <div className={join('relative', prefix && classes.prefixed, overlay?.frame)}>
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
        {overlay?.content}
        {rightSection && (
          <div className="absolute inset-y-0 right-0 grid w-12 place-items-center">{rightSection}</div>
        )}
      </div>
      {error && (
        <p id={`${fieldId}-error`} className={classes.error}>
          {error}
        </p>
      )}
    </div>
  )
}
