import type { ReactNode } from 'react'
import { Button } from '../../../../ui/button.tsx'

interface ExamColumnsProps {
  /** The card with the choices. */
  children: ReactNode
  /** What is said about the chosen exam. */
  aside: ReactNode
  /** The text of the button. */
  label: string
  /** The text of the button while the next step is opened. */
  busyLabel?: string
  isBusy?: boolean
  icon?: ReactNode
  /** What is still to be chosen; null when the user can continue. */
  missing: string | null
  onContinue(): void
}

/** The step on which an exam is chosen: the choices, and beside them its preparation and the way to the next step. */
export function ExamColumns(props: ExamColumnsProps) {
  const { children, aside, missing, isBusy = false } = props
  return (
    <div className="grid grid-cols-1 items-start gap-6 desktop:grid-cols-[minmax(0,722fr)_minmax(0,372fr)]">
      {children}
      <div className="grid gap-4">
        {aside}
        <Button
          fullWidth
          disabled={missing !== null}
          loading={isBusy}
          aria-describedby="falta-examen"
          rightSection={props.icon}
          onClick={props.onContinue}
        >
          {isBusy ? props.busyLabel : props.label}
        </Button>
        <p id="falta-examen" className="type-meta text-muted">
          {missing}
        </p>
      </div>
    </div>
  )
}
