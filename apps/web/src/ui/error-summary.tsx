import { IconAlertCircle } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'

interface ErrorSummaryProps {
  /**
   * The id and message of each field with an error, in the form's order. Nothing is shown when it is empty. `show` brings a field on
   * screen that may not be there.
   */
  errors: readonly { id: string; message: string; show?(): void }[]
  /** Increases with every rejected submit, which moves the focus here. */
  attempt: number
}

/** Lists the errors of a long form above it, each with a link to its field. */
export function ErrorSummary({ errors, attempt }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null)
  const led = useRef(0)
  // The attempt may be counted before the errors are known, so the focus moves once there is something to read.
  useEffect(() => {
    if (attempt <= led.current || !box.current) return
    led.current = attempt
    box.current.focus()
  })
  if (errors.length === 0) return null
  return (
    <div
      ref={box}
      className="py-4 px-6 border-2 border-error rounded-tile bg-card"
      role="alert"
      tabIndex={-1}
    >
      <h2 className="flex items-center gap-3 type-section text-error">
        <IconAlertCircle size={24} stroke={1.75} aria-hidden />
        {errors.length === 1 ? 'Hay 1 dato por corregir' : `Hay ${errors.length} datos por corregir`}
      </h2>
      <ul className="grid mx-0 mt-2 mb-0 pl-8 [&_a]:inline-flex [&_a]:items-center [&_a]:min-h-11 [&_a]:font-strong [&_a]:text-error">
        {errors.map(({ id, message, show }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              onClick={(event) => {
                event.preventDefault()
                show?.()
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
