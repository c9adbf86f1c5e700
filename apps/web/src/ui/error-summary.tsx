import { IconAlertCircle } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import classes from './error-summary.module.css'

interface ErrorSummaryProps {
  /** In the form's order: the field's id and its message, word for word. Empty: nothing is shown. */
  errors: readonly { id: string; message: string }[]
  /** Grows with every refused submit: each time the focus comes here. */
  attempt: number
}

/** What a long form has to have corrected, above it, each with a way to its field. */
export function ErrorSummary({ errors, attempt }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null)
  const led = useRef(0)
  // A form may tell of the refusal before it tells what is wrong: the focus comes once there is something to read.
  useEffect(() => {
    if (attempt <= led.current || !box.current) return
    led.current = attempt
    box.current.focus()
  })
  if (errors.length === 0) return null
  return (
    <div ref={box} className={classes.summary} role="alert" tabIndex={-1}>
      <h2 className={classes.title}>
        <IconAlertCircle size={24} stroke={1.75} aria-hidden />
        {errors.length === 1 ? 'Hay 1 dato por corregir' : `Hay ${errors.length} datos por corregir`}
      </h2>
      <ul className={classes.list}>
        {errors.map(({ id, message }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              onClick={(event) => {
                event.preventDefault()
                document.getElementById(id)?.focus()
              }}
            >
              {message}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
