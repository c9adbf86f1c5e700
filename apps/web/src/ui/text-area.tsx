import { type ReactNode, type Ref, useId } from 'react'
import classes from './fields.module.css'

interface TextAreaProps {
  label: ReactNode
  description?: ReactNode
  error?: ReactNode
  optional?: boolean
  value: string
  onChange(text: string): void
  id?: string
  rows?: number
  maxLength?: number
  ref?: Ref<HTMLTextAreaElement>
}

/** Several lines of text. It shows the number of remaining characters once few are left. */
export function TextArea({ label, description, error, optional, onChange, ...rest }: TextAreaProps) {
  const own = useId()
  const id = rest.id ?? own
  const left = rest.maxLength === undefined ? undefined : rest.maxLength - rest.value.length
  const describedBy = [description && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className="min-w-0">
      <label className="block mb-2 type-meta font-strong text-strong" htmlFor={id}>
        {label} {optional && <span className="font-normal text-muted">(opcional)</span>}
      </label>
      {description && (
        <p id={`${id}-hint`} className="mx-0 -mt-1 mb-2 type-meta text-muted">
          {description}
        </p>
      )}
      <textarea
        {...rest}
        id={id}
        className={`${classes.input} ${classes.area}`}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy || undefined}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {left !== undefined && left <= 100 && (
        <p className="mt-2 type-meta text-muted" aria-live="polite">
          Quedan {left} caracteres.
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className={classes.error}>
          {error}
        </p>
      )}
    </div>
  )
}
